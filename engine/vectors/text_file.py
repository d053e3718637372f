"""word2vec's and GloVe's text file: a word and its numbers a line, with or without the line of counts before them."""

from __future__ import annotations

import gzip
import lzma
import zlib
from collections.abc import Iterator, Sequence
from io import BufferedIOBase
from pathlib import Path

import numpy as np

from engine.errors import BadInput, Damaged
from engine.text import tokenise
from engine.vectors.averaging import WordAverage, index_of
from engine.vectors.subwords import Subwords

_BLOCK = 10_000
_GZIP, _XZ = b"\x1f\x8b", b"\xfd7zXZ\x00"


class TextFile(WordAverage):
    """Vectors of whole words; a word that is not in the file has none.

    A line counts when its word is one token of ours (lower-cased); of several the first does. Reading keeps one
    float32 row a word and holds no more of the file than that.
    """

    subwords = Subwords(0, 0, 0)

    def __init__(self, path: Path, words: list[str], table: np.ndarray) -> None:
        self.path = path
        self.words = words
        self.table = table
        self.dim = int(table.shape[1])
        self._index = index_of(words)

    @staticmethod
    def recognises(head: bytes) -> bool:
        if head.startswith((_GZIP, _XZ)):
            return True
        first, _, rest = head.partition(b"\n")
        line = rest.split(b"\n", 1)[0] if _is_counts(first.split()) else first
        try:
            float(line.split()[1])
        except (IndexError, ValueError):
            return False
        return b"\0" not in head

    @classmethod
    def load(cls, path: Path) -> TextFile:
        words: dict[str, None] = {}
        blocks, rows = [], []
        for word, numbers in _lines(path):
            key = tokenise(word)
            if len(key) != 1 or key[0] in words:
                continue
            words[key[0]] = None
            rows.append(numbers)
            if len(rows) == _BLOCK:
                blocks.append(np.stack(rows))
                rows = []
        if rows:
            blocks.append(np.stack(rows))
        if not words:
            raise BadInput(f"{path} holds no word vectors; give a word and its numbers on each line.")
        return cls(path, list(words), np.concatenate(blocks))

    def rows(self, tokens: Sequence[str]) -> tuple[np.ndarray, np.ndarray]:
        number = np.fromiter((self._index.get(token, -1) for token in tokens), np.int64, len(tokens))
        known = number >= 0
        found = self.table[np.maximum(number, 0)]
        found[~known] = 0
        return found, known


def _is_counts(parts: list[bytes]) -> bool:
    """Whether a line says only how many words and numbers follow."""
    return len(parts) == 2 and all(part.isdigit() for part in parts)


def _open(path: Path) -> BufferedIOBase:
    with path.open("rb") as file:
        head = file.read(6)
    if head.startswith(_GZIP):
        return gzip.open(path)
    return lzma.open(path) if head == _XZ else path.open("rb")


def _lines(path: Path) -> Iterator[tuple[str, np.ndarray]]:
    """The word and the float32 numbers of each line; a word may itself hold spaces."""
    announced = dim = read = 0
    try:
        with _open(path) as file:
            for line_number, line in enumerate(file, start=1):
                parts = line.split()
                if not parts:
                    continue
                if line_number == 1 and _is_counts(parts):
                    announced, dim = int(parts[0]), int(parts[1])
                    continue
                dim = dim or len(parts) - 1
                if not 0 < dim < len(parts):
                    raise BadInput(
                        f"{path}, line {line_number}: {len(parts) - 1} numbers where {dim or 'some'} were expected; "
                        "the file is damaged or not a text file of vectors."
                    )
                try:
                    numbers = np.array(parts[-dim:], np.float32)
                    word = b" ".join(parts[:-dim]).decode("utf-8")
                except ValueError as error:
                    raise BadInput(
                        f"{path}, line {line_number} is not a word and {dim} numbers; save the vectors as a text file."
                    ) from error
                read += 1
                yield word, numbers
    except (EOFError, zlib.error, lzma.LZMAError, gzip.BadGzipFile) as error:
        raise Damaged(f"The compressed file {path} is cut short or damaged; copy it again.") from error
    if read < announced:
        raise Damaged(f"{path} announces {announced:,} words and holds {read:,}; it is cut short, copy it again.")
