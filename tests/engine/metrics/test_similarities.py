"""The baselines against loops over the names, and word mover's distance against a linear programme."""

import numpy as np
import pytest
from scipy.optimize import linprog
from scipy.sparse import csr_matrix

from engine.evaluation.baselines import by_cca, by_encoder, by_tfidf
from engine.evaluation.word_movers import FAR, WordMovers
from engine.metrics.similarities import DrawnTies, Jaccard, MaskedSimilarity, UnitRows, best_names
from engine.text import words

POOL = ["heart attack", "attack of the heart", "lung", "—", "heart heart failure", "acute lung attack"]
QUERIES = ["heart attack", "unheard of", "!", "Lung failure"]
VECTORS = {word: i for i, word in enumerate(["heart", "attack", "of", "the", "lung", "failure", "acute"])}


def encode(texts):
    """A unit vector for each known word, zero for others."""
    rng = np.random.default_rng(2)
    table = rng.normal(size=(len(VECTORS), 5))
    table /= np.linalg.norm(table, axis=1, keepdims=True)
    return np.array([table[VECTORS[text]] if text in VECTORS else np.zeros(5) for text in texts], np.float32)


def test_jaccard_in_loops():
    found = Jaccard(QUERIES, POOL)
    expected = [
        [len(set(words(q)) & set(words(p))) / max(len(set(words(q)) | set(words(p))), 1) for p in POOL] for q in QUERIES
    ]
    assert np.allclose(found.block(0, 4), expected)
    assert np.allclose(found.block(1, 3), expected[1:3])
    assert found.silent.tolist() == [False, False, True, False]
    assert found.among(0, np.array([4, 1])).tolist() == pytest.approx([1 / 3, 2 / 4])


def moved(first, second):
    """Word mover's distance by a linear programme over all the words' flows."""
    first, second = ([word for word in words(text) if word in VECTORS] for text in (first, second))
    if not first or not second:
        return FAR
    costs = np.linalg.norm(encode(first)[:, None] - encode(second)[None, :], axis=2)
    n, m = costs.shape
    equal = np.zeros((n + m, n * m))
    for i in range(n):
        equal[i, i * m : (i + 1) * m] = 1
    for j in range(m):
        equal[n + j, j::m] = 1
    return linprog(costs.reshape(-1), A_eq=equal, b_eq=[1 / n] * n + [1 / m] * m).fun


def test_word_movers_distance_as_a_linear_programme():
    found = WordMovers(QUERIES, POOL, encode)
    for query in (0, 1, 3):
        expected = [-moved(QUERIES[query], name) for name in POOL]
        assert np.allclose(found.among(query, np.arange(6)), expected, atol=1e-3)
        assert np.allclose(found.among(query, np.array([4, 0])), [expected[4], expected[0]], atol=1e-3)
    assert found.silent.tolist() == [False, False, True, False]


def test_the_relaxed_distance_is_the_larger_of_both_sides_and_a_lower_bound():
    found = WordMovers(QUERIES, POOL, encode, exact=False)
    exact = WordMovers(QUERIES, POOL, encode)
    for query in (0, 3):
        own = encode([word for word in words(QUERIES[query]) if word in VECTORS])
        for place in (0, 1, 2, 4, 5):
            other = encode([word for word in words(POOL[place]) if word in VECTORS])
            costs = np.linalg.norm(own[:, None] - other[None, :], axis=2)
            expected = max(costs.min(axis=1).mean(), costs.min(axis=0).mean())
            score = found.among(query, np.array([place]))[0]
            assert score == pytest.approx(-expected, abs=1e-3)
            assert exact.block(query, query + 1)[0, place] == pytest.approx(score, abs=1e-5)
            assert exact.among(query, np.array([place]))[0] <= score + 1e-4
    assert found.block(0, 1)[0, 3] == -FAR
    assert found.block(2, 2).shape == (0, 6)


def test_concepts_stand_at_their_best_name_that_is_in_the_ranking():
    rows = UnitRows(np.array([[1.0]]), np.array([[0.2], [0.9], [0.5]]))
    members = csr_matrix(np.array([[1, 0, 0], [0, 1, 0], [1, 1, 0]])).tocsc()
    assert best_names(rows.block(0, 1), members).tolist() == [pytest.approx([0.5, 0.9, -np.inf])]
    assert best_names(MaskedSimilarity(rows, [1]).block(0, 1), members).tolist() == [pytest.approx([0.5, 0.5, -np.inf])]


def test_equal_scores_stand_in_an_order_drawn_for_each_query():
    rows = UnitRows(np.ones((400, 1)), np.array([[0.5], [0.5], [0.5], [0.6]]))
    drawn = DrawnTies(rows)
    scores = drawn.block(0, 400)
    assert (scores.argmax(axis=1) == 3).all()
    first = np.bincount(scores[:, :3].argmax(axis=1), minlength=3)
    assert first.sum() == 400 and first.min() > 100
    assert np.array_equal(drawn.block(7, 9), scores[7:9])
    assert np.array_equal(drawn.among(8, np.array([2, 0])), scores[8, [2, 0]])
    assert not np.array_equal(DrawnTies(rows, seed=1).block(0, 400), scores)
    assert DrawnTies(MaskedSimilarity(rows, np.zeros(400, int))).block(0, 1)[0, 0] == -np.inf


def test_tfidf_finds_what_is_spelt_alike():
    scores = by_tfidf(["hart atack", "!"], POOL)
    assert scores.block(0, 1)[0].argmax() == 0
    assert scores.silent.tolist() == [False, True]
    assert np.allclose(by_tfidf(POOL, POOL).block(0, 3)[[0, 1, 2], [0, 1, 2]], 1, atol=1e-4)


def test_cca_is_fitted_on_the_training_names_only():
    rng = np.random.default_rng(4)
    centres = rng.normal(size=(12, 6))
    texts = [f"{concept} {name}" for concept in range(12) for name in range(4)]
    noise = np.array([3.0, 3.0, 0.1, 0.1, 0.1, 0.1])  # two directions that tell nothing of the concept

    def noisy(asked):
        rows = []
        for text in asked:
            concept, name = map(int, text.split())
            rows.append(centres[concept] + noise * np.random.default_rng(concept * 10 + name).normal(size=6))
        rows = np.array(rows)
        return (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)

    concepts = np.repeat(np.arange(12), 4)
    plain = by_encoder(noisy)(texts, texts).block(0, 48)
    turned = by_cca(noisy, texts, concepts)(texts, texts).block(0, 48)
    same = (concepts[:, None] == concepts[None, :]) & ~np.eye(48, dtype=bool)
    other = concepts[:, None] != concepts[None, :]
    assert np.allclose(np.diag(turned), 1, atol=1e-5)
    assert turned[same].mean() - turned[other].mean() > plain[same].mean() - plain[other].mean()
