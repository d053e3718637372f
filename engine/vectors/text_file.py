"""word2vec's and GloVe's text file: a word and its numbers a line, with or without the line of counts before them.

A name of several words stands before a tab, as in the released BNE, or after a line of counts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from engine.errors import BadInput, Damaged
from engine.formats.opening.lines import GZIP, XZ, byte_lines
from engine.formats.opening.numbers import whole_number
from engine.vectors.keyed_rows import KeyedRows, key_of

_BLOCK = 10_000


class TextFile(KeyedRows):
    """Vectors of whole words and names; a word that is not in the file has none.

    Reading keeps one float32 row a word and holds no more of the file than that.
    """

    def __init__(self, path: Path, keys: dict[str, int], table: np.ndarray, unused: int = 0) -> None:
        super().__init__(keys, unused)
        self.path = path
        self.table = table
        self.dim = int(table.shape[1])

    @staticmethod
    def recognises(head: bytes) -> bool:
        """Whether a file that begins with these bytes is of this format."""
        if head.startswith((GZIP, XZ)):
            return True
        first, _, rest = head.partition(b"\n")
        counts = first.split()
        line, dim = (rest.split(b"\n", 1)[0], _counts(counts)[1]) if _counts(counts) else (first, 0)
        try:
            float(_parted(line, dim)[1][0])
        except (IndexError, ValueError):
            return False
        return b"\0" not in head

    @classmethod
    def load(cls, path: Path) -> TextFile:
        """The vectors in a file; Damaged or BadInput when it cannot be read."""
        keys: dict[str, int] = {}
        blocks, rows = [], []
        unused = 0
        for word, numbers in _lines(path):
            key = key_of(word)
            if not key or key in keys:
                unused += 1
                continue
            keys[key] = len(keys)
            rows.append(numbers)
            if len(rows) == _BLOCK:
                blocks.append(np.stack(rows))
                rows = []
        if rows:
            blocks.append(np.stack(rows))
        if not keys:
            raise BadInput(f"{path} holds no word vectors; give a word and its numbers on each line.")
        return cls(path, keys, np.concatenate(blocks), unused)

    def rows(self, tokens: Sequence[str]) -> tuple[np.ndarray, np.ndarray]:
        """Raw vectors of `tokens`, float32 [m, dim], and which have one, bool [m]; the others are zero rows."""
        number = np.fromiter((self.keys.get(token, -1) for token in tokens), np.int64, len(tokens))
        known = number >= 0
        found = self.table[np.maximum(number, 0)]
        found[~known] = 0
        return found, known


def _counts(parts: list[bytes]) -> tuple[int, ...]:
    """How many words and numbers follow, where a line says only that; else nothing."""
    found = [whole_number(part.decode("ascii", "replace")) for part in parts[:3]]
    return tuple(number for number in found if number is not None) if len(parts) == 2 and None not in found else ()


def _parted(line: bytes, dim: int = 0) -> tuple[bytes, list[bytes]]:
    """The word of a line and its numbers: parted by a tab, else the last `dim` are numbers, or all but the first."""
    word, tab, rest = line.rstrip().partition(b"\t")
    if tab and b" " in word.strip():
        return word.strip(), rest.split()
    parts = line.split()
    at = max(len(parts) - dim, 1) if dim else 1
    return b" ".join(parts[:at]), parts[at:]


def _lines(path: Path) -> Iterator[tuple[str, np.ndarray]]:
    """The word and the float32 numbers of each line; a word may itself hold spaces."""
    announced = dim = read = 0
    for line_number, line in enumerate(byte_lines(path), start=1):
        if not line.strip():
            continue
        if line_number == 1 and (counts := _counts(line.split())):
            announced, dim = counts
            continue
        word, parts = _parted(line, dim)
        dim = dim or len(parts)
        if not 0 < dim == len(parts):
            raise BadInput(
                f"{path}, line {line_number}: {len(parts)} numbers where {dim or 'some'} were expected; "
                "the file is damaged or not a text file of vectors."
            )
        try:
            numbers = np.array(parts, np.float32)
        except ValueError as error:
            raise BadInput(
                f"{path}, line {line_number} is not a word and {dim} numbers; save the vectors as a text file."
            ) from error
        read += 1
        yield word.decode("utf-8", "replace"), numbers
    if read < announced:
        raise Damaged(f"{path} announces {announced:,} words and holds {read:,}; it is cut short, copy it again.")
