"""Every target against a naive loop, ties, and two targets in turn."""

from __future__ import annotations

import numpy as np
import pytest

from engine.normalisation.candidate_names import SearchPool
from engine.normalisation.records import Hit
from engine.normalisation.request import TARGETS, Search
from engine.normalisation.search import Searcher, best_columns
from engine.normalisation.similarity import DenseSpace, HybridSpace, LexicalSpace
from engine.vectors.lexical import CharacterTfidf
from tests.engine.normalisation.small import NAMES, dictionary, letters

DATA = [("renal trouble", "C4"), ("podagra", "C3"), ("podagra", "C3"), ("breast cancer", "C2")]
QUERIES = ["breast cancers", "podagra of the toe", "nephropathies", "ovary"]


def best_of(query: str, target: str) -> tuple[str, float]:
    """The concept with the best text, or the best mean of its texts, worked out one by one."""
    texts: dict[str, list[str]] = {}
    if "O" in target:
        for concept, names in NAMES.items():
            texts.setdefault(concept, []).extend(names)
    if "D" in target.split("-")[0]:
        for text, concept in DATA:
            if text not in texts.setdefault(concept, []):
                texts[concept].append(text)
    asked = letters([query])[0]
    found = {}
    for concept, names in texts.items():
        rows = letters(names)
        mean = rows.mean(axis=0)
        found[concept] = float(mean @ asked / np.linalg.norm(mean) if target.endswith("C") else max(rows @ asked))
    winner = max(found, key=lambda concept: found[concept])
    return winner, found[winner]


@pytest.mark.parametrize("target", TARGETS)
def test_as_a_naive_loop(target: str) -> None:
    searcher = Searcher(SearchPool(dictionary(), DATA), DenseSpace(letters), Search.of(target))
    for query, found in zip(QUERIES, searcher.find(QUERIES), strict=True):
        concept, score = best_of(query, target)
        if not found.tied:
            assert found.hits[0].concept == concept
        assert found.score == pytest.approx(score, abs=1e-5)
        assert found.sieve == target


def test_equal_scores_go_to_what_the_data_says_most_often_and_are_counted() -> None:
    pool = SearchPool(dictionary(), [*DATA, ("gout", "C4"), ("gout", "C4"), ("gout", "C1")])
    found = Searcher(pool, DenseSpace(letters), Search.of("OD-T")).find(["gout"])[0]
    assert found.tied and found.hits[0] == Hit("C4", "gout", pytest.approx(1.0), "D")
    assert {hit.concept for hit in found.hits[:3]} == {"C1", "C3", "C4"}


def test_a_draw_decides_where_nothing_else_does_and_is_the_same_each_time() -> None:
    pool = SearchPool(dictionary(), [("ague", "C1"), ("ague", "C2")])
    drawn = [
        [Searcher(pool, DenseSpace(letters), Search.of("D-T"), seed).find(["ague"])[0].hits[0].concept] * 2
        for seed in range(20)
    ]
    again = [
        [s.find(["ague"])[0].hits[0].concept, s.find(["podagra", "ague"])[1].hits[0].concept]
        for s in (Searcher(pool, DenseSpace(letters), Search.of("D-T"), seed) for seed in range(20))
    ]
    assert drawn == again and {first for first, _ in drawn} == {"C1", "C2"}


def test_the_first_step_stands_only_above_the_threshold() -> None:
    pool = SearchPool(dictionary(), [("gaut", "C1")])
    for threshold, concept, sieve in ((0.7, "C1", "D-T"), (0.95, "C3", "O-T")):
        searcher = Searcher(pool, DenseSpace(letters), Search.of("D-T+O-T", threshold))
        found = searcher.find(["gout"])[0]
        assert (found.hits[0].concept, found.sieve) == (concept, sieve)
        assert {"C1", "C3"} <= {hit.concept for hit in found.hits}


def test_a_text_that_cannot_be_read_has_no_candidates() -> None:
    found = Searcher(SearchPool(dictionary()), DenseSpace(letters), Search.of("O-T")).find(["123"])[0]
    assert found.hits == () and found.score == -1


@pytest.mark.parametrize("target", ["O-T", "OD-C"])
def test_the_hybrid_score_is_the_weighted_mean_of_both(target: str) -> None:
    pool = SearchPool(dictionary(), DATA)
    tfidf = CharacterTfidf(pool.texts)
    both = Searcher(pool, HybridSpace(DenseSpace(letters), LexicalSpace(tfidf), 3.0), Search.of(target))
    dense = Searcher(pool, DenseSpace(letters), Search.of(target))
    lexical = Searcher(pool, LexicalSpace(tfidf), Search.of(target))
    score = {
        name: {hit.concept: hit.score for hit in searcher.find(["nephropathies"], 10)[0].hits}
        for name, searcher in (("both", both), ("dense", dense), ("lexical", lexical))
    }
    here = score["both"]["C4"]
    if target == "OD-C":
        assert here == pytest.approx((score["dense"]["C4"] + 3 * score["lexical"]["C4"]) / 4, abs=1e-5)
    assert here <= 1
    both.weigh(0.0)
    again = {hit.concept: hit.score for hit in both.find(["nephropathies"], 10)[0].hits}
    assert again == pytest.approx(score["dense"])


@pytest.mark.parametrize(("columns", "k"), [(5_003, 7), (640, 3), (64, 64), (10, 32), (1, 1), (129, 2)])
def test_as_a_full_sort(columns: int, k: int) -> None:
    scores = np.random.default_rng(0).normal(size=(9, columns)).astype(np.float32)
    places, seen = best_columns(scores, k)
    wanted = np.argsort(-scores, axis=1)[:, :k]
    np.testing.assert_array_equal(places, wanted)
    np.testing.assert_array_equal(seen, np.take_along_axis(scores, wanted, axis=1))


def test_negative_scores_of_a_short_last_group() -> None:
    scores = -1 - np.arange(70 * 64 + 1, dtype=np.float32)[None]
    assert best_columns(scores[:, ::-1], 2)[0].tolist() == [[70 * 64, 70 * 64 - 1]]


def test_no_columns() -> None:
    places, seen = best_columns(np.zeros((3, 0), np.float32), 5)
    assert places.shape == seen.shape == (3, 0)
