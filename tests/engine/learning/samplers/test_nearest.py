from __future__ import annotations

import numpy as np
import pytest

from engine.errors import BadInput
from engine.learning.samplers import Names
from engine.learning.samplers.nearest import NearestNegatives, best
from engine.learning.samplers.negatives import FORMS, Negatives
from tests.engine.learning.samplers.splits import fits, split


def likelihoods(many: NearestNegatives, anchors: np.ndarray) -> np.ndarray:
    """The block form's chances, laid out as the small form lays them out."""
    columns, weights = many.candidates(anchors)
    found = np.zeros((len(anchors), len(many.names)))
    for line, (at, weight) in enumerate(zip(columns, weights, strict=True)):
        np.add.at(found[line], many.order[at], weight / weight.sum())
    return found


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("nearest", [0, 1, 40, 200, 5_000])
def test_the_block_form_is_the_small_form(form, nearest):
    rng = np.random.default_rng(3)
    classes = rng.integers(0, 300, 1_500)
    texts = [f"name {i}" for i in rng.integers(0, 1_400, 1_500)]  # a few stand in two classes
    names = split(classes, dim=12, texts=texts)
    anchors = rng.choice(1_500, 80, replace=False)
    expected = Negatives(names, names.rows, form, nearest).probabilities(anchors)
    found = likelihoods(NearestNegatives(names, names.rows, form, nearest), anchors)
    assert np.allclose(found, expected, rtol=1e-3, atol=1e-12)


@pytest.mark.parametrize("form", FORMS)
def test_draws_follow_the_small_form(form):
    names = split(np.arange(400) % 90, dim=6)
    anchors = np.tile([4, 250, 17], 20_000)
    drawn = NearestNegatives(names, names.rows, form, 30).draw(anchors, np.random.default_rng(0))
    for anchor in (4, 250, 17):
        expected = Negatives(names, names.rows, form, 30).probabilities(np.array([anchor]))[0]
        assert fits(np.bincount(drawn[anchors == anchor], minlength=400), expected)


def test_blocks_change_nothing(monkeypatch):
    names = split(np.arange(300) % 70, dim=6)
    anchors = np.random.default_rng(1).integers(0, 300, 900)
    whole = NearestNegatives(names, names.rows, nearest=20).draw(anchors, np.random.default_rng(2))
    monkeypatch.setattr("engine.learning.samplers.nearest.CELLS", 2_000)
    parts = NearestNegatives(names, names.rows, nearest=20)
    assert len(parts.cosines) < 10
    assert np.array_equal(parts.draw(anchors, np.random.default_rng(2)), whole)


@pytest.mark.parametrize(("width", "groups", "count"), [(60, 60, 7), (60, 20, 7), (60, 20, 20), (61, 61, 61)])
def test_best_against_sorting(width, groups, count):
    cosine = np.random.default_rng(0).integers(-9, 10, (50, width)).astype(np.float32) / 10  # many ties
    columns, values = best(cosine, count, groups)
    for line, at, value in zip(cosine, columns, values, strict=True):
        kept = at[value > -1.5]
        assert sorted(kept) == np.flatnonzero(line >= np.sort(line)[-count]).tolist()
        assert np.array_equal(line[kept], value[value > -1.5])


def test_equal_rows_weigh_as_in_the_small_form():
    # Two names on one point are 1e-9 apart by the clip; float32 cosines alone would say about 1e-7.
    rng = np.random.default_rng(0)
    names = split([0, 1, 1, 2, 2, 3], dim=300)
    rows = names.rows.copy()
    rows[3] = rows[0]
    rows[4] = rows[0] + 1e-3 * rng.normal(size=300)
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    expected = Negatives(names, rows).probabilities(np.array([0]))
    found = likelihoods(NearestNegatives(names, rows), np.array([0]))
    assert np.allclose(found, expected, rtol=1e-6)


@pytest.mark.parametrize("kind", [Negatives, NearestNegatives])
def test_nothing_left_is_a_fair_draw_of_other_classes(kind):
    names = split([0, 1, 2, 2], texts=["gout"] * 4)
    for anchor, others in ((0, [0, 1, 1, 1]), (1, [1, 0, 1, 1]), (3, [1, 1, 0, 0])):
        negatives = kind(names, names.rows, "inverse distance", 1)
        if kind is Negatives:
            drawn = negatives.draw(np.array([anchor]), 9_000, np.random.default_rng(5))[0]
        else:
            drawn = negatives.draw(np.full(9_000, anchor), np.random.default_rng(5))
        assert fits(np.bincount(drawn, minlength=4), others)


def test_a_class_that_is_nearly_everything():
    # 3,000 of 3,010 names in one class: only ten may be drawn, far fewer than the nearest asked for.
    names = split([0] * 3_000 + list(range(1, 11)))
    drawn = NearestNegatives(names, names.rows).draw(np.arange(3_000), np.random.default_rng(0))
    assert set(drawn.tolist()) <= set(range(3_000, 3_010))


def test_one_class_alone_has_no_negatives():
    names = Names(np.eye(2), np.array([3, 3]), ["a", "b"])
    with pytest.raises(BadInput, match="at least two classes"):
        NearestNegatives(names, names.rows)
