"""Sent2Vec's .bin file: fastText's layout, whose buckets hold word n-grams (Pagliardini, Gupta and Jaggi 2018).

A text is the mean over its words that the file has and their n-grams, as `print-sentence-vectors` gives: an n-gram
runs over the words that are left when unknown ones are passed over, and with word numbers i, j, … its bucket is
(i · 116049371 + j) · 116049371 + … in 64 bits, modulo the number of buckets. Subwords play no part.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from engine.errors import BadInput
from engine.text import tokenise
from engine.vectors.averaging import mean_of_groups
from engine.vectors.fasttext_file import MAGIC, FastTextFile
from engine.vectors.subwords import Subwords
from engine.vectors.unit import unit

_MODEL = struct.Struct("<i32xi")  # the magic number and, after eight more, which model it is
_SENT2VEC, _WITH_CHARACTERS = 4, 5  # fastText's own are 1 to 3
_FACTOR = np.uint64(116049371)


class Sent2VecFile(FastTextFile):
    """Words and word n-grams of a Sent2Vec model, not quantised; a word that is not in the file has no vector."""

    @staticmethod
    def recognises(head: bytes) -> bool:
        """Whether a file that begins with these bytes is of this format."""
        return _model_of(head) in (_SENT2VEC, _WITH_CHARACTERS)

    @classmethod
    def load(cls, path: Path) -> Sent2VecFile:
        """The vectors in a file; Damaged or BadInput when it cannot be read."""
        with path.open("rb") as file:
            if _model_of(file.read(_MODEL.size)) == _WITH_CHARACTERS:
                raise BadInput(
                    f"{path} is a model of character and word n-grams (“cbow-c+w-ngrams”), which cannot be read; "
                    "give a .bin of Sent2Vec or fastText, or its words as a text file of vectors."
                )
        found = super().load(path)
        assert isinstance(found, Sent2VecFile)
        found.subwords = Subwords(0, 0, 0)
        return found

    def encode(self, texts: Sequence[str]) -> np.ndarray:
        """Unit rows, float32 [len(texts), dim]; zero for a text of which the file has no word but punctuation."""
        known = [[token for token in tokenise(text) if token in self._index] for text in texts]
        known = [tokens if any(token[0].isalnum() for token in tokens) else [] for tokens in known]
        owner = np.repeat(np.arange(len(texts)), np.array([len(tokens) for tokens in known], np.int64))
        number = np.array([self._index[token] for tokens in known for token in tokens], np.int64)
        groups, members = [owner], [number]
        hashes = number.astype(np.uint64)
        for n in range(1, self.settings["wordNgrams"] if self.settings["bucket"] else 1):
            if len(hashes) < 2:
                break
            hashes = hashes[:-1] * _FACTOR + number[n:].astype(np.uint64)
            inside = owner[:-n] == owner[n:]
            groups.append(owner[:-n][inside])
            buckets = (hashes[inside] % np.uint64(self.settings["bucket"])).astype(np.int64)
            members.append(buckets + len(self.words))
        group, member = np.concatenate(groups), np.concatenate(members)
        rows = mean_of_groups(group, member, len(texts), lambda at: np.asarray(self.table[at]))
        self.refuse_not_numbers(rows)
        return unit(rows)


def _model_of(head: bytes) -> int:
    """The number of the model in a file of fastText's layout; 0 for any other."""
    if len(head) < _MODEL.size:
        return 0
    magic, model = _MODEL.unpack_from(head)
    return int(model) if magic == MAGIC else 0
