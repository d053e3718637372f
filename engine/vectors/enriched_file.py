"""Vectors whose words learnt from the synonyms of terminologies, over other vectors that stay where they are.

Every word begins as its row in the base vectors, spread into d numbers by one projection for all. The row of a word in
the table is w times that, for a weight w of its own, and a correction of four bits a number.

    into       float16 [dim of the base, d]
    words      uint8 [bytes]            the words of the table, joined by line ends, UTF-8
    weight     float16 [V]
    moved      uint8 [V, d/2]           two four-bit numbers a byte, times the word's scale
    scale      float16 [V]

A word that neither the table nor the base vectors hold, and that one slip of the fingers parts from one they do hold,
lies mostly where that one lies: “ceftiaxone” near “ceftriaxone”.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from engine.errors import BadInput, Damaged
from engine.text.text_arrays import lines_of
from engine.vectors.averaging import WordAverage, index_of
from engine.vectors.compact_file import unpack_nibbles
from engine.vectors.parts import ENRICHED, open_part, refuse_cycle
from engine.vectors.recipe_file import kind_of, read
from engine.vectors.slips import one_slip_away
from store.files import sha256_of

_ARRAYS = {"into": ("F16", 2), "words": ("U8", 1), "weight": ("F16", 1), "moved": ("U8", 2), "scale": ("F16", 1)}
SHARE = 0.7  # of the likeliest word meant in the row of a misspelt one


class EnrichedFile(WordAverage):
    """Vectors read from an enriched file; `about` is the JSON object in its metadata."""

    def __init__(self, path: Path, base: Any, arrays: dict[str, np.ndarray], about: dict[str, Any]) -> None:
        self.path, self.base, self.about = path, base, about
        self._into = arrays["into"].astype(np.float32)
        self.dim = int(self._into.shape[1])
        learnt = lines_of(arrays["words"])
        self._index = index_of(learnt)
        self._weight, self._scale = arrays["weight"].astype(np.float32), arrays["scale"].astype(np.float32)
        self._shift = arrays["moved"]
        if not len(learnt) == len(self._weight) == len(self._shift) == len(self._scale):
            raise Damaged(
                f"The vectors file {path} contradicts itself about its size; make it again, or copy it again."
            )
        if len(self._into) != base.dim or self.dim != 2 * self._shift.shape[1]:
            raise Damaged(f"The vectors file {path} does not fit its base vectors; make it again, or copy it again.")
        self.words = list(dict.fromkeys([*base.words, *learnt]))
        self._places = index_of(self.words)

    @staticmethod
    def recognises(head: bytes) -> bool:
        """Whether a file that begins with these bytes is of this format."""
        return kind_of(head) == ENRICHED

    @classmethod
    def load(cls, path: Path) -> EnrichedFile:
        """The vectors in a file; Damaged or BadInput when it cannot be read, or when its base is another by now."""
        about, arrays = read(path, ENRICHED, _ARRAYS)
        id = about.get("base")
        if not arrays or not isinstance(id, str):
            raise Damaged(f"The vectors file {path} does not say what it enriches; make it again, or copy it again.")
        refuse_cycle(path, [id])
        base = word_vectors(path.parent, id)
        if base.sha256 != about.get("base_sha256"):
            raise Damaged(
                f"The vectors {path} were learnt over another “{id}” than the one that is here now; "
                "put that one back, or enrich it again."
            )
        return cls(path, base, arrays, about)

    @cached_property
    def sha256(self) -> str:
        """Hash of this file, which holds the hash of its base."""
        return hashlib.sha256(f"{sha256_of(self.path)}\t{self.base.sha256}".encode()).hexdigest()

    def rows(self, tokens: Sequence[str]) -> tuple[np.ndarray, np.ndarray]:
        """Raw vectors of `tokens`, float32 [m, dim], and which have one, bool [m]; the others are zero rows."""
        found, known = self._learnt_rows(tokens)
        meant = {place: word for place, token in enumerate(tokens) if (word := self._meant(token))}
        if meant:
            places = np.fromiter(meant, np.int64, len(meant))
            near, _ = self._learnt_rows(list(meant.values()))
            found[places] = (1 - SHARE) * found[places] + SHARE * near
            known[places] = True
        return found, known

    def _learnt_rows(self, tokens: Sequence[str]) -> tuple[np.ndarray, np.ndarray]:
        rows, known = self.base.rows(tokens)
        found = rows @ self._into
        number = np.fromiter((self._index.get(token, -1) for token in tokens), np.int64, len(tokens))
        here = np.flatnonzero(number >= 0)
        learnt = number[here]
        found[here] *= self._weight[learnt, None]
        found[here] += unpack_nibbles(self._shift[learnt]) * self._scale[learnt, None]
        known[here] = True
        return found, known

    def _meant(self, token: str) -> str:
        """The most frequent word one slip away from a token that no list has; empty for none."""
        if token in self._places:
            return ""
        return min(one_slip_away(token, self._places), key=self._places.__getitem__, default="")


def word_vectors(folder: Path, id: str) -> Any:
    """The vectors of words behind an id; BadInput where they are of another kind, such as a transformer."""
    found = open_part(folder, id)
    if not isinstance(found, WordAverage):
        raise BadInput(f"“{id}” has no rows of words to enrich; choose vectors that average the words of a name.")
    return found
