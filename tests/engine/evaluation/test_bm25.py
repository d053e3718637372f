"""BM25 against its formula in plain loops, and which names become candidates."""

import math

import numpy as np
import pytest
from scipy.sparse import csr_matrix

from engine.evaluation.bm25 import Bm25, Candidates, candidates
from engine.metrics.similarities import UnitRows
from engine.text import words

POOL = ["heart attack", "cardiac attack", "heart failure", "failure of the heart heart", "lung cancer", "—"]
CONCEPTS = csr_matrix(np.array([[1, 0, 0, 0], [1, 0, 0, 0], [0, 1, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]))


def formula(query, name, k1=1.2, b=0.75):
    names = [words(text) for text in POOL]
    mean = sum(map(len, names)) / len(names)
    total = 0.0
    for word in words(query):
        df = sum(word in text for text in names)
        idf = math.log(1 + (len(names) - df + 0.5) / (df + 0.5))
        tf = words(name).count(word)
        total += idf * tf * (k1 + 1) / (tf + k1 * (1 - b + b * len(words(name)) / mean))
    return total


def test_the_formula_in_loops():
    queries = ["heart attack", "Heart, heart", "kidney", ""]
    found = Bm25(queries, POOL)
    assert np.allclose(found.block(0, 4), [[formula(query, name) for name in POOL] for query in queries], atol=1e-6)
    assert found.silent.tolist() == [False, False, True, True]
    assert Bm25(["heart"], []).block(0, 1).shape == (1, 0)


def test_candidates_are_all_names_of_the_best_concepts():
    assert [c.tolist() for c in candidates(["attack"], POOL, CONCEPTS)] == [[0, 1]]
    # “heart attack” and “heart failure” are as good for “heart”: the first concept keeps its place.
    assert [c.tolist() for c in candidates(["heart", "kidney"], POOL, CONCEPTS, top=1)] == [[0, 1], []]
    assert [c.tolist() for c in candidates(["heart lung"], POOL, CONCEPTS, top=9)] == [[0, 1, 2, 3, 4]]


def test_the_querys_own_text_neither_retrieves_its_concept_nor_is_a_candidate():
    # “lung cancer” shares no word with another name; “heart attack” finds its concept by “cardiac attack”.
    found = candidates(["lung cancer", "heart attack"], POOL, CONCEPTS, own=np.array([4, 0]))
    assert found[0].tolist() == []
    assert found[1].tolist() == [1, 2, 3]


def test_only_candidates_are_ranked():
    rows = Candidates(
        UnitRows(np.array([[1.0], [2.0]]), np.array([[0.1], [0.3], [0.2]])), [np.array([0, 2]), np.zeros(0, int)]
    )
    assert rows.block(0, 2).tolist() == [pytest.approx([0.1, -np.inf, 0.2]), [-np.inf] * 3]
    assert rows.among(0, np.array([1, 2])).tolist() == pytest.approx([-np.inf, 0.2])
