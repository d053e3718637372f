"""A terminology of a workspace, edits counted, as the audit reads it."""

from __future__ import annotations

import numpy as np
from sqlite_utils import Database

from engine.models.protocol import NameEncoder
from engine.placement.audit.records import Audited
from engine.ranking.shelves import Shelves
from engine.terminology.edited_view import edited_view_in
from store import terminologies
from store.records.terminology import EXACT, Terminology


def read_audited(
    db: Database, shelves: Shelves, terminology: Terminology, encoder: NameEncoder, exact: bool = False
) -> Audited:
    """The names in use with their rows, and the hierarchy; concepts and names that people took out are left out.

    With `exact` only names that denote the concept exactly.
    """
    slug = terminology.slug
    view, delta = edited_view_in(db, shelves.workspace, slug), shelves.delta(db, slug)
    titles = {code: title for code, title in view.titles.items() if code not in view.obsolete}
    rows = terminologies.name_rows(db, slug)
    hidden = set(delta.withdrawn.tolist())
    chosen = [
        place
        for place, row in enumerate(rows)
        if place not in hidden and row[2] in titles and (not exact or row[5] == EXACT)
    ]
    codes, texts = [rows[place][2] for place in chosen], [rows[place][3] for place in chosen]
    vectors = shelves.indexes.get(terminology, encoder, db).take(chosen)
    added = [edit for edit in delta.added if edit.concept_id in titles]
    if added:
        codes += [edit.concept_id for edit in added]
        texts += [edit.name for edit in added]
        vectors = np.concatenate([vectors, shelves.added_rows.of([edit.name for edit in added], encoder)])
    return Audited(titles, view.parents, codes, texts, vectors)
