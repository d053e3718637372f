"""Ranks by counting and by sorting, against plain loops; classes that overlap; ties; what is out of the ranking."""

import numpy as np
import pytest
from scipy.sparse import csr_matrix
from sklearn.metrics import average_precision_score, label_ranking_average_precision_score

from engine.metrics import hits
from engine.metrics.hits import Hits, find_hits, hits_of, memberships, merged
from engine.metrics.ranking import RankingMetrics
from engine.metrics.similarities import MaskedSimilarity, UnitRows
from tests.engine.evaluation.naive import naive_metrics

WAYS = [10**9, -1]  # always counted, always sorted


def cases():
    rng = np.random.default_rng(11)
    plain = rng.normal(size=(12, 40)).astype(np.float32)
    tied = rng.integers(-2, 3, (12, 40)).astype(np.float32)
    tied[tied == 0] *= rng.choice([-1, 1], (tied == 0).sum())  # 0 and −0 are equal
    masked = tied.copy()
    masked[rng.random(tied.shape) < 0.3] = -np.inf
    return {"plain": plain, "tied": tied, "masked": masked, "double": tied.astype(np.float64)}


@pytest.mark.parametrize("few", WAYS)
@pytest.mark.parametrize("share", [0.02, 0.5, 1.0])
@pytest.mark.parametrize("case", cases())
def test_as_the_definition_says(case, share, few, monkeypatch):
    monkeypatch.setattr(hits, "MOST_COUNTED", few)
    scores = cases()[case]
    relevant = np.random.default_rng(5).random(scores.shape) < share
    found = RankingMetrics.of(hits_of(scores.copy(), *np.nonzero(relevant)))
    expected = naive_metrics(scores, relevant)
    assert np.array_equal(found.accuracy, expected[1], equal_nan=True)
    assert np.array_equal(found.reciprocal_rank, expected[2], equal_nan=True)
    assert np.allclose(found.average_precision, expected[0], atol=1e-14, rtol=0, equal_nan=True)


@pytest.mark.parametrize("few", WAYS)
def test_as_scikit_learns_without_ties(few, monkeypatch):
    monkeypatch.setattr(hits, "MOST_COUNTED", few)
    rng = np.random.default_rng(6)
    scores = rng.permuted(np.tile(np.linspace(-1, 1, 300, dtype=np.float32), (25, 1)), axis=1)
    relevant = rng.random(scores.shape) < 0.1
    found = hits_of(scores, *np.nonzero(relevant)).average_precision()
    assert np.allclose(found, [average_precision_score(r, s) for r, s in zip(relevant, scores, strict=True)])
    assert found.mean() == pytest.approx(label_ranking_average_precision_score(relevant, scores))


def test_both_ways_give_the_same_ranks():
    rng = np.random.default_rng(7)
    scores = rng.integers(0, 6, (9, 200)).astype(np.float32)
    query, place = np.nonzero(rng.random(scores.shape) < 0.3)
    for counted, sorted_ in zip(hits._counted(scores, query, place), hits._sorted(scores, query, place), strict=True):
        assert counted.tolist() == sorted_.tolist()


def test_a_query_of_several_classes_finds_the_names_of_any():
    # Names: a in classes 0 and 1, b in 1, c in 2, d in none. Queries: of 0 and 2, of 1, of none.
    pool = csr_matrix(np.array([[1, 1, 0], [0, 1, 0], [0, 0, 1], [0, 0, 0]]))
    queries = csr_matrix(np.array([[1, 0, 1], [0, 1, 0], [0, 0, 0]]))
    rows = np.eye(4, dtype=np.float32)
    similar = np.array([[0.9, 0.8, 0.7, 0.6], [0.1, 0.2, 0.3, 0.4], [1, 1, 1, 1]], np.float32)
    found = find_hits(UnitRows(similar, rows), queries, pool)
    assert found.query.tolist() == [0, 0, 1, 1]
    assert found.rank.tolist() == [1, 3, 3, 4]
    assert found.total.tolist() == [2, 2, 0]
    assert np.allclose(found.average_precision()[:2], [(1 + 2 / 3) / 2, (1 / 3 + 2 / 4) / 2])
    assert np.isnan(found.average_precision()[2]) and np.isnan(found.coverage(1)[2])
    assert found.coverage(3)[:2].tolist() == [1, 0.5]


def test_class_numbers_are_memberships_of_one_class():
    rng = np.random.default_rng(8)
    rows, of_queries, of_pool = rng.normal(size=(50, 6)), rng.integers(3, 9, 20), rng.integers(3, 9, 50)
    others = MaskedSimilarity(UnitRows(rows[:20], rows), np.arange(20))
    by_number = find_hits(others, of_queries, of_pool)
    of_query_members, of_pool_members = memberships(of_queries, of_pool)
    by_member = find_hits(others, of_query_members, of_pool_members)
    relevant = of_queries[:, None] == of_pool[None, :]
    scores = rows[:20].astype(np.float32) @ rows.astype(np.float32).T
    scores[np.arange(20), np.arange(20)] = -np.inf
    expected = naive_metrics(scores, relevant)
    for found in (by_number, by_member):
        assert np.allclose(found.average_precision(), expected[0], equal_nan=True)


def test_equal_texts_become_one_name():
    first, members = merged(["b", "a", "b", "c", "b"], np.array([0, 1, 2, -1, 2]))
    assert first.tolist() == [0, 1, 3]
    assert members.toarray().tolist() == [[1, 0, 1], [0, 1, 0], [0, 0, 0]]
    first, members = merged(np.array([4, 4]), np.array([0, 0]), width=3)
    assert first.tolist() == [0] and members.toarray().tolist() == [[1, 0, 0]]
    assert merged([], np.zeros(0, int))[1].shape == (0, 0)


def test_what_no_ranking_reached_counts_as_not_found():
    found = Hits(np.array([0]), np.array([2]), np.array([2, 1]))
    assert found.average_precision().tolist() == [0.25, 0]
    assert found.accuracy().tolist() == [0, 0]
    assert found.reciprocal_rank().tolist() == [0.5, 0]
    assert found.coverage(2).tolist() == [0.5, 0]


def test_a_silent_query_and_a_masked_one():
    pool = np.array([[1, 0], [0, 1], [1, 0]], np.float32)
    rows = MaskedSimilarity(UnitRows(np.array([[1, 0], [0, 0]]), pool), [0, -1])
    found = find_hits(rows, np.array([5, 5]), np.array([5, 4, 5]))
    assert found.total.tolist() == [1, 2]
    assert found.average_precision().tolist() == [1, 0]
    assert found.reciprocal_rank().tolist() == [1, 0]


def test_blocks_do_not_change_anything(monkeypatch):
    rng = np.random.default_rng(9)
    rows, classes = rng.normal(size=(33, 4)), rng.integers(0, 5, 33)
    whole = find_hits(MaskedSimilarity(UnitRows(rows, rows), np.arange(33)), classes, classes)
    monkeypatch.setattr(hits, "CHUNK", 70)
    parts = find_hits(MaskedSimilarity(UnitRows(rows, rows), np.arange(33)), classes, classes)
    assert all(np.array_equal(a, b) for a, b in zip(vars(whole).values(), vars(parts).values(), strict=True))


@pytest.mark.parametrize(("queries", "names"), [(0, 3), (3, 0), (0, 0)])
def test_nothing_to_ask_or_to_find(queries, names):
    found = find_hits(
        UnitRows(np.ones((queries, 2)), np.ones((names, 2))), np.zeros(queries, int), np.zeros(names, int)
    )
    assert len(found.rank) == 0 and len(found.total) == queries
    assert len(found.accuracy()) == queries and np.isnan(found.accuracy()).all()
