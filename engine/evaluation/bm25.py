"""BM25 over the words of names: which concepts are worth a closer look (BNE section 4.2)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from engine.metrics.similarities import MaskedSimilarity, Similarity, SparseRows, best_names
from engine.metrics.tokens import token_counts

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix

K1, B = 1.2, 0.75
STEP = 64  # queries looked up together


class Bm25(SparseRows):
    """Okapi BM25 of queries with names, a name being the document.

    score = Σ over the query's words of idf · tf (k1 + 1) / (tf + k1 (1 − b + b · length / mean length)), with
    idf = ln(1 + (n − df + ½) / (df + ½)), which is never negative. A query without a known word is silent.
    """

    def __init__(self, queries: Sequence[str], pool: Sequence[str]) -> None:
        words: dict[str, int] = {}
        counts = token_counts(pool, words)
        query_counts, names = token_counts(queries, words, grow=False), counts.shape[0]
        length = np.asarray(counts.sum(axis=1)).reshape(-1)
        document_frequency = np.bincount(counts.indices, minlength=len(words))
        idf = np.log1p((names - document_frequency + 0.5) / (document_frequency + 0.5))
        norm = K1 * (1 - B + B * length / max(length.mean(), 1e-9)) if names else length
        tf = counts.data
        counts.data = (idf[counts.indices] * tf * (K1 + 1) / (tf + np.repeat(norm, np.diff(counts.indptr)))).astype(
            np.float32
        )
        super().__init__(query_counts, counts)


def candidates(
    queries: Sequence[str], pool: Sequence[str], members: csr_matrix, own: Any = None, top: int = 20
) -> list[np.ndarray]:
    """The places of all names of the `top` concepts whose best name is most like each query by BM25, rising.

    members: csr [names, concepts]; own int [q]: the query's own place, which neither retrieves its concept nor is
    among the candidates. A concept that shares no word with the query is not retrieved; equal scores keep the order of
    the concepts.
    """
    from engine.retrieval.index import best

    scores = MaskedSimilarity(Bm25(queries, pool), np.full(len(queries), -1) if own is None else own)
    by_concept, found = members.tocsc(), []
    for start in range(0, len(queries), STEP):
        stop = min(start + STEP, len(queries))
        for query, line in enumerate(best_names(scores.block(start, stop), by_concept), start):
            sharing = np.flatnonzero(line > 0)  # few: most concepts share no word with it
            concepts = sharing[best(line[sharing], top)]
            names = [by_concept.indices[by_concept.indptr[c] : by_concept.indptr[c + 1]] for c in concepts]
            places = np.unique(np.concatenate(names)) if names else np.zeros(0, np.int64)
            found.append(places[places != scores.own[query]].astype(np.int64))
    return found


class Candidates(Similarity):
    """Another similarity with everything but each query's candidates out of the ranking."""

    def __init__(self, inner: Similarity, places: Sequence[np.ndarray]) -> None:
        self.inner, self.places = inner, places
        self.silent, self.names = inner.silent, inner.names

    def block(self, start: int, stop: int) -> np.ndarray:
        scores = np.full((stop - start, self.names), -np.inf, dtype=np.float32)
        for query in range(start, stop):
            places = self.places[query]
            scores[query - start, places] = self.inner.among(query, places)
        return scores

    def among(self, query: int, places: np.ndarray) -> np.ndarray:
        known = np.isin(places, self.places[query])
        return np.where(known, self.inner.among(query, places), -np.inf).astype(np.float32)
