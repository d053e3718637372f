from __future__ import annotations

import math

import numpy as np
import pytest
from sklearn.metrics import average_precision_score

from engine.metrics.hits import find_hits, hits_of
from engine.metrics.ranking import RankingMetrics, retrieval
from engine.metrics.similarities import MaskedSimilarity, UnitRows


def ranking_metrics(similarity: np.ndarray, relevant: np.ndarray, masked: np.ndarray | None = None) -> RankingMetrics:
    """Of rankings by falling similarity [q, n] against relevant bool [q, n]; masked places are out of the ranking."""
    scores = similarity if masked is None else np.where(masked, -np.inf, similarity)
    return RankingMetrics.of(hits_of(scores, *np.nonzero(relevant)))


def test_by_hand():
    similarity = np.array([[0.9, 0.8, 0.7, 0.6], [0.1, 0.4, 0.3, 0.2]])
    relevant = np.array([[True, False, True, False], [True, False, False, True]])
    found = ranking_metrics(similarity, relevant)
    # First: hits at ranks 1 and 3. Second: at ranks 3 (of similarity 0.2) and 4.
    assert np.allclose(found.average_precision, [(1 + 2 / 3) / 2, (1 / 3 + 2 / 4) / 2])
    assert found.accuracy.tolist() == [1, 0]
    assert np.allclose(found.reciprocal_rank, [1, 1 / 3])


def test_the_query_itself_is_masked():
    similarity = np.array([[1.0, 0.5, 0.4]])
    relevant = np.array([[True, False, True]])
    masked = np.array([[True, False, False]])
    found = ranking_metrics(similarity, relevant, masked)
    assert found.average_precision.tolist() == [0.5]
    assert found.accuracy.tolist() == [0]


def test_nothing_relevant_is_left_out_and_counted():
    found = ranking_metrics(np.array([[0.2, 0.1], [0.2, 0.1]]), np.array([[False, False], [True, False]]))
    assert math.isnan(found.average_precision[0])
    assert found.to_dict() == {"map": 1.0, "accuracy": 1.0, "mrr": 1.0, "queries": 1, "without_relevant": 1}


def test_equal_similarities_keep_the_pools_order():
    found = ranking_metrics(np.zeros((1, 3)), np.array([[False, True, False]]))
    assert found.reciprocal_rank.tolist() == [0.5]


def test_average_precision_as_scikit_learns():
    rng = np.random.default_rng(3)
    similarity, relevant = rng.normal(size=(20, 50)), rng.random((20, 50)) < 0.2
    expected = [average_precision_score(r, s) for r, s in zip(relevant, similarity, strict=True)]
    assert np.allclose(ranking_metrics(similarity, relevant).average_precision, expected)


def test_retrieval_as_one_big_ranking(monkeypatch):
    rng = np.random.default_rng(4)
    rows = rng.normal(size=(30, 8))
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    classes = rng.integers(0, 4, 30)
    whole = ranking_metrics(rows @ rows.T, classes[:, None] == classes[None, :], np.eye(30, dtype=bool))
    monkeypatch.setattr("engine.metrics.hits.CHUNK", 100)
    parts = RankingMetrics.of(find_hits(MaskedSimilarity(UnitRows(rows, rows), np.arange(30)), classes, classes))
    assert np.array_equal(parts.average_precision, whole.average_precision, equal_nan=True)


def test_a_query_without_a_vector_scores_nothing():
    pool = np.eye(2)
    found = retrieval(np.array([[0.0, 0.0], [1.0, 0.0]]), np.array([0, 0]), pool, np.array([0, 1]))
    assert found.average_precision.tolist() == [0, 1]


@pytest.mark.parametrize("shape", [(0, 3), (3, 0)])
def test_an_empty_split(shape):
    queries, pool = np.zeros((shape[0], 2)), np.zeros((shape[1], 2))
    found = retrieval(queries, np.zeros(shape[0], int), pool, np.zeros(shape[1], int)).to_dict()
    assert found["queries"] == 0
    assert math.isnan(found["map"])
