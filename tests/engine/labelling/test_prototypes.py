"""Prototypes and what they suggest, worked out by hand."""

from __future__ import annotations

import numpy as np

from engine.labelling.prototypes import prototypes

X, Y, Z = np.eye(3, dtype=np.float32)


def rows(*given: np.ndarray) -> np.ndarray:
    return np.stack(given)


def test_a_prototype_is_the_direction_of_the_mean_of_the_labelled_names():
    found = prototypes(["a", "b"], {"a": rows(X, Y), "b": rows(Z)}, {})

    assert np.allclose(found.rows, [[0.70710678, 0.70710678, 0], [0, 0, 1]])
    assert found.sizes.tolist() == [2, 1]


def test_a_class_without_labels_goes_by_its_title_and_names():
    found = prototypes(["a", "b"], {"a": rows(X)}, {"a": rows(Z), "b": rows(Y, Y)})

    assert np.allclose(found.rows, [X, Y])
    assert found.sizes.tolist() == [1, 0]


def test_names_that_the_encoder_cannot_read_do_not_count():
    nothing = np.zeros(3, np.float32)
    found = prototypes(["a", "b", "c"], {"a": rows(nothing, X), "b": rows(nothing)}, {"b": rows(Y)})

    assert np.allclose(found.rows, [X, Y, nothing])
    assert found.sizes.tolist() == [1, 0, 0]


def test_classes_are_ranked_by_cosine_and_ties_keep_the_sets_order():
    found = prototypes(["a", "b", "c"], {"a": rows(X), "b": rows(Y), "c": rows(X)}, {})
    name = np.array([0.8, 0.6, 0], np.float32)

    assert [(title, round(score, 4)) for title, score in found.ranked(name)] == [("a", 0.8), ("c", 0.8), ("b", 0.6)]


def test_many_names_are_scored_in_parts_as_one_product_would(monkeypatch):
    rng = np.random.default_rng(0)
    names, classes = rng.normal(size=(25, 4)).astype(np.float32), rng.normal(size=(3, 4)).astype(np.float32)
    found = prototypes(["a", "b", "c"], {title: row[None] for title, row in zip("abc", classes, strict=True)}, {})
    whole = names @ found.rows.T
    monkeypatch.setattr("engine.labelling.prototypes.AT_ONCE", 7)

    assert np.allclose(found.scores(names), whole)
    assert found.scores(names[:0]).shape == (0, 3)
