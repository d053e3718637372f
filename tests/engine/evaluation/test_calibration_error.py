"""Which estimate of the calibration error is least wrong, by drawing answers from probabilities that are known."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from engine.evaluation.calibration_error import error_by_chance, expected_calibration_error

DRAWS = 100


def of_equal_number(probabilities: np.ndarray, right: np.ndarray) -> float:
    """Ten bins of equally many (Nguyen and O'Connor 2015)."""
    parts = np.array_split(np.argsort(probabilities), 10)
    return float(sum(abs((right[part] - probabilities[part]).sum()) for part in parts)) / len(right)


def of_equal_width(probabilities: np.ndarray, right: np.ndarray) -> float:
    """Ten bins of a tenth each (Guo et al. 2017)."""
    number = (probabilities * 10).astype(int).clip(0, 9)
    return float(sum(abs((right - probabilities)[number == one].sum()) for one in range(10))) / len(right)


def drawn(size: int, slope: float, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray, float]:
    """Probabilities as a ranking gives them, most of them high, answers drawn, and the error that there truly is.

    The log odds of being right are `slope` times those stated: 1 is calibrated, below 1 too sure.
    """
    odds = rng.normal(2, 2, size)
    stated, true = 1 / (1 + np.exp(-odds)), 1 / (1 + np.exp(-slope * odds))
    return stated, (rng.random(size) < true).astype(float), float(np.abs(stated - true).mean())


def bias(estimate: Callable[[np.ndarray, np.ndarray], float], size: int, slope: float) -> float:
    """By how much an estimate is too high on average."""
    rng = np.random.default_rng(0)
    _, _, truth = drawn(200_000, slope, rng)
    return float(np.mean([estimate(*drawn(size, slope, rng)[:2]) for _ in range(DRAWS)])) - truth


@pytest.mark.parametrize("size", [90, 142, 400, 2_000])
@pytest.mark.parametrize("slope", [1.0, 0.5])
def test_no_usual_estimate_is_less_biased(size: int, slope: float) -> None:
    ours = abs(bias(expected_calibration_error, size, slope))
    others = [abs(bias(one, size, slope)) for one in (of_equal_number, of_equal_width)]
    assert ours < min(others) + 0.002  # at 2,000 all are right within 0.002 where there is an error


def test_ten_bins_find_an_error_in_perfect_probabilities_of_few_answers() -> None:
    assert bias(of_equal_number, 142, 1.0) > 0.055 and bias(of_equal_width, 142, 1.0) > 0.055
    assert bias(expected_calibration_error, 142, 1.0) < 0.05


@pytest.mark.parametrize("size", [142, 2_000])
def test_by_chance_is_what_perfect_probabilities_have(size: int) -> None:
    rng = np.random.default_rng(1)
    perfect, too_sure = ([drawn(size, slope, rng)[:2] for _ in range(40)] for slope in (1.0, 0.5))
    chance = error_by_chance(perfect[0][0], 400)
    assert chance["low"] < chance["value"] < chance["high"]
    errors = [expected_calibration_error(*one) for one in perfect]
    assert chance["value"] == pytest.approx(float(np.mean(errors)), rel=0.3)
    assert sum(error <= chance["high"] for error in errors) >= 36
    beyond = sum(expected_calibration_error(*one) > error_by_chance(one[0], 200)["high"] for one in too_sure[:20])
    assert beyond == 20 if size == 2_000 else beyond >= 10
    assert error_by_chance(np.full(4, 0.5), 10) | {"value": 0} == {"value": 0, "low": None, "high": None}
