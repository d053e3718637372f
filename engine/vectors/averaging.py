"""From words to names: the mean of the vectors of a text's tokens."""

from __future__ import annotations

from abc import ABC, abstractmethod
from array import array
from collections.abc import Callable, Sequence
from functools import cached_property
from itertools import pairwise
from pathlib import Path

import numpy as np

from engine.errors import Damaged
from engine.text import tokenise
from store.files import sha256_of

SMALL = 4_096  # members whose rows numpy adds up; scipy, which is loaded for more, takes a third of a second to load


class WordAverage(ABC):
    """Encodes a text as the normalised mean of its tokens' raw vectors. A subclass gives the vectors of tokens.

    Nothing changes after loading, so several threads may encode at once.
    """

    dim: int
    path: Path
    words: list[str]

    @abstractmethod
    def rows(self, tokens: Sequence[str]) -> tuple[np.ndarray, np.ndarray]:
        """Raw vectors of `tokens`, float32 [m, dim], and which have one, bool [m]; the others are zero rows."""

    @cached_property
    def sha256(self) -> str:
        """The sha256 of the whole file, in hexadecimal."""
        return sha256_of(self.path)

    def encode(self, texts: Sequence[str]) -> np.ndarray:
        """Unit rows, float32 [len(texts), dim].

        Every token that has a vector counts, punctuation too; but a text in which no word has one (only punctuation,
        an emoji, words that a file without subwords does not hold) says nothing and is an all-zero row.
        """
        numbers: dict[str, int] = {}
        members, ends = array("i"), array("i", [0])
        for text in texts:
            for token in tokenise(text):
                members.append(numbers.setdefault(token, len(numbers)))
            ends.append(len(members))
        if not numbers:
            return np.zeros((len(texts), self.dim), np.float32)
        tokens = list(numbers)
        rows, known = self.rows(tokens)
        is_word = np.fromiter((token[0].isalnum() for token in tokens), bool, len(tokens))

        # The mean differs from the sum by a factor that the normalisation takes away.
        places, bounds = np.asarray(members), np.asarray(ends)
        sums = sums_of(rows, places, bounds)
        says = sums_of((known & is_word)[:, None].astype(np.float32), places, bounds)
        sums[says[:, 0] == 0] = 0
        norms = np.sqrt(np.einsum("ij,ij->i", sums, sums))
        self.refuse_not_numbers(norms)
        norms[norms == 0] = 1
        sums /= norms[:, None]
        return sums

    def refuse_not_numbers(self, values: np.ndarray) -> None:
        """Raise Damaged unless all `values`, which come from the file, are finite."""
        if not np.isfinite(values).all():
            raise Damaged(f"{self.path} holds values that are not numbers; train it again or copy it again.")


def sums_of(rows: np.ndarray, members: np.ndarray, ends: np.ndarray) -> np.ndarray:
    """Row i is the sum of `rows[members[ends[i]:ends[i + 1]]]`, added in this order; float32 [len(ends) - 1, dim]."""
    if len(members) > SMALL:
        from scipy.sparse import csr_matrix

        counts = csr_matrix((np.ones(len(members), np.float32), members, ends), shape=(len(ends) - 1, len(rows)))
        return np.asarray(counts @ rows)
    found = np.zeros((len(ends) - 1, rows.shape[1]), np.float32)
    for one, (start, end) in enumerate(pairwise(ends.tolist())):
        rows[members[start:end]].sum(axis=0, out=found[one])
    return found


def mean_of_groups(
    group: np.ndarray, member: np.ndarray, groups: int, gather: Callable[[np.ndarray], np.ndarray]
) -> np.ndarray:
    """The mean of `gather(member)` over the members of each group, float32 [groups, dim]; an empty group is zero.

    `group` and `member` are parallel; `gather` takes distinct members, so that a row in a file is read once.
    """
    distinct, place = np.unique(member, return_inverse=True)
    order = np.lexsort((place, group))
    sizes = np.bincount(group, minlength=groups)
    sums = sums_of(gather(distinct), place[order], np.concatenate([[0], np.cumsum(sizes)]))
    return sums / np.maximum(sizes, 1).astype(np.float32)[:, None]


def index_of(words: Sequence[str]) -> dict[str, int]:
    """Word to row; of a word that stands twice the first row counts."""
    return dict(zip(reversed(words), range(len(words) - 1, -1, -1), strict=True))
