"""A body mass index, however it is worded, is the range that holds it."""

from __future__ import annotations

import pytest

from engine.text.findings.obesity import range_of_index
from tests.engine.ranking.conftest import First


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("body mass index 26", "Z68.26"),
        ("Body mass index of 33.4 kg/m2", "Z68.33"),
        ("BMI = 29", "Z68.29"),
        ("BMI: 47", "Z68.42"),
        ("BMI of 63", "Z68.44"),
        ("BMI 74", "Z68.45"),
        ("BMI under 20", "Z68.1"),
        ("body mass index (BMI) 16.5", "Z68.1"),
        ("BMI 37, obese", "E66.812"),  # as it was
    ],
)
def test_the_range_comes_first(first: First, text: str, code: str) -> None:
    assert first(text) == code


@pytest.mark.parametrize(
    "text", ["BMI > 30", "BMI under 25", "BMI", "BMI 3", "BMI 91st centile", "morbid obesity BMI 44", "BMI 31, gout"]
)
def test_what_no_range_holds_is_left_alone(text: str) -> None:
    assert range_of_index(text) == ""
