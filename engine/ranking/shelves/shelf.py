"""The names of one terminology as a query meets them: their words, their rows, and which of them people took out."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from engine.ranking.question import BRIDGE, OWN, PARENT, Question
from engine.retrieval.index import Index, nearest_to_any
from engine.retrieval.word_index import WordIndex, content_key
from engine.text.qualifiers import qualifiers

DENIES = re.compile(r"\b(?:without|not?|non)\b", re.IGNORECASE)
NEAREST = {OWN: 60, BRIDGE: 40, PARENT: 20}  # names taken for a block by its rows, and as many by its words
SCANNED = 3  # variants of which every row is compared: the query's own readings, then those lent
WORDED = 16  # variants of a block whose words are looked up in every name
SAME = 80  # names with the very words of a variant that are taken
ALONE = ("cosine", "words of both", "likeness")  # weighed anew where no other terminology knows the query
SIMILARITIES = ("cosine", "words of the query", "words of the name", "words of both", "same words")


@dataclass(frozen=True)
class Shelf:
    """Names side by side: `words` of them, `concepts` int64 [names] their concepts' numbers, `hidden` rows taken out.

    Row i is the name with the number `first` + i; names that people added have none, and `first` is None. `index` gives
    the encoder's rows; nobody asks for those of a terminology that only lends. `unspecified` are the children of a
    concept, by its number, whose names say that they are unspecified; `texts` reads the names at rows.
    """

    title: str
    first: int | None
    words: WordIndex
    concepts: np.ndarray
    hidden: np.ndarray
    index: Callable[[], Index]
    unspecified: Mapping[int, Sequence[int]]
    texts: Callable[[np.ndarray], list[str]]

    def denoted(self, text: str) -> list[int]:
        """The numbers of the concepts that have a name with exactly the content words of `text`."""
        found = self.words.with_key(text)
        if len(self.hidden):
            found = np.setdiff1d(found, self.hidden)
        return list(dict.fromkeys(self.concepts[found].tolist()))

    def is_hidden(self, name: int) -> bool:
        """Whether people took out the name with this number."""
        return self.first is not None and bool(np.isin(name - self.first, self.hidden))

    def find(self, question: Question, top: int = 10) -> np.ndarray:
        """The rows worth a closer look, sorted: the nearest by vectors and by words, and those with the same words.

        `top` is how many candidates are wanted at least, where there are so many names.
        """
        if not len(self.words):
            return np.empty(0, np.int64)
        found: list[np.ndarray] = self._nearest_by_rows(question, top)
        for block in NEAREST:
            texts = [question.variants[place].text for place in question.block(block)]
            found += [self.words.with_key(text)[:SAME] for text in texts]
            found.append(self.words.nearest(texts[:WORDED], names_taken(block, top)))
        candidates = np.unique(np.concatenate(found))
        return np.setdiff1d(candidates, self.hidden) if len(self.hidden) else candidates

    def _nearest_by_rows(self, question: Question, top: int) -> list[np.ndarray]:
        """The rows nearest to the variants of each block, all found in one pass over the rows."""
        scanned = [place for place, row in enumerate(question.rows[:SCANNED]) if row.any()]
        if not scanned:
            return []
        most = max(names_taken(question.variants[place].block, top) for place in scanned)
        scores, rows = self.index().search(question.rows[scanned], most, self.hidden)
        found = []
        for block in NEAREST:
            here = [at for at, place in enumerate(scanned) if question.variants[place].block == block]
            if here:
                count = names_taken(block, top)
                found.append(nearest_to_any(scores[here, :count], rows[here, :count], count))
        return found

    def compare(self, question: Question, places: np.ndarray) -> Likeness:
        """How like the variants of a question these rows are."""
        rows = self.index().take(places) if len(places) else np.empty((0, question.rows.shape[1]), np.float32)
        cosines = rows @ question.rows.T
        texts = [variant.text for variant in question.variants]
        of_query, of_name = self.words.shares(texts, places)
        same = (self.words.keys[places][:, None] == np.array([content_key(text) for text in texts])).astype(np.float32)
        for at, text in enumerate(texts):
            if DENIES.search(text):
                self._part(same[:, at], places, text)
        return Likeness(cosines, of_query, of_name, same)

    def _part(self, same: np.ndarray, places: np.ndarray, text: str) -> None:
        """Takes out of `same`, float32 [names], those that deny something else in the words of a text: “laceration with
        a foreign body without penetration”, “without a foreign body with penetration”."""
        alike = np.flatnonzero(same)
        if not len(alike):
            return
        for place, name in zip(alike, self.texts(places[alike]), strict=True):
            if qualifiers(name).denied_words != qualifiers(text).denied_words:
                same[place] = 0


def names_taken(block: str, top: int) -> int:
    """How many names are taken for a block where `top` candidates are wanted."""
    return max(NEAREST[block], 3 * top) if block == OWN else NEAREST[block]


@dataclass(frozen=True)
class Likeness:
    """Likeness of names to variants, each float32 [names, variants]: the cosine; the share, by rarity, of the variant's
    words that the name has, and of the name's that the variant has; 1 where both have the same words."""

    cosines: np.ndarray
    of_query: np.ndarray
    of_name: np.ndarray
    same: np.ndarray

    @classmethod
    def of(cls, parts: Sequence[Likeness]) -> Likeness:
        """The names of all parts, one below the other."""
        return cls(
            *(
                np.concatenate([getattr(part, field) for part in parts])
                for field in ("cosines", "of_query", "of_name", "same")
            )
        )

    def at(self, places: np.ndarray) -> Likeness:
        """The names at these places."""
        return Likeness(self.cosines[places], self.of_query[places], self.of_name[places], self.same[places])

    @property
    def both(self) -> np.ndarray:
        """The harmonic mean of the two shares of words."""
        found: np.ndarray = 2 * self.of_query * self.of_name / (self.of_query + self.of_name + 1e-6)
        return found

    def total(self) -> np.ndarray:
        """A first, rough likeness: cosine, shared words and sameness added up."""
        found: np.ndarray = self.cosines + self.both + self.same
        return found

    def similarities(self, places: Sequence[int]) -> np.ndarray:
        """SIMILARITIES to the variants at `places`, float32 [names, 5]; zeros where there are none.

        The shares of words are those of the variant that is most like the name, the others the best of any.
        """
        if not len(places):
            return np.zeros((len(self.cosines), len(SIMILARITIES)), np.float32)
        likest = np.asarray(places)[self.total()[:, places].argmax(axis=1)]
        at = np.arange(len(likest))
        return np.stack(
            [
                self.cosines[:, places].max(axis=1),
                self.of_query[at, likest],
                self.of_name[at, likest],
                self.both[:, places].max(axis=1),
                self.same[:, places].max(axis=1),
            ],
            axis=1,
        )
