"""A search held to the names of one language: those of others are masked as names taken out are.

They are neither found nor do they help to read a text or lend it names.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from engine.errors import BadInput
from engine.ranking.ranker import Ranker
from engine.ranking.shelves.read_version import OtherLanguages
from engine.ranking.shelves.shelves import Shelves
from engine.retrieval.delta import Delta
from store import imported_names
from store.sqlite import Database


class LanguageShelves(Shelves):
    """The shelves of a workspace without the names of other languages than one, over what `whole` has in memory: what
    either reads both have.

    Names that people added have no language and stay.
    """

    def __init__(self, whole: Shelves, language: str) -> None:
        vars(self).update(vars(whole))
        self._language = language

    def delta(self, db: Database, slug: str) -> Delta:
        """The edits of a terminology as they stand, all names of other languages taken out."""
        found, others = super().delta(db, slug), self._others(db, slug)
        if others.delta is None or others.delta.last != found.last:
            rows = np.union1d(found.withdrawn, others.rows)
            others.delta = replace(found, withdrawn=rows, gone=found.gone | others.names)
        return others.delta

    def _others(self, db: Database, slug: str) -> OtherLanguages:
        version = self._version(db, slug)
        if self._language not in version.other_languages:
            others, own = imported_names.by_language(db, slug, self._language)
            first = self.names(db, slug).first
            rows = np.array([id - first for id, _, _ in others], np.int64)
            names = frozenset((code, norm) for _, code, norm in others) - own
            version.other_languages[self._language] = OtherLanguages(rows, names)
        return version.other_languages[self._language]


def held_to(ranker: Ranker, language: str) -> Ranker:
    """The same ranker over the names of one language, as de or pt-BR; “pt” takes those of every country.

    BadInput, with the languages that there are, where no name is in it.
    """
    with ranker.workspace.reading() as db:
        there = imported_names.languages(db)
    if not any(imported_names.is_in(one, language) for one in there):
        raise BadInput(f"No name here is in “{language[:40]}”; there are names in {', '.join(there) or 'no language'}.")
    return ranker.over(LanguageShelves(ranker.shelves, language))
