"""Two maps over each other, and what moved between them."""

from __future__ import annotations

import numpy as np
import pytest

from engine.maps.aligning import agreement, jaccard, laid_over, movers, pushed_apart


@pytest.mark.parametrize("mirrored", [False, True])
def test_a_turned_stretched_and_shifted_copy_comes_back(mirrored: bool) -> None:
    still = np.random.default_rng(3).normal(size=(50, 2))
    turn = np.array([[np.cos(1.1), -np.sin(1.1)], [np.sin(1.1), np.cos(1.1)]])
    moving = still @ turn * (np.array([1, -1]) if mirrored else 1) * 4.2 + np.array([30, -7])

    assert laid_over(moving, still) == pytest.approx(still, abs=1e-5)


def test_unreadable_names_take_no_part() -> None:
    still = np.random.default_rng(3).normal(size=(20, 2))
    moving = still * 2
    moving[4] = np.nan

    laid = laid_over(moving, still)

    assert np.isnan(laid[4]).all()
    assert np.delete(laid, 4, 0) == pytest.approx(np.delete(still, 4, 0), abs=1e-5)


def test_agreement_jaccard_and_movers_are_those_of_a_naive_loop() -> None:
    generator = np.random.default_rng(5)
    first = np.array([generator.choice(30, 6, replace=False) for _ in range(40)])
    second = np.array([generator.choice(30, 6, replace=False) for _ in range(40)])
    second[7] = -1
    apart = generator.random(40).astype(np.float32)
    shared = [len(set(one) & set(other)) for one, other in zip(first.tolist(), second.tolist(), strict=True)]
    whole = [len(set(one) | set(other)) for one, other in zip(first.tolist(), second.tolist(), strict=True)]
    alike = [a / b for a, b in zip(shared, whole, strict=True)]

    assert agreement(first, second).tolist() == pytest.approx([count / 6 for count in shared])
    readable = [place for place in range(40) if place != 7]
    assert jaccard(first, second)[readable].tolist() == pytest.approx([alike[place] for place in readable])
    expected = sorted(readable, key=lambda place: (alike[place], -apart[place]))
    assert movers(first, second, apart, 12).tolist() == expected[:12]


def test_pushed_apart_is_new_company_less_old() -> None:
    rows = np.array([[1, 0], [1, 0], [0, 1], [-1, 0]], dtype=np.float32)
    before = np.array([[2, 3]] * 4)
    after = np.array([[1, 2]] * 4)

    assert pushed_apart(rows, before, after)[0] == pytest.approx((1 + 0) / 2 - (0 - 1) / 2)
