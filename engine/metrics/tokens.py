"""Names as counts of their words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from engine.text import words

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix


def token_counts(texts: Sequence[str], vocabulary: dict[str, int], grow: bool = True) -> csr_matrix:
    """How often each word stands in each text: float32 csr [texts, words], columns sorted.

    `vocabulary` is word -> column; it takes in new words, or with `grow=False` they are left out.
    """
    from scipy.sparse import csr_matrix

    columns: list[int] = []
    ends = [0]
    for text in texts:
        for word in words(text):
            column = vocabulary.setdefault(word, len(vocabulary)) if grow else vocabulary.get(word, -1)
            if column >= 0:
                columns.append(column)
        ends.append(len(columns))
    found = csr_matrix(
        (np.ones(len(columns), np.float32), np.array(columns, np.int64), np.array(ends, np.int64)),
        (len(texts), len(vocabulary)),
    )
    found.sum_duplicates()
    return found
