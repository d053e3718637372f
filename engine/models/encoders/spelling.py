"""Names as words, and words as letters, in arrays that a network takes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import torch

from engine.errors import BadInput
from engine.text import tokenise

DIRECT, FOLDED = 1_024, 64  # Latin, Greek, Cyrillic have a number of their own; the rest of Unicode share sixty-four
ALPHABET = DIRECT + FOLDED
MOST_LETTERS, MOST_WORDS = 40, 64


class Spelling:
    """The tokens of texts, each distinct one kept once with its letters and its vector from `encode`.

    The first 40 letters of a token and the first 64 tokens of a name are read. A name without any token is read as one
    empty word.
    """

    def __init__(self, texts: Sequence[str], encode: Callable[[Sequence[str]], np.ndarray] | None) -> None:
        if encode is None:
            raise BadInput("This encoder reads single words, and nothing here gives their vectors; choose another.")
        numbers: dict[str, int] = {"": 0}
        found = [[numbers.setdefault(t, len(numbers)) for t in tokenise(text)[:MOST_WORDS]] or [0] for text in texts]
        words = list(numbers)
        self.lengths = np.fromiter((len(name) for name in found), np.int64, len(found))
        self.ends = np.cumsum(self.lengths)
        self.words = np.fromiter((number for name in found for number in name), np.int64, int(self.lengths.sum()))
        rows = np.asarray(encode(words[1:]), dtype=np.float32) if words[1:] else encode(["a"])[:0]
        self.vectors = np.concatenate([np.zeros((1, rows.shape[1]), np.float32), rows])
        self.letter_counts = np.fromiter((min(max(len(w), 1), MOST_LETTERS) for w in words), np.int64, len(words))
        self.letters = np.zeros((len(words), int(self.letter_counts.max())), dtype=np.int16)
        for place, word in enumerate(words):
            for at, letter in enumerate(word[:MOST_LETTERS]):
                self.letters[place, at] = letter_number(letter)

    def __len__(self) -> int:
        return len(self.lengths)

    def take(self, positions: np.ndarray) -> dict[str, Any]:
        """Of n names with w distinct words: `places` [n, longest] of words, padded with 0, and `lengths` [n]; the
        words' `vectors` [w, dim], `letters` [w, most], padded with 0, and `letter_counts` [w].

        Lengths and counts are arrays, which stay on the processor: torch asks there how much of each line is real.
        """
        lengths = self.lengths[positions]
        real = np.arange(int(lengths.max(initial=1))) < lengths[:, None]
        starts = self.ends[positions] - lengths
        flat = self.words[(starts[:, None] + np.arange(real.shape[1]))[real]]
        words, own = np.unique(flat, return_inverse=True)
        places = np.zeros(real.shape, dtype=np.int64)
        places[real] = own
        counts = self.letter_counts[words]
        letters = self.letters[words][:, : int(counts.max(initial=1))].astype(np.int64)
        tensors = {"places": places, "vectors": self.vectors[words], "letters": letters}
        return {name: torch.from_numpy(array) for name, array in tensors.items()} | {
            "lengths": lengths,
            "letter_counts": counts,
        }


def letter_number(letter: str) -> int:
    """Where a letter stands in the alphabet, the same on every machine."""
    code = ord(letter)
    return code if code < DIRECT else DIRECT + code % FOLDED
