"""A vaccination against anything is the encounter for it, and no such disease; one refused or that did harm is not."""

from __future__ import annotations

import pytest

from engine.workbench import Workbench

IMMUNIZATION = "Z23"


@pytest.mark.parametrize(
    "text",
    [
        "need for influenza vaccination",
        "yellow fever vaccination",
        "vaccination against rabies",
        "hepatitis B vaccine",
        "covid immunization",
        "needs DTaP booster",
        "typhoid jab today",
    ],
)
def test_a_vaccination_is_one_whatever_it_is_against(sample: Workbench, text: str) -> None:
    assert sample.rankings.rank(text, "icd10cm", "current", 1).candidates[0].concept_id == IMMUNIZATION


@pytest.mark.parametrize(
    "text",
    [
        "refused influenza vaccination",
        "reaction to measles vaccine",
        "rhesus isoimmunisation",
        "fever after vaccination",
        "well baby, 2 month vaccines",
        "rabies",
    ],
)
def test_another_thing_about_one_is_not(sample: Workbench, text: str) -> None:
    assert sample.rankings.rank(text, "icd10cm", "current", 1).candidates[0].concept_id != IMMUNIZATION
