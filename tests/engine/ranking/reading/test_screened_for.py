"""A screening is found by whatever words, else by the kind of what is sought, and never as the disease itself."""

from __future__ import annotations

import pytest

from engine.workbench import Workbench


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("encounter for screening for diabetes", "Z13.1"),
        ("encounter for screening for cervical cancer", "Z12.4"),
        ("encounter for screening for lung cancer", "Z12.2"),
        ("encounter for screening for glaucoma", "Z13.5"),
        ("encounter for screening for anaemia", "Z13.0"),
        ("screening for COPD", "Z13.83"),
        ("hypothyroidism screening", "Z13.29"),
        ("phenylketonuria screening", "Z13.228"),
        ("screening for gallstones", "Z13.810"),
    ],
)
def test_a_screening_is_that_for_the_kind_of_what_is_sought(sample: Workbench, text: str, code: str) -> None:
    assert sample.rankings.rank(text, "icd10cm", "current", 1).candidates[0].concept_id == code


@pytest.mark.parametrize(
    ("text", "code"),
    [("antenatal screening", "Z36"), ("positive drug screen", "R82.5"), ("glaucoma", "H40"), ("health screening", "Z")],
)
def test_another_thing_is_left(sample: Workbench, text: str, code: str) -> None:
    assert sample.rankings.rank(text, "icd10cm", "current", 1).candidates[0].concept_id.startswith(code)
