"""Ways to compare names: by an encoder, or by a baseline that the papers set beside theirs."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from engine.evaluation.word_movers import WordMovers
from engine.metrics.similarities import DrawnTies, Jaccard, Similarity, SparseRows, UnitRows
from engine.models.protocol import Encode

Compare = Callable[[Sequence[str], Sequence[str]], Similarity]  # texts of queries and of the pool
MOST_DISTANCES = 50_000_000  # query-name pairs; more of them take word mover's distance minutes


def by_encoder(encode: Encode) -> Compare:
    """Cosines of the unit rows that `encode` gives."""
    return lambda queries, pool: UnitRows(encode(queries), encode(pool))


def by_jaccard(queries: Sequence[str], pool: Sequence[str]) -> Similarity:
    """Shared words over all words; equal scores in a drawn order, here and in the other baselines."""
    return DrawnTies(Jaccard(queries, pool))


def by_tfidf(queries: Sequence[str], pool: Sequence[str]) -> Similarity:
    """Cosines of character TF-IDF, fitted on the pool."""
    from engine.vectors.lexical import CharacterTfidf

    tfidf = CharacterTfidf(pool)
    return DrawnTies(SparseRows(tfidf.encode(queries), tfidf.encode(pool)))


def by_word_movers(encode: Encode, exact: bool = True) -> Compare:
    """Word mover's distance over the rows of single words; see `WordMovers` for where it is relaxed."""
    return lambda queries, pool: DrawnTies(WordMovers(queries, pool, encode, exact))


def by_cca(encode: Encode, texts: Sequence[str], concepts: np.ndarray) -> Compare:
    """Cosines of an encoder's rows under CCA fitted on names and their concepts (CG's “CCA fastText”).

    The names must be training names: none of a held-out concept. A text of several concepts stands once for each.
    """
    from engine.learning.samplers import Names
    from engine.models.transforms.cca import CCA

    cca = CCA()
    state = cca.fit(Names(encode(texts), concepts, texts))
    return by_encoder(lambda queried: cca.apply(state, encode(queried)))
