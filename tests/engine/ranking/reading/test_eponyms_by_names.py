"""Eponyms with “syndrome” or “disease” behind them, which the dictionary has without."""

from __future__ import annotations

import pytest

from engine.workbench import Workbench


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Andersen-Tawil disease", "G72.3"),
        ("gitelman's disease", "N15.8"),
        ("Joubert disease", "Q04.3"),
        ("Whipple disease", "K90.81"),  # which a name says; by itself it is an operation
        ("Humira disease", ""),  # by itself a drug that is taken long
    ],
)
def test_an_eponym_is_known_without_its_noun(sample: Workbench, text: str, code: str) -> None:
    first = sample.rankings.rank(text, "icd10cm", "current", 1).candidates[0].concept_id
    assert first == code if code else not first.startswith("Z79")
