"""Findings of a list that are denied, and what is behind the weeks of a pregnancy."""

from __future__ import annotations

import pytest

from engine.workbench import Workbench


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("hypertension, diabetes, no CKD", {"I10", "E11.9"}),
        ("COPD, HTN, no CKD, no DM", {"J44.9", "I10"}),
        ("T2DM, retinopathy, no macular edema", {"E11.319", "E11.31"}),  # which a name says
    ],
)
def test_what_a_list_denies_is_not_ranked(sample: Workbench, text: str, codes: set[str]) -> None:
    found = sample.rankings.rank(text, "icd10cm", "current", 2).candidates
    assert {one.concept_id for one in found} == codes


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("pregnancy 32 weeks, gestational diabetes", "O24.419"),
        ("20 weeks pregnant, UTI", "O23.42"),
        ("28 weeks, preeclampsia", "O14.93"),
        ("10 weeks pregnant and vomiting", "O21.9"),
        ("6 weeks, cough", "R05.9"),  # no pregnancy
        ("pregnant 20 weeks", "Z3A.20"),
    ],
)
def test_a_finding_behind_the_weeks_of_a_pregnancy_is_one_in_it(sample: Workbench, text: str, code: str) -> None:
    assert sample.rankings.rank(text, "icd10cm", "current", 1).candidates[0].concept_id == code
