from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import chisquare

from engine.errors import BadInput
from engine.learning.samplers.names import Names
from engine.learning.samplers.negatives import FORMS, Negatives


def names_at(degrees, classes, texts=None) -> Names:
    angles = np.deg2rad(degrees)
    rows = np.column_stack([np.cos(angles), np.sin(angles)])
    return Names(rows, np.array(classes), texts or [f"name {i}" for i in range(len(classes))])


def test_inverse_distance_by_hand():
    # From 0°: 60° is 0.5 away (weight 2), 90° is 1 away (weight 1), 180° is 2 away, clipped to 1 (weight 1).
    names = names_at([0, 60, 90, 180], [0, 1, 1, 2])
    probabilities = Negatives(names, names.rows).probabilities(np.array([0]))
    assert np.allclose(probabilities, [[0, 0.5, 0.25, 0.25]])


@pytest.mark.parametrize("form", FORMS)
def test_draws_follow_the_probabilities(form):
    rng = np.random.default_rng(0)
    rows = rng.normal(size=(30, 4))
    names = Names(rows / np.linalg.norm(rows, axis=1, keepdims=True), np.arange(30) % 3, [str(i) for i in range(30)])
    negatives = Negatives(names, names.rows, form)
    expected = negatives.probabilities(np.array([4]))[0] * 20_000
    drawn = np.bincount(negatives.draw(np.array([4]), 20_000, rng)[0], minlength=30)
    assert not drawn[expected == 0].any()
    likely = expected > 5
    seen, hoped = (np.append(counts[likely], counts[~likely].sum() + 1) for counts in (drawn, expected))
    assert chisquare(seen, hoped * seen.sum() / hoped.sum()).pvalue > 0.001


def test_inverse_density_is_wu_and_colleagues():
    rng = np.random.default_rng(1)
    dim = 5
    rows = rng.normal(size=(6, dim))
    names = Names(rows / np.linalg.norm(rows, axis=1, keepdims=True), np.array([0, 1, 1, 1, 1, 1]), list("abcdef"))
    distance = np.maximum(np.linalg.norm(names.rows[0] - names.rows[1:], axis=1).astype(float), 0.5)
    weights = 1 / (distance ** (dim - 2) * (1 - distance**2 / 4) ** ((dim - 3) / 2))
    found = Negatives(names, names.rows, "inverse density").probabilities(np.array([0]))[0, 1:]
    assert np.allclose(found, weights / weights.sum(), atol=1e-5)


def test_inverse_density_survives_many_dimensions():
    rng = np.random.default_rng(1)
    rows = rng.normal(size=(50, 300))
    rows[0] = rows[1]  # its own class is far nearer than anything that may be drawn
    names = Names(rows / np.linalg.norm(rows, axis=1, keepdims=True), np.minimum(np.arange(50) // 2, 9), ["x"] * 50)
    names = Names(names.rows, names.classes, [str(i) for i in range(50)])
    found = Negatives(names, names.rows, "inverse density").probabilities(np.arange(50))
    assert np.isfinite(found).all()
    assert np.allclose(found.sum(axis=1), 1)


def test_nearest_keeps_only_so_many():
    names = names_at([0, 10, 20, 30, 40, 50], [0, 0, 1, 1, 2, 2])
    found = Negatives(names, names.rows, "uniform", nearest=2).probabilities(np.array([0, 5]))
    assert found.tolist() == [[0, 0, 0.5, 0.5, 0, 0], [0, 0, 0.5, 0.5, 0, 0]]


def test_nearest_larger_than_what_there_is():
    names = names_at([0, 10, 20], [0, 1, 1])
    assert Negatives(names, names.rows, "uniform", nearest=2).probabilities(np.array([0])).tolist() == [[0, 0.5, 0.5]]


def test_a_text_that_the_anchors_class_also_has_is_no_negative():
    names = names_at([0, 10, 10, 90], [0, 0, 1, 1], ["gout", "Podagra", "podagra", "rash"])
    assert Negatives(names, names.rows).probabilities(np.array([0])).tolist() == [[0, 0, 0, 1]]


def test_nothing_left_falls_back_to_every_other_class():
    names = names_at([0, 10, 40], [0, 1, 2], ["gout", "gout", "gout"])
    assert Negatives(names, names.rows, "uniform").probabilities(np.array([0])).tolist() == [[0, 0.5, 0.5]]


def test_identical_rows_do_not_divide_by_zero():
    names = names_at([0, 0, 90], [0, 1, 1])
    found = Negatives(names, names.rows).probabilities(np.array([0]))
    assert np.isfinite(found).all()
    assert found[0, 1] > 0.999


def test_one_class_alone_has_no_negatives():
    names = names_at([0, 10], [3, 3])
    with pytest.raises(BadInput, match="at least two classes"):
        Negatives(names, names.rows)


def test_where_nothing_is_left_near_names_are_no_likelier():
    names = names_at([0, 10, 40], [0, 1, 2], ["gout", "gout", "gout"])
    found = Negatives(names, names.rows, "inverse distance", nearest=1).probabilities(np.array([0, 2]))
    assert found.tolist() == [[0, 0.5, 0.5], [0.5, 0.5, 0]]
