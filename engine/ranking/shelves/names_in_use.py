"""The names of a terminology that are in use, in memory with their rows, edits counted."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from engine.models.protocol import NameEncoder
from engine.ranking.shelves.shelves import Shelves
from engine.retrieval.word_index import content_key
from engine.terminology.edited_view import edited_view_in
from store import imported_names
from store.records.terminology import EXACT, Terminology
from store.sqlite import Database


@dataclass(frozen=True)
class NamesInUse:
    """Concepts by id with their preferred names and parents; name i is `texts[i]` of `codes[i]`, with `rows[i]`.

    rows: float32 unit rows [names, dim]. keys: the `content_key` of each name, int64 [names]. `exact[i]` tells whether
    a name denotes its concept exactly. `as_imported`: no name was left out and none added.
    """

    titles: dict[str, str]
    parents: dict[str, list[str]]
    codes: list[str]
    texts: list[str]
    exact: list[bool]
    rows: np.ndarray
    keys: np.ndarray
    as_imported: bool


def read_names_in_use(
    db: Database, shelves: Shelves, terminology: Terminology, encoder: NameEncoder, exact: bool = False
) -> NamesInUse:
    """The names of a terminology; concepts that are obsolete, and what people took out, are left out.

    With `exact` only names that denote the concept exactly.
    """
    slug = terminology.slug
    view, delta = edited_view_in(db, shelves.workspace, slug), shelves.delta(db, slug)
    titles = {code: title for code, title in view.titles.items() if code not in view.obsolete}
    rows = imported_names.rows(db, slug)
    hidden = set(delta.withdrawn.tolist())
    chosen = [
        place
        for place, row in enumerate(rows)
        if place not in hidden and row[2] in titles and (not exact or row[5] == EXACT)
    ]
    codes, texts = [rows[place][2] for place in chosen], [rows[place][3] for place in chosen]
    denotes = [rows[place][5] == EXACT for place in chosen]
    vectors = shelves.indexes.get(terminology, encoder, db).take(chosen)
    keys = shelves.words(db, terminology).keys[np.array(chosen, np.int64)]
    added = [edit for edit in delta.added if edit.concept_id in titles]
    if added:
        codes += [edit.concept_id for edit in added]
        texts += [edit.name for edit in added]
        denotes += [True] * len(added)
        keys = np.append(keys, [content_key(edit.name) for edit in added])
        vectors = np.concatenate([vectors, shelves.added_rows.of([edit.name for edit in added], encoder)])
    whole = not added and len(chosen) == len(rows)
    return NamesInUse(titles, view.parents, codes, texts, denotes, vectors, keys, whole)
