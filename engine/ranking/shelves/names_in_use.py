"""The names of a terminology that are in use, in memory with their rows, edits counted."""

from __future__ import annotations

from collections.abc import Callable
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


@dataclass(frozen=True)
class ListedNames:
    """Names without rows, as `NamesInUse` has them: first those of the import, which stand at `places` there, then
    those that people `added`. `whole`: these are the import's, all of them."""

    places: list[int]
    added: list[str]
    codes: list[str]
    texts: list[str]
    exact: list[bool]
    keys: np.ndarray
    whole: bool


def list_names(
    db: Database, shelves: Shelves, terminology: Terminology, lives: Callable[[str], bool], exact: bool
) -> ListedNames:
    """The names of the concepts, by id, that live, without what people took out; with `exact` only exact ones."""
    delta, rows = shelves.delta(db, terminology.slug), imported_names.rows(db, terminology.slug)
    hidden = set(delta.withdrawn.tolist())
    places = [
        place
        for place, row in enumerate(rows)
        if place not in hidden and lives(row.code) and (not exact or row.scope == EXACT)
    ]
    added = [edit for edit in delta.added if lives(edit.concept_id)]
    own_keys = np.array([content_key(edit.name) for edit in added], np.int64)
    return ListedNames(
        places,
        [edit.name for edit in added],
        [*(rows[place].code for place in places), *(edit.concept_id for edit in added)],
        [*(rows[place].text for place in places), *(edit.name for edit in added)],
        [*(rows[place].scope == EXACT for place in places), *([True] * len(added))],
        np.append(shelves.words(db, terminology).keys[np.array(places, np.int64)], own_keys),
        not added and len(places) == len(rows),
    )


def read_names_in_use(
    db: Database, shelves: Shelves, terminology: Terminology, encoder: NameEncoder, exact: bool = False
) -> NamesInUse:
    """The names of a terminology; concepts that are obsolete, and what people took out, are left out.

    With `exact` only names that denote the concept exactly.
    """
    view = edited_view_in(db, shelves.workspace, terminology.slug)
    titles = {code: title for code, title in view.titles.items() if code not in view.obsolete}
    names = list_names(db, shelves, terminology, titles.__contains__, exact)
    rows = shelves.indexes.get(terminology, encoder, db).take(names.places)
    if names.added:
        rows = np.concatenate([rows, shelves.added_rows.of(names.added, encoder)])
    return NamesInUse(titles, view.parents, names.codes, names.texts, names.exact, rows, names.keys, names.whole)
