"""Where texts are compared: dense rows, character TF-IDF, or both (the hybrid score).

A space turns names into columns once; scores of queries with them come in chunks. The hybrid score is
(dense + w · TF-IDF) / (1 + w) of the two cosines, so that equal texts score 1 with any weight.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Protocol

import numpy as np

from engine.models.protocol import Encode
from engine.vectors.lexical import CharacterTfidf
from engine.vectors.unit import unit

QUERIES_A_THREAD = 32  # queries that are worth a thread
FREQUENT = 0.05  # share of the names above which an n-gram is frequent
MOST_BYTES = 256 * 2**20  # of frequent n-grams that are written out


class Columns(Protocol):
    """Names, or means of names, ready to be compared."""

    def __len__(self) -> int:
        """How many columns there are."""
        ...

    def scores(self, queries: Any) -> np.ndarray:
        """Cosines, float32 [queries, len(self)]."""
        ...

    def means(self, members: Sequence[Sequence[int]]) -> Columns:
        """Columns of the mean rows of the members (C: a concept's texts)."""
        ...


class Space(Protocol):
    """Turns texts into columns and into queries."""

    def columns(self, texts: Sequence[str]) -> Columns:
        """Names ready to be compared, one column a text."""
        ...

    def queries(self, texts: Sequence[str]) -> Any:
        """Rows that `Columns.scores` takes; may be cut by [start:stop]."""
        ...


class DenseSpace:
    """Rows of an encoder."""

    def __init__(self, encode: Encode) -> None:
        self.encode = encode

    def columns(self, texts: Sequence[str]) -> DenseColumns:
        """Unit rows of the texts, float32 [len(texts), dim]."""
        return DenseColumns(self.queries(texts))

    def queries(self, texts: Sequence[str]) -> np.ndarray:
        """Rows of the texts, float32 [len(texts), dim]."""
        return np.ascontiguousarray(self.encode(list(texts)), np.float32)


class DenseColumns:
    """Unit rows [n, dim]."""

    def __init__(self, rows: np.ndarray) -> None:
        self.rows = rows

    def __len__(self) -> int:
        return len(self.rows)

    def scores(self, queries: np.ndarray) -> np.ndarray:
        """Products of rows, the cosines of unit rows: float32 [queries, n]."""
        product: np.ndarray = queries @ self.rows.T
        return product

    def means(self, members: Sequence[Sequence[int]]) -> DenseColumns:
        """Means of the raw rows, then of unit length, for the cosine (TS equation 8)."""
        return DenseColumns(unit(_averaging(members, len(self.rows)) @ self.rows))


class LexicalSpace:
    """Character TF-IDF."""

    def __init__(self, tfidf: CharacterTfidf) -> None:
        self._tfidf = tfidf

    def columns(self, texts: Sequence[str]) -> LexicalColumns:
        """Unit rows of the texts, csr [len(texts), features]."""
        return LexicalColumns(self._tfidf.encode(texts))

    def queries(self, texts: Sequence[str]) -> Any:
        """Unit rows of the texts, csr [len(texts), features]; zeros for a text without a known n-gram."""
        return self._tfidf.encode(texts)


class LexicalColumns:
    """Sparse unit rows. Their frequent n-grams are kept written out, the others by n-gram, so that a query reads only
    those it has: nearly all that a sparse product would do, it would do for the few n-grams that many names have."""

    def __init__(self, rows: Any) -> None:
        from scipy.sparse import csr_matrix

        self.rows = rows
        often = np.bincount(rows.indices, minlength=rows.shape[1])
        at_most = MOST_BYTES // (rows.dtype.itemsize * max(1, rows.shape[0]))
        self._frequent = np.sort(
            np.argsort(-often, kind="stable")[: min(at_most, (often > FREQUENT * len(self)).sum())]
        )
        self._written_out = np.ascontiguousarray(rows[:, self._frequent].toarray().T)
        by_ngram = csr_matrix(rows.T)
        by_ngram.data[np.repeat(np.isin(np.arange(len(often)), self._frequent), often)] = 0
        by_ngram.eliminate_zeros()
        self._by_ngram = by_ngram

    def __len__(self) -> int:
        return int(self.rows.shape[0])

    def scores(self, queries: Any) -> np.ndarray:
        """The product, written out; each core takes some of the queries."""
        cores = min(os.cpu_count() or 1, max(1, queries.shape[0] // QUERIES_A_THREAD))
        bounds = np.linspace(0, queries.shape[0], cores + 1).astype(int).tolist()
        found = np.empty((queries.shape[0], len(self)), np.float32)
        np.matmul(queries[:, self._frequent].toarray(), self._written_out, out=found)

        def add(start: int, stop: int) -> None:
            found[start:stop] += (queries[start:stop] @ self._by_ngram).toarray()

        with ThreadPoolExecutor(cores) as threads:
            list(threads.map(add, bounds, bounds[1:]))
        return found

    def means(self, members: Sequence[Sequence[int]]) -> LexicalColumns:
        """Means of the rows, then of unit length."""
        from sklearn.preprocessing import normalize

        means = _averaging(members, len(self)) @ self.rows
        return LexicalColumns(normalize(means) if len(members) else means)


class HybridSpace:
    """A dense and a lexical space; `weight` 0 is the dense one alone."""

    def __init__(self, dense: DenseSpace, lexical: LexicalSpace, weight: float) -> None:
        self.dense, self.lexical, self.weight = dense, lexical, weight

    def columns(self, texts: Sequence[str]) -> HybridColumns:
        """Columns of both spaces."""
        return HybridColumns(self.dense.columns(texts), self.lexical.columns(texts), self.weight)

    def queries(self, texts: Sequence[str]) -> HybridQueries:
        """Rows of both spaces."""
        return HybridQueries(self.dense.queries(texts), self.lexical.queries(texts))


def space_of(encode: Encode | None, texts: Sequence[str], weight: float) -> Space:
    """The hybrid space of an encoder and TF-IDF over these texts; one of the two alone without encoder or weight."""
    if encode is None:
        return LexicalSpace(CharacterTfidf(texts))
    dense = DenseSpace(encode)
    return HybridSpace(dense, LexicalSpace(CharacterTfidf(texts)), weight) if weight else dense


def encoder_of(space: Space) -> Encode | None:
    """The encoder of a dense space, or of the dense half of a hybrid one."""
    dense = space.dense if isinstance(space, HybridSpace) else space
    return dense.encode if isinstance(dense, DenseSpace) else None


class HybridQueries:
    """Dense and lexical rows of the same queries."""

    def __init__(self, dense: np.ndarray, lexical: Any) -> None:
        self.dense, self.lexical = dense, lexical

    def __getitem__(self, part: slice) -> HybridQueries:
        return HybridQueries(self.dense[part], self.lexical[part])


class HybridColumns:
    """The weighted mean of two scores."""

    def __init__(self, dense: DenseColumns, lexical: LexicalColumns, weight: float) -> None:
        self.dense, self.lexical, self.weight = dense, lexical, weight

    def __len__(self) -> int:
        return len(self.dense)

    def weighted(self, weight: float) -> HybridColumns:
        """The same columns with another weight."""
        return HybridColumns(self.dense, self.lexical, weight)

    def scores(self, queries: HybridQueries) -> np.ndarray:
        """(dense + w · lexical) / (1 + w), float32 [queries, n]."""
        found = self.lexical.scores(queries.lexical)
        found *= self.weight
        found += self.dense.scores(queries.dense)
        found /= 1 + self.weight
        return found

    def means(self, members: Sequence[Sequence[int]]) -> HybridColumns:
        """Columns of the mean rows of both kinds, each of unit length."""
        return HybridColumns(self.dense.means(members), self.lexical.means(members), self.weight)


def _averaging(members: Sequence[Sequence[int]], size: int) -> Any:
    """csr [len(members), size] whose product with rows gives the members' means."""
    from scipy.sparse import csr_matrix

    lengths = [len(places) for places in members]
    values = np.repeat([1 / max(1, length) for length in lengths], lengths).astype(np.float32)
    places = np.fromiter((place for one in members for place in one), np.int64, sum(lengths))
    return csr_matrix((values, places, np.concatenate([[0], np.cumsum(lengths)])), (len(members), size))
