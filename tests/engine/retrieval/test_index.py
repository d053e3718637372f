from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

from engine.device import let_go
from engine.retrieval.compact_file import open_compact, write_compact
from engine.retrieval.compact_rows import reached, reaching
from engine.retrieval.index import Index, best
from engine.retrieval.inverted_file import TRIED, open_inverted, write_inverted
from tests.engine.retrieval.conftest import rows_of


def exact(rows: np.ndarray, query: np.ndarray) -> np.ndarray:
    return (rows.astype(np.float64) @ query.astype(np.float64)).astype(np.float32)


def opened(path: Path, rows: np.ndarray, lists: int) -> Index:
    """An index with compact rows, and with lists where so many are asked for."""
    for _ in write_compact(path, rows, "one"):
        pass
    if lists:
        for _ in write_inverted(path, rows, "one", lists):
            pass
    return Index(rows, open_compact(path, "one"), open_inverted(path, "one") if lists else None)


def test_best_is_what_sorting_gives_ties_in_order() -> None:
    scores = np.array([0.5, 0.9, 0.5, 0.1, 0.9], dtype=np.float32)
    assert best(scores, 3).tolist() == [1, 4, 0]
    assert best(scores, 9).tolist() == [1, 4, 0, 2, 3]
    assert best(scores[:0], 3).tolist() == []


def test_search_of_many_agrees_with_one_by_one() -> None:
    rows = np.random.default_rng(0).standard_normal((500, 16)).astype(np.float32)
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    index = Index(rows)
    scores, places = index.search(rows[:5], 7)
    for query, line, found in zip(rows[:5], scores, places, strict=True):
        assert found.tolist() == best(index.scores(query), 7).tolist()
        np.testing.assert_allclose(line, index.scores(query)[found], atol=1e-6)


@pytest.mark.parametrize("lists", [0, 40])
@pytest.mark.parametrize("count", [1, 3, 20])
def test_a_search_of_the_whole_gives_what_all_rows_in_float32_give(written, lists: int, count: int) -> None:
    path, rows = written
    index = opened(path, rows, lists)
    queries = rows_of(500, seed=1)[:count].astype(np.float32)
    without = np.array([0, 3, 15_000])
    scores, places = index.search(queries, 100, without, whole=True)
    for query, line, found in zip(queries, scores, places, strict=True):
        expected = exact(rows, query)
        expected[without] = -np.inf
        assert found.tolist() == best(expected, 100).tolist()
        assert line.tolist() == expected[found].tolist()


def test_a_search_takes_no_reference_that_it_has_not(written) -> None:
    """Each took one from None, so that Python ended after some ten thousand queries."""
    path, rows = written
    index, query = opened(path, rows, 0), rows[:1].astype(np.float32)
    index.search(query, 10)
    before = sys.getrefcount(None)
    for _ in range(100):
        index.search(query, 10)
    assert abs(sys.getrefcount(None) - before) < 50


@pytest.mark.slow
def test_a_search_of_the_nearest_lists_misses_little_and_scores_exactly(written) -> None:
    path, rows = written
    index = opened(path, rows, 512)
    assert index.inverted is not None and index.inverted.lists == 512
    assert index.inverted.probed in TRIED and index.inverted.probed < 512
    queries = rows[100:140].astype(np.float32) + 0.3 * rows[200:240].astype(np.float32)
    queries /= np.linalg.norm(queries, axis=1, keepdims=True)
    without = np.array([7, 100, 101])
    scores, places = index.search(queries, 10, without)
    hits = 0
    for query, line, found in zip(queries, scores, places, strict=True):
        expected = exact(rows, query)
        assert line.tolist() == expected[found].tolist() and not set(found.tolist()) & set(without.tolist())
        expected[without] = -np.inf
        hits += int(np.count_nonzero(line >= np.sort(expected)[-10]))
    assert hits >= 0.98 * 400


@pytest.mark.parametrize(("names", "dim"), [(2_000, 50), (2_000, 51), (120, 8)])
def test_lists_are_made_of_rows_of_any_width_and_of_few_names(tmp_path: Path, names: int, dim: int) -> None:
    rows = rows_of(names, dim)
    index = opened(tmp_path / "index.npy", rows, 20)
    assert index.search(rows[100:101].astype(np.float32), 1)[0][0, 0] > 0.99


def test_more_names_than_there_are_give_all_there_are(written) -> None:
    path, rows = written
    index = opened(path, rows, 40)
    query = rows[:1].astype(np.float32)
    assert index.search(query, 40_000, np.arange(29_990))[1].shape == (1, 10)
    assert sorted(index.search(query, 40_000)[1][0].tolist()) == list(range(30_000))


@pytest.mark.slow
def test_lists_that_hold_too_little_for_a_query_leave_it_to_all_rows(written) -> None:
    path, rows = written
    index = opened(path, rows, 5_000)
    assert index.inverted is not None
    index.inverted.probed = 1
    query = rows[300:301].astype(np.float32)
    assert index.search(query, 500)[1].tolist() == [best(exact(rows, query[0]), 500).tolist()]


def test_rows_of_older_workspaces_in_float32_are_read_as_they_are() -> None:
    rows = rows_of(500).astype(np.float32)
    index = Index(rows)
    np.testing.assert_array_equal(index.take([3, 1]), rows[[3, 1]])
    np.testing.assert_allclose(index.scores(rows[0]), rows @ rows[0], atol=1e-6)
    assert index.search(rows[:1], 3)[1].tolist() == [best(rows @ rows[0], 3).tolist()]


@pytest.mark.parametrize("names", [31, 63, 4_001, 30_000])
def test_the_choice_is_that_of_sorting_all_scores_equal_ones_with_it(names: int) -> None:
    scores = np.random.default_rng(names).integers(0, max(2, names // 8), names).astype(np.float32)
    passed = np.flatnonzero(scores == scores.max())
    for without in (passed[:0], passed):
        scores[without] = -np.inf
        order = np.argsort(-scores, kind="stable")
        for k in (1, 2, 10, 100, names):
            k = min(k, names - len(without))
            least = float(scores[order[k - 1]])
            assert reaching(scores, least).tolist() == np.flatnonzero(scores >= least).tolist()
            found = reaching(scores, reached(scores, k))
            assert len(found) >= k and set(order[:k].tolist()) <= set(found.tolist())
            assert not set(found.tolist()) & set(without.tolist())


@pytest.mark.parametrize("k", [1, 100, 3_000, 29_990])
def test_a_search_gives_what_a_stable_sort_of_all_rows_gives(written, k: int) -> None:
    path, rows = written
    index = opened(path, rows, 0)
    queries = np.concatenate([rows[:3], rows[7:8], rows_of(500, seed=1)[:2]]).astype(np.float32)  # repeats and nothing
    scores, places = index.search(queries, k)
    for query, line, found in zip(queries, scores, places, strict=True):
        every = exact(rows, query)
        assert found.tolist() == np.argsort(-every, kind="stable")[:k].tolist()
        assert line.tolist() == every[found].tolist()


def test_rows_that_were_let_go_are_read_again(written) -> None:
    _, rows = written
    before = rows[:100].tolist()
    let_go(rows)
    assert rows[:100].tolist() == before
    let_go(np.zeros(3))
