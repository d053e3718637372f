"""fastText's own .bin file, read with numpy: the input matrix stays on disk, mapped into memory.

Layout (version 12, little-endian): magic, version, twelve int32 settings, a double, the dictionary (each word with
a NUL, an int64 count and an int8 type), a flag for quantisation, then rows and columns as int64 and the float32
matrix: first the words, then the n-gram buckets.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from mmap import ACCESS_READ, mmap
from pathlib import Path

import numpy as np

from engine.errors import BadInput, Damaged
from engine.vectors.averaging import WordAverage, index_of, mean_of_groups
from engine.vectors.subwords import Subwords

MAGIC = 793712314
VERSION = 12
END_OF_LINE = "</s>"
_SETTINGS = (
    "dim", "ws", "epoch", "minCount", "neg", "wordNgrams", "loss", "model", "bucket", "minn", "maxn",
    "lrUpdateRate", "t",
)  # fmt: skip
_HEAD = struct.Struct("<2i12id")
_SIZES = struct.Struct("<3i2q")
_ENTRY = struct.Struct("<qb")
_SHAPE = struct.Struct("<?qq")


class FastTextFile(WordAverage):
    """Words and subwords of a fastText model, skip-gram or CBOW, not quantised.

    The vector of a word of the vocabulary is the mean of its own row and its n-grams' rows, that of any other word
    the mean of its n-grams' rows, as `get_word_vector` gives. Punctuation has no n-grams that mean anything, so it has
    a vector only when it stands in the vocabulary.
    """

    def __init__(
        self, path: Path, words: list[str], counts: np.ndarray, table: np.ndarray, subwords: Subwords, settings: dict
    ) -> None:
        self.path = path
        self.words = words
        self.counts = counts
        self.table = table
        self.subwords = subwords
        self.settings = settings
        self.dim = int(table.shape[1])
        self._index = index_of(words)

    @staticmethod
    def recognises(head: bytes) -> bool:
        """Whether a file that begins with these bytes is of this format."""
        return head[:4] == struct.pack("<i", MAGIC)

    @classmethod
    def load(cls, path: Path) -> FastTextFile:
        """The vectors in a file; Damaged or BadInput when it cannot be read."""
        try:
            with path.open("rb") as file, mmap(file.fileno(), 0, access=ACCESS_READ) as content:
                words, counts, settings, at = _dictionary(content, path)
                quantised, rows, dim = _SHAPE.unpack_from(content, at)
                if not quantised:
                    _expect_output(content, _end_of_rows(content, at))
        except (struct.error, ValueError) as error:
            raise Damaged(f"The fastText file {path} is cut short or damaged; copy it again.") from error
        if quantised:
            raise BadInput(f"{path} is a quantised fastText model (.ftz); give the full .bin that it was made from.")
        if dim != settings["dim"] or rows != len(words) + settings["bucket"]:
            raise Damaged(f"The fastText file {path} contradicts itself about its size; copy it again.")
        at += _SHAPE.size
        table = np.memmap(path, np.dtype("<f4"), "r", offset=at, shape=(rows, dim))
        subwords = Subwords(settings["minn"], settings["maxn"], settings["bucket"])
        return cls(path, words, counts, table, subwords, settings)

    def rows(self, tokens: Sequence[str]) -> tuple[np.ndarray, np.ndarray]:
        """Raw vectors of `tokens`, float32 [m, dim], and which have one, bool [m]; the others are zero rows."""
        number = np.fromiter((self._index.get(token, -1) for token in tokens), np.int64, len(tokens))
        seen = number >= 0
        spelt = np.flatnonzero(seen | np.fromiter((token[0].isalnum() for token in tokens), bool, len(tokens)))
        owner, bucket = self.subwords.of([tokens[i] for i in spelt.tolist()])
        group = np.concatenate([np.flatnonzero(seen), spelt[owner]])
        member = np.concatenate([number[seen], bucket + len(self.words)])
        known = np.zeros(len(tokens), bool)
        known[group] = True
        return mean_of_groups(group, member, len(tokens), lambda rows: np.asarray(self.table[rows])), known


def _expect_output(content: mmap, at: int) -> None:
    """Raise ValueError unless the second matrix, which is not read, stands whole at `at`: the file is not cut short."""
    _end_of_rows(content, at)


def _end_of_rows(content: mmap, at: int) -> int:
    """Where the matrix ends whose flag and shape stand at `at`; ValueError unless all of it is there."""
    _, rows, dim = _SHAPE.unpack_from(content, at)
    end = int(at + _SHAPE.size + rows * dim * 4)
    if rows < 0 or dim < 0 or end > len(content):
        raise ValueError("cut short")
    return end


def _dictionary(content: mmap, path: Path) -> tuple[list[str], np.ndarray, dict, int]:
    """Words, their counts, the settings, and where the matrix begins."""
    _, version, *numbers = _HEAD.unpack_from(content, 0)
    if version > VERSION:
        raise BadInput(f"{path} is of a newer fastText format ({version}); save it with fastText 0.9.")
    settings = dict(zip(_SETTINGS, numbers, strict=True))
    at = _HEAD.size
    size, n_words, labels, _, pruned = _SIZES.unpack_from(content, at)
    if pruned >= 0:
        raise BadInput(f"{path} is a pruned fastText model (.ftz); give the full .bin that it was made from.")
    if settings["dim"] <= 0 or settings["bucket"] < 0 or n_words <= 0 or labels < 0 or size != n_words + labels:
        raise ValueError("sizes")
    at += _SIZES.size
    if size * (1 + _ENTRY.size) > len(content) - at:  # a word has at least its end, its count and its type
        raise ValueError("words")
    words: list[str] = []
    counts = np.zeros(n_words, np.int64)
    for number in range(size):
        end = content.find(b"\0", at)
        if end < 0:
            raise ValueError("words")
        if number < n_words:
            words.append(content[at:end].decode("utf-8", "replace"))
            counts[number] = _ENTRY.unpack_from(content, end + 1)[0]
        at = end + 1 + _ENTRY.size
    return words, counts, settings | {"labels": labels}, at
