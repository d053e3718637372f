"""Cohen's kappa by hand and against scikit-learn."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.metrics import cohen_kappa_score

from engine.labelling.agreement import agreement, in_words, kappa_of


def test_kappa_of_the_textbook_table():
    # 20 both yes, 5 yes/no, 10 no/yes, 15 both no: observed 0.7, chance 0.5 * 0.6 + 0.5 * 0.4 = 0.5
    pairs = [("yes", "yes")] * 20 + [("yes", "no")] * 5 + [("no", "yes")] * 10 + [("no", "no")] * 15

    assert kappa_of(pairs) == pytest.approx(0.4)


@pytest.mark.parametrize("seed", range(5))
def test_kappa_is_what_scikit_learn_says(seed):
    rng = np.random.default_rng(seed)
    one = rng.choice(list("abcd"), 80, p=[0.5, 0.3, 0.15, 0.05])
    other = np.where(rng.random(80) < 0.6, one, rng.choice(list("abce"), 80))

    assert kappa_of(list(zip(one, other, strict=True))) == pytest.approx(cohen_kappa_score(one, other))


def test_kappa_is_not_defined_where_chance_explains_everything():
    assert kappa_of([]) is None
    assert kappa_of([("a", "a")] * 3) is None
    assert kappa_of([("a", "b")] * 3) == 0


def test_only_common_names_count_and_the_differences_are_listed():
    found = agreement(
        "ann", "bea", {"x": "a", "y": "a", "z": "b", "mine": "a"}, {"z": "b", "y": "b", "x": "a", "hers": "b"}
    )

    assert (found.names, found.same, found.differ) == (3, 2, ("y",))
    assert found.kappa == pytest.approx(1 - (1 / 3) / (1 - (2 * 1 + 1 * 2) / 9))


def test_what_a_kappa_is_called():
    steps = [-0.1, 0.1, 0.3, 0.5, 0.7, 0.9]

    assert [in_words(k) for k in steps] == ["poor", "slight", "fair", "moderate", "substantial", "almost perfect"]
