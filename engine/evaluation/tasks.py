"""The papers' tasks: each gives one number a query, so that means, intervals and comparisons of encoders follow.

outcome = synonym_retrieval(Masked(Rows(rows[own], rows), own), query_classes, pool_classes)
outcome.to_dict(), compared(outcome, other)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from engine.errors import BadInput
from engine.evaluation.bm25 import Candidates
from engine.evaluation.outcome import KS, Outcome
from engine.metrics import significance
from engine.metrics.hits import Hits, find_hits, memberships
from engine.metrics.similarities import Similarity


def compared(a: Outcome, b: Outcome, draws: int = significance.DRAWS, seed: int = 0) -> dict[str, dict[str, Any]]:
    """Metric -> {"difference", "low", "high", "p"} of `a` − `b` by paired bootstrap; BadInput for other queries."""
    sizes = [{metric: len(numbers) for metric, numbers in outcome.numbers.items()} for outcome in (a, b)]
    if a.task != b.task or sizes[0] != sizes[1]:
        raise BadInput(f"“{a.task}” and “{b.task}” were not measured on the same queries; measure both anew.")
    if a.judged is not None:
        spearman = significance.paired_spearman
        return {m: spearman(a.numbers[m], b.numbers[m], a.judged, draws, seed) for m in a.numbers}
    return {m: significance.paired_bootstrap(a.numbers[m], b.numbers[m], draws, seed) for m in a.numbers}


def synonym_retrieval(similarity: Similarity, query_classes: Any, pool_classes: Any) -> Outcome:
    """mAP of ranking all names of the pool, those of the query's concept being right (CG section 5.1).

    Classes: numbers int [q], [n], or memberships csr. Mask a query that stands in the pool (`similarities.Masked`).
    """
    hits = find_hits(similarity, query_classes, pool_classes)
    return Outcome("retrieval", {"map": hits.average_precision()}, int(similarity.silent.sum()))


def concept_mapping(similarity: Similarity, query_classes: Any, pool_classes: Any) -> Outcome:
    """Acc and MRR of the same ranking: is the best name right, and where does the first right name stand (CG 5.1)?

    The paper ranks names, not prototypes.
    """
    hits = find_hits(similarity, query_classes, pool_classes)
    numbers = {"accuracy": hits.accuracy(), "mrr": hits.reciprocal_rank()}
    return Outcome("mapping", numbers, int(similarity.silent.sum()))


def mean_coverage(similarity: Similarity, query_classes: Any, pool_classes: Any, ks: Sequence[int] = KS) -> Outcome:
    """Share of a name's synonyms found among its k nearest names, for each k (BNE section 4.1)."""
    hits = find_hits(similarity, query_classes, pool_classes)
    return Outcome("coverage", {f"coverage@{k}": hits.coverage(k) for k in ks}, int(similarity.silent.sum()))


def candidate_retrieval(
    similarity: Similarity, places: Sequence[np.ndarray], query_classes: Any, pool_classes: Any, own: Any = None
) -> Outcome:
    """mAP, Acc and MRR of ranking each query's candidates only (BNE section 4.2; `bm25.candidates` finds them).

    A synonym that is no candidate counts as not found, so that the numbers are those of the whole search; “reached” is
    the share of the synonyms that are candidates, the most that any similarity could find. `own` int [q]: the query's
    own place, −1 where it is not in the pool.
    """
    queries, pool = memberships(query_classes, pool_classes)
    relevant = (queries @ pool.T).tocsr()
    mine = np.full(relevant.shape[0], -1) if own is None else np.asarray(own)
    total, reached = np.zeros(relevant.shape[0], np.int64), np.zeros(relevant.shape[0], np.int64)
    for query, known in enumerate(places):
        right = relevant.indices[relevant.indptr[query] : relevant.indptr[query + 1]]
        right = right[right != mine[query]]
        total[query], reached[query] = len(right), np.isin(right, known).sum()
    found = find_hits(Candidates(similarity, places), queries, pool)
    hits = Hits(found.query, found.rank, total)
    numbers = {
        "map": hits.average_precision(),
        "accuracy": hits.accuracy(),
        "mrr": hits.reciprocal_rank(),
        "reached": np.where(total == 0, np.nan, reached / np.maximum(total, 1)),
    }
    return Outcome("bm25", numbers, int(similarity.silent.sum()))


def ranking_per_level(similarity: Similarity, levels: Mapping[int, tuple[Any, Any]]) -> Outcome:
    """mAP at each level of a hierarchy: a name that shares any class with the query at that level is right (HLS 4.3).

    levels: level -> (classes of the queries, classes of the pool); memberships, since classes overlap.
    """
    numbers = {f"map level {level}": find_hits(similarity, *both).average_precision() for level, both in levels.items()}
    return Outcome("levels", numbers, int(similarity.silent.sum()))


def hypernym_detection(levels: Mapping[int, tuple[Similarity, Any, Any]]) -> Outcome:
    """MRR at each level: mentions rank all names of the concepts of that level, their own classes' are right (HLS 4.3).

    levels: level -> (similarity of the mentions with the level's names, classes of the mentions, classes of the names).
    """
    numbers = {f"mrr level {level}": find_hits(*parts).reciprocal_rank() for level, parts in levels.items()}
    silent = max((int(similarity.silent.sum()) for similarity, _, _ in levels.values()), default=0)
    return Outcome("hypernyms", numbers, silent)
