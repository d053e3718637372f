"""A search held to the names of one language: those of others are masked as names taken out are."""

from __future__ import annotations

from copy import copy
from dataclasses import replace

import numpy as np

from engine.errors import BadInput
from engine.ranking.ranker import Ranker
from engine.ranking.shelves.shelves import Shelves
from engine.retrieval.delta import Delta
from store import imported_names, terminologies
from store.sqlite import Database


class LanguageShelves(Shelves):
    """The shelves of a workspace without the names of other languages than one, over what `whole` has in memory.

    Names that people added have no language and stay.
    """

    def __init__(self, whole: Shelves, language: str) -> None:
        vars(self).update(vars(whole))
        self._language = language
        self._held: dict[tuple[str, str], Delta] = {}  # by short name and import

    def delta(self, db: Database, slug: str) -> Delta:
        """The edits of a terminology as they stand, all names of other languages taken out."""
        key = slug, terminologies.fingerprint(db, slug)
        found, known = super().delta(db, slug), self._held.get(key)
        if known is None or known.last != found.last:
            others, own = imported_names.by_language(db, slug, self._language)
            first = self.names(db, slug).first
            rows = np.union1d(found.withdrawn, np.array([id - first for id, _, _ in others], np.int64))
            gone = {(code, norm) for _, code, norm in others} - own
            known = self._held[key] = replace(found, withdrawn=rows, gone=found.gone | gone)
        return known


def held_to(ranker: Ranker, language: str) -> Ranker:
    """The same ranker over the names of one language, as de or pt-BR; “pt” takes those of every country.

    BadInput, with the languages that there are, where no name is in it.
    """
    with ranker.workspace.reading() as db:
        there = imported_names.languages(db)
    if not any(imported_names.is_in(one, language) for one in there):
        raise BadInput(f"No name here is in “{language[:40]}”; there are names in {', '.join(there) or 'no language'}.")
    held = copy(ranker)
    held.shelves = LanguageShelves(ranker.shelves, language)
    return held
