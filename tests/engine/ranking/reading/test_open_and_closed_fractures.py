"""An open or a closed fracture is its initial encounter; high and low values whatever they are measured in."""

from __future__ import annotations

import pytest

from engine.workbench import Workbench


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Closed fracture of shaft of left tibia", "S82.202A"),
        ("open fracture right tibia", "S82.201B"),
        ("fracture, closed, of ankle", "S82.899A"),
        ("closed fracture of nasal bone", "S02.2XXA"),
        ("open fracture of right index finger", "S62.600B"),
        ("fracture of shaft of left tibia", "S82.202"),
        ("closed head injury", "S09.90"),  # no fracture
    ],
)
def test_an_open_or_closed_fracture_is_its_initial_encounter(sample: Workbench, text: str, code: str) -> None:
    assert sample.rankings.rank(text, "icd10cm", "current", 1).candidates[0].concept_id == code


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("High blood sodium", "E87.0"),
        ("decreased circulating albumin concentration", "E88.09"),
        ("low serum phosphate", "E83.39"),
        ("increased serum uric acid", "E79.0"),
        ("low platelets in blood", "D69.6"),
        ("high blood pressure", "I10"),  # which is a form
    ],
)
def test_what_is_high_or_low_in_the_blood_is_so_by_itself(sample: Workbench, text: str, code: str) -> None:
    assert sample.rankings.rank(text, "icd10cm", "current", 1).candidates[0].concept_id == code
