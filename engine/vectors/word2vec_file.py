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
from engine.text import tokenise
from engine.vectors.averaging import WordAverage
from engine.vectors.subwords import Subwords

_COUNTS = re.compile(rb"(\d{1,10}) (\d{1,5})\s*\n")
_LONGEST_WORD = 4096  # bytes
_NOT_TEXT = re.compile(rb"[\x00-\x08\x0e-\x1f]")


class Word2VecFile(WordAverage):
    """Vectors of whole words; as in the text file a word counts when it is one token of ours, the first of several."""

    subwords = Subwords(0, 0, 0)

    def __init__(self, path: Path, starts: dict[str, int], dim: int) -> None:
        self.path = path
        self.words = list(starts)
        self.dim = dim
        self._starts = starts

    @staticmethod
    def recognises(head: bytes) -> bool:
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
                token = tokenise(content[at:space].decode("utf-8", "replace"))  # a line end before it goes, too
                if len(token) == 1:
                    starts.setdefault(token[0], start)
                at = at_end
        if not starts:
            raise BadInput(f"{path} holds no word vectors; save the vectors again.")
        return cls(path, starts, dim)

    def rows(self, tokens: Sequence[str]) -> tuple[np.ndarray, np.ndarray]:
        found = np.zeros((len(tokens), self.dim), np.float32)
        known = np.zeros(len(tokens), bool)
        with self.path.open("rb") as file, mmap(file.fileno(), 0, access=ACCESS_READ) as content:
            for i, token in enumerate(tokens):
                start = self._starts.get(token)
                if start is not None:
                    found[i] = np.frombuffer(content[start : start + 4 * self.dim], "<f4")
                    known[i] = True
        return found, known
