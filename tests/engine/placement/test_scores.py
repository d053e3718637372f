"""Scores of parents: hand-worked on five concepts, and against plain loops on drawn ones."""

from __future__ import annotations

import numpy as np
import pytest

from engine.placement.family import Family
from engine.placement.scores import CHILDLESS, NEAREST, OWN, by_both, by_children, by_own, children_scores, own_scores

FAMILY = Family(
    {"R": "all", "A": "a", "B": "b", "A1": "a one", "A2": "a two"},
    {"A": ["R"], "B": ["R"], "A1": ["A"], "A2": ["A", "B"]},
)


def test_a_parent_is_scored_by_its_own_name_and_its_children():
    own = np.array([0.1, 0.5, 0.4, 0.9, 0.7], dtype=np.float32)  # R, A, B, A1, A2
    assert by_own(own, FAMILY.links).tolist() == own.tolist()
    assert by_children(own, FAMILY.links)[:3] == pytest.approx([0.45, 0.8, 0.7])
    assert np.isneginf(by_children(own, FAMILY.links)[3:]).all()
    expected = [
        OWN * 0.1 + (1 - OWN) * 0.45,
        OWN * 0.5 + (1 - OWN) * 0.8,
        OWN * 0.4 + (1 - OWN) * 0.7,
        (OWN + (1 - OWN) * CHILDLESS) * 0.9,
        (OWN + (1 - OWN) * CHILDLESS) * 0.7,
    ]
    assert by_both(own, FAMILY.links) == pytest.approx(expected, abs=1e-6)


def test_a_concept_taken_out_counts_for_nobody():
    own = np.array([0.1, 0.5, 0.4, -np.inf, 0.7], dtype=np.float32)
    means, some = children_scores(own, FAMILY.links)
    assert means[1] == pytest.approx(0.7)  # A has A2 left
    scores = by_both(own, FAMILY.links)
    assert np.isneginf(scores[3]) and np.isfinite(scores[[0, 1, 2, 4]]).all()
    assert some.tolist() == [True, True, True, False, False]


def test_only_the_nearest_children_count_as_a_loop_finds_them():
    rng = np.random.default_rng(3)
    titles = {f"c{i}": str(i) for i in range(60)}
    parents = {f"c{i}": sorted({f"c{j}" for j in rng.integers(0, i, 2)}) for i in range(1, 60)}
    family = Family(titles, parents)
    own = rng.random(60).astype(np.float32)
    own[rng.integers(0, 60, 5)] = -np.inf
    means, some = children_scores(own, family.links)
    for place, code in enumerate(family.codes):
        below = [own[family.number[child]] for child, over in parents.items() if code in over]
        kept = sorted((float(score) for score in below if np.isfinite(score)), reverse=True)[:NEAREST]
        assert some[place] == bool(kept)
        assert means[place] == pytest.approx(np.mean(kept) if kept else -np.inf, abs=1e-6)


def test_own_scores_are_the_best_of_each_concepts_names():
    names = np.array([0.1, 0.9, 0.3, 0.2, 0.8], dtype=np.float32)
    assert own_scores(names, np.array([0, 2, 3])).tolist() == pytest.approx([0.9, 0.3, 0.8])
    assert len(own_scores(np.zeros(0, np.float32), np.zeros(0, np.int64))) == 0


def test_without_links_every_concept_is_a_leaf():
    flat = Family({"A": "a", "B": "b"}, {})
    own = np.array([0.5, 0.25], dtype=np.float32)
    assert by_both(own, flat.links) == pytest.approx((OWN + (1 - OWN) * CHILDLESS) * own)
