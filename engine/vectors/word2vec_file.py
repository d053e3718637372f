"""word2vec's own .bin file: a line of counts, then for each word its text, a space and its float32 numbers.

The numbers stay on disk, mapped into memory; a name reads the rows of its words.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from mmap import ACCESS_READ, mmap
from pathlib import Path

import numpy as np

from engine.errors import BadInput, Damaged
from engine.vectors.keyed_rows import KeyedRows, key_of
from engine.workspace import written_whole

_COUNTS = re.compile(rb"(\d{1,10}) (\d{1,5})\s*\n")
_LONGEST_WORD = 4096  # bytes
_NOT_TEXT = re.compile(rb"[\x00-\x08\x0e-\x1f]")


class Word2VecFile(KeyedRows):
    """Vectors of whole words and phrases, as in the text file."""

    def __init__(self, path: Path, starts: dict[str, int], dim: int, unused: int = 0) -> None:
        super().__init__(starts, unused)
        self.path = path
        self.dim = dim

    @staticmethod
    def recognises(head: bytes) -> bool:
        """Whether a file that begins with these bytes is of this format."""
        match = _COUNTS.match(head)
        if not match:
            return False
        rest = head[match.end() :]
        try:
            rest[:-3].decode("utf-8")  # the last character may be cut
        except UnicodeDecodeError:
            return True
        return bool(_NOT_TEXT.search(rest))

    @classmethod
    def load(cls, path: Path) -> Word2VecFile:
        """The vectors in a file; Damaged or BadInput when it cannot be read."""
        starts: dict[str, int] = {}
        with path.open("rb") as file, mmap(file.fileno(), 0, access=ACCESS_READ) as content:
            match = _COUNTS.match(content)
            assert match is not None
            count, dim, at = int(match[1]), int(match[2]), match.end()
            if not dim:
                raise BadInput(f"{path} announces vectors of no numbers; save the vectors again.")
            for number in range(count):
                space = content.find(b" ", at, at + _LONGEST_WORD)
                start = space + 1
                at_end = start + 4 * dim
                if space < 0 or at_end > len(content):
                    raise Damaged(f"{path} announces {count:,} words and holds {number:,}; copy it again.")
                key = key_of(content[at:space].decode("utf-8", "replace").strip())  # a line end stands before it
                if key:
                    starts.setdefault(key, start)
                at = at_end
        if not starts:
            raise BadInput(f"{path} holds no word vectors; save the vectors again.")
        return cls(path, starts, dim, count - len(starts))

    def rows(self, tokens: Sequence[str]) -> tuple[np.ndarray, np.ndarray]:
        """Raw vectors of `tokens`, float32 [m, dim], and which have one, bool [m]; the others are zero rows."""
        found = np.zeros((len(tokens), self.dim), np.float32)
        known = np.zeros(len(tokens), bool)
        with self.path.open("rb") as file, mmap(file.fileno(), 0, access=ACCESS_READ) as content:
            for i, token in enumerate(tokens):
                start = self.keys.get(token)
                if start is not None:
                    found[i] = np.frombuffer(content[start : start + 4 * self.dim], "<f4")
                    known[i] = True
        return found, known


def write_word2vec(out: Path, words: Sequence[str], rows: np.ndarray) -> int:
    """Write to `out` the words, none with a blank, and their rows [n, d] as float32; the bytes written."""
    with written_whole(out) as temporary, open(temporary, "wb") as file:
        file.write(f"{len(words)} {rows.shape[1]}\n".encode())
        for word, row in zip(words, rows, strict=True):
            file.write(word.encode() + b" " + row.astype("<f4").tobytes() + b"\n")
    return out.stat().st_size
