"""Running text as passages: its sentences, long ones in parts of about the same length."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from engine.vectors.corpus import corpus_lines

_END = re.compile(r"(?<=[.?!;])\s+(?=[A-Z0-9(])")
FEWEST_WORDS, MOST_WORDS = 5, 32  # words of a passage


def passages(text: Path) -> Iterator[str]:
    """The passages of a text file, in its order; those of fewer than five words are left out. Raises as
    `corpus_lines`."""
    for line in corpus_lines(text):
        for sentence in _END.split(line):
            found = sentence.split()
            if len(found) < FEWEST_WORDS:
                continue
            size = -(-len(found) // -(-len(found) // MOST_WORDS))
            for start in range(0, len(found), size):
                if len(part := found[start : start + size]) >= FEWEST_WORDS:
                    yield " ".join(part)
