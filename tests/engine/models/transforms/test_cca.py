from __future__ import annotations

import numpy as np
import pytest
from scipy.linalg import subspace_angles
from sklearn.cross_decomposition import CCA as TheirCCA

from engine.errors import BadInput
from engine.learning.samplers.names import Names
from engine.models.transforms.cca import CCA, moments

DIM = 5
SMALL = 1e-9  # a ridge that changes nothing here


def names(classes: int = 40, each: int = 6, dim: int = DIM) -> Names:
    rng = np.random.default_rng(3)
    kinds = np.sort(rng.integers(0, classes, classes * each))
    spread = np.linspace(0.3, 3, dim)  # some directions tell the class, some hardly
    rows = rng.normal(size=(classes, dim))[kinds] + rng.normal(size=(len(kinds), dim)) * spread + 1
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    order = rng.permutation(len(kinds))
    return Names(rows[order], kinds[order], [str(i) for i in range(len(kinds))])


def both_sides(split: Names) -> tuple[np.ndarray, np.ndarray]:
    """X and Y of CG, by a loop: every name, and the unit mean of its class."""
    means = []
    for number in split.classes:
        mean = np.mean([row for row, c in zip(split.rows, split.classes, strict=True) if c == number], axis=0)
        means.append(mean / np.linalg.norm(mean))
    return split.rows.astype(np.float64), np.array(means, dtype=np.float64)


def test_correlations_and_subspaces_are_scikit_learns():
    split = names()
    x, y = both_sides(split)
    state = CCA("whitening", SMALL).fit(split)
    theirs = TheirCCA(DIM, scale=False, max_iter=50_000, tol=1e-12).fit(x, y)
    scores = zip(*(side.T for side in theirs.transform(x, y)), strict=True)
    np.testing.assert_allclose(state["correlation"], [np.corrcoef(a, b)[0, 1] for a, b in scores], atol=1e-4)
    for k in range(1, DIM):
        assert subspace_angles(state["map"][:, :k], theirs.x_rotations_[:, :k]).max() < 1e-2
        assert subspace_angles(state["concept_map"][:, :k], theirs.y_rotations_[:, :k]).max() < 1e-2


@pytest.mark.parametrize("at_once", [1, 7, 100, 4_096])
def test_moments_a_block_at_a_time_are_those_of_a_loop(monkeypatch, at_once):
    monkeypatch.setattr("engine.models.transforms.cca.AT_ONCE", at_once)
    split = names()
    x, y = both_sides(split)
    expected = x.mean(axis=0), y.mean(axis=0), x.T @ x / len(x), y.T @ y / len(x), x.T @ y / len(x)
    for found, wanted in zip(moments(split), expected, strict=True):
        np.testing.assert_allclose(found, wanted, atol=1e-7)


def test_variates_are_white_and_correlate_one_to_one():
    split = names()
    x, y = both_sides(split)
    state = CCA("whitening", SMALL).fit(split)
    left, right = (x - state["mean"]) @ state["map"], (y - state["concept_mean"]) @ state["concept_map"]
    np.testing.assert_allclose(np.cov(left.T, bias=True), np.eye(DIM), atol=1e-4)
    np.testing.assert_allclose(np.cov(right.T, bias=True), np.eye(DIM), atol=1e-4)
    np.testing.assert_allclose(left.T @ right / len(split), np.diag(state["correlation"]), atol=1e-4)


def test_the_correlation_form_scales_the_same_components():
    split = names()
    white, scaled = CCA("whitening", SMALL).fit(split), CCA("correlation", SMALL).fit(split)
    np.testing.assert_allclose(scaled["map"], white["map"] * white["correlation"], atol=1e-4)
    rows = split.rows[:3]
    expected = (rows - white["mean"]) @ white["map"] * white["correlation"]
    expected /= np.linalg.norm(expected, axis=1, keepdims=True)
    np.testing.assert_allclose(CCA("correlation").apply(scaled, rows), expected, atol=1e-4)


def test_unit_weights_are_the_same_directions_of_length_one():
    split = names()
    white, unit = (CCA(form, SMALL).fit(split) for form in ("whitening", "unit weights"))
    for side in ("map", "concept_map"):
        np.testing.assert_allclose(np.linalg.norm(unit[side], axis=0), 1, rtol=1e-5)
        np.testing.assert_allclose(unit[side], white[side] / np.linalg.norm(white[side], axis=0), atol=1e-5)
    both = CCA("unit weights, correlation", SMALL).fit(split)
    np.testing.assert_allclose(both["map"], unit["map"] * white["correlation"], atol=1e-5)


def test_names_come_nearer_to_their_concepts():
    split = names(classes=12, each=20)
    front = CCA("correlation")
    state = front.fit(split)
    _, y = both_sides(split)
    before = np.einsum("nd,nd->n", split.rows - split.rows.mean(0), y - y.mean(0)).mean()
    after = np.einsum("nd,nd->n", front.apply(state, split.rows), front.apply_to_concepts(state, y)).mean()
    assert after > before + 0.1


def test_names_without_a_vector_do_not_count():
    split = names()
    more = Names(
        np.vstack([split.rows, np.zeros((30, DIM))]), np.append(split.classes, [7] * 30), ["x"] * (len(split) + 30)
    )
    for name, array in CCA().fit(split).items():
        np.testing.assert_array_equal(CCA().fit(more)[name], array)


def test_fewer_names_than_numbers_a_row():
    rows = np.eye(8)[:4]
    state = CCA().fit(Names(rows, np.array([0, 0, 1, 1]), list("abcd")))
    assert np.isfinite(CCA().apply(state, rows.astype(np.float32))).all()


def test_one_concept_has_nothing_to_correlate_with():
    with pytest.raises(BadInput, match="at least two concepts"):
        CCA().fit(Names(np.eye(3), np.zeros(3, dtype=int), list("abc")))
