"""What other encoders make of each word, to stand beside the vectors' own rows while words learn from synonyms."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from engine.events import Progress
from engine.learning.word_filling import filled
from engine.learning.word_names import WordNames
from engine.learning.word_rows import WordSettings
from engine.models.transforms.rows import strongest_directions
from engine.retrieval.encoding_cache import RememberingEncoder
from engine.vectors.averaging import WordAverage, index_of


class WordTeacher:
    """An encoder whose rows of words are wanted; `read` reads them, `rows` then gives them."""

    def __init__(self, encoder: Any, names: WordNames) -> None:
        self._encoder, self._names = encoder, names
        self._remembered = RememberingEncoder(encoder.encode)

    def read(self) -> Iterator[Progress]:
        """Read the words, telling how far it is: a transformer takes minutes. Vectors of words need no reading."""
        if not isinstance(self._encoder, WordAverage):
            yield from self._remembered.read(self._lettered())

    def rows(self, settings: WordSettings, length: float) -> np.ndarray:
        """float32 [words, k] of mean square `length` times the teacher's weight, along the strongest directions but the
        first; fewer where the teacher has fewer. Zero for what begins with no letter; a word that vectors of words lack
        lies where names put it."""
        lettered = np.array([token[0].isalpha() for token in self._names.tokens])
        if isinstance(self._encoder, WordAverage):
            own, _ = self._encoder.rows(self._names.tokens)
            own = filled(self._names, own, places_of(self._encoder.words, self._names.tokens))
        else:
            own = np.zeros((len(lettered), self._encoder.dim), np.float32)
            own[lettered] = self._remembered(self._lettered())
        known = lettered & own.any(axis=1)
        strongest = _strongest_but_first(own[known], settings.teacher_numbers)
        found = np.zeros((len(lettered), strongest.shape[1]), np.float32)
        found[known] = strongest
        size = np.sqrt(length / np.square(strongest).sum(axis=1).mean())
        return (found * (settings.teacher_weight * size)).astype(np.float32)

    def _lettered(self) -> list[str]:
        return [token for token in self._names.tokens if token[0].isalpha()]


def places_of(words: list[str], tokens: list[str]) -> np.ndarray:
    """Where each token stands in a list of words, the most frequent first; −1 for one that it lacks."""
    places = index_of(words)
    return np.array([places.get(token, -1) for token in tokens])


def _strongest_but_first(rows: np.ndarray, numbers: int) -> np.ndarray:
    centred = rows - rows.mean(axis=0)
    return centred @ strongest_directions(centred.T @ centred)[:, 1 : 1 + numbers]
