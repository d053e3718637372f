"""One side of a mapping: a terminology's names in use, in memory, edits counted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial

import numpy as np

from engine.models.protocol import NameEncoder
from engine.ranking.shelves.names_in_use import read_names_in_use
from engine.ranking.shelves.shelf import Shelf
from engine.ranking.shelves.shelves import Shelves
from engine.retrieval.index import Index
from engine.retrieval.neighbours import NearestNames
from engine.retrieval.word_index import WordIndex
from engine.terminology.hierarchy import children_of
from store.records.terminology import Terminology
from store.sqlite import Database


@dataclass(frozen=True)
class MappedSide:
    """Concepts by id with their preferred names and parents; name i is `texts[i]` of `codes[i]`, with `rows[i]`
    (float32 [names, dim]) and its words in `words`; `exact[i]` where it denotes the concept exactly."""

    slug: str
    title: str
    titles: Mapping[str, str]
    parents: dict[str, list[str]]
    codes: Sequence[str]
    texts: Sequence[str]
    exact: Sequence[bool]
    rows: np.ndarray
    words: WordIndex

    @cached_property
    def concept_codes(self) -> list[str]:
        """The concepts that have a name."""
        return list(self.names_of)

    @cached_property
    def names_of(self) -> dict[str, list[int]]:
        """Concept -> its names, the preferred one first."""
        found: dict[str, list[int]] = {}
        for name, code in enumerate(self.codes):
            found.setdefault(code, []).append(name)
        for code, names in found.items():
            names.sort(key=lambda name: self.texts[name] != self.titles[code])
        return found

    @cached_property
    def children(self) -> dict[str, list[str]]:
        """Concept -> its children."""
        return children_of(self.parents)

    @cached_property
    def unspecified(self) -> dict[str, list[str]]:
        """Concept -> its children whose preferred names say that they are unspecified."""
        return {
            code: found
            for code, below in self.children.items()
            if (found := [one for one in below if "unspecified" in self.titles.get(one, "").casefold()])
        }

    @cached_property
    def by_key(self) -> dict[int, list[int]]:
        """A number of content words -> the names that have just these."""
        found: dict[int, list[int]] = {}
        for name, key in enumerate(self.words.keys.tolist()):
            found.setdefault(key, []).append(name)
        return found

    @cached_property
    def nearest(self) -> NearestNames:
        """The names to be searched for the nearest of others."""
        return NearestNames(self.rows)

    @cached_property
    def shelf(self) -> Shelf:
        """The names as a query meets them."""
        concepts, nothing = np.zeros(len(self.texts), np.int64), np.empty(0, np.int64)
        index, texts = partial(Index, self.rows), self._texts_at
        return Shelf(self.title, None, self.words, concepts, nothing, index, {}, texts)

    def _texts_at(self, rows: np.ndarray) -> list[str]:
        return [self.texts[row] for row in rows.tolist()]


def read_side(db: Database, shelves: Shelves, terminology: Terminology, encoder: NameEncoder) -> MappedSide:
    """A terminology as a side of a mapping; concepts that are obsolete or that people took out are left out."""
    names, words = read_names_in_use(db, shelves, terminology, encoder), shelves.words(db, terminology)
    if not names.as_imported:
        words = WordIndex.of(names.texts, names.codes, words)
    return MappedSide(
        terminology.slug,
        terminology.title,
        names.titles,
        names.parents,
        names.codes,
        names.texts,
        names.exact,
        names.rows,
        words,
    )
