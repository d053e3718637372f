"""Which of two concepts that are merely alike says more of what was typed."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.workbench import Workbench
from tests.tables import with_table

KNEES = """id,name,parents
K,Knee disorders,
K1,Knee pain,K
K1.9,"Knee pain, unspecified",K1
K1.2,Knee pain when climbing,K1
M,Muscle disorders,
M1,Muscle pain when climbing,M
"""


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("#NOF intracapsular R", "S72.011"),
        ("POP - cystocele midline", "N81.11"),
        ("Confirmed sexual abuse of adult victim", "T74.21"),
        ("shingles ophthalmic with keratitis", "B02.33"),
        ("Spitz nevus of left upper arm", "D22.62"),
        ("limb-girdle muscular dystrophy type R24", "G71.0"),  # which another terminology ties to the heading
        ("newborn, C-section, born in hospital, single", "Z38.01"),  # and not the heading above it
    ],
)
def test_the_sister_that_says_more_goes_first(sample: Workbench, text: str, code: str) -> None:
    assert sample.rankings.rank(text, "icd10cm", "current", 1).candidates[0].concept_id == code


def test_the_explanation_says_why(sample: Workbench) -> None:
    found = sample.rankings.rank("POP - cystocele midline", "icd10cm").candidates[0]
    said = sample.explanations.explain("POP - cystocele midline", found.concept_id, "icd10cm")
    assert "says more of what was typed" in str(said)


def test_only_what_is_beside_the_best_goes_before_it(workbench: Workbench, tmp_path: Path) -> None:
    with_table(workbench, tmp_path, "knees", KNEES)
    first = workbench.rankings.rank("bad knee pain when climbing", "knees").candidates[0]
    assert first.concept_id == "K1.2"
