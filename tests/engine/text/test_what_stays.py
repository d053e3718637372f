"""Texts that look like what a rule reads otherwise, and say something else."""

from __future__ import annotations

import pytest

from engine.text.codes import code_readings
from engine.text.dictionary.clinical_dictionary import ClinicalDictionary
from engine.text.dictionary.defaults import giving_way
from engine.text.findings.assertion import family_condition
from engine.text.findings.hedges import unhedged
from engine.text.findings.lab_values import as_high_or_low, beside_value
from engine.text.findings.qualifier_behind import with_qualifier_in_front


@pytest.mark.parametrize(
    "text", ["NA 2", "na 22", "NA 2019", "K2", "K 50", "K50.1", "K 26.0", "Hb 2", "HbA1c 65", "K 4.1"]
)
def test_what_is_no_value_out_of_the_usual(text: str) -> None:
    assert as_high_or_low(text) == ""


@pytest.mark.parametrize(
    "text",
    [
        "LGMD 2D",
        "CMT 4H",
        "von Willebrand disease type 2d",
        "vitamin 25d",
        "newborn 3d",
        "VA 6/12",
        "LOC for 30 minutes",
        "baby has died",
        "child has been abused",
        "my son has no fever",
        "his son has asthma",
    ],
)
def test_what_is_no_duration_and_no_childs_complaint(text: str, dictionary: ClinicalDictionary) -> None:
    assert unhedged(text, dictionary) == text


@pytest.mark.parametrize(
    ("meaning", "text"),
    [
        ("inguinal hernia, not specified as recurrent", "inguinal hernia, non-recurrent"),
        ("inguinal hernia, not specified as recurrent", "inguinal hernia, no recurrence"),
        ("duodenal ulcer, chronic or unspecified", "duodenal ulcer, acute on chronic"),
        ("displaced fracture of head of radius", "radial head fracture, receding hairline"),
        ("nondisplaced fracture of head of radius", "undisplaced radial head fracture"),
        ("dementia, unspecified severity", "dementia, not severe"),
    ],
)
def test_a_default_stays_where_the_text_says_nothing_against_it(meaning: str, text: str) -> None:
    assert giving_way(meaning, text) == meaning


@pytest.mark.parametrize(
    "text", ["gout, toe", "depression, anxiety", "recurrent falls", "septic arthritis, staph", "fever,"]
)
def test_what_stands_behind_a_comma_and_makes_no_form(text: str, dictionary: ClinicalDictionary) -> None:
    assert with_qualifier_in_front(text, dictionary) == ""


@pytest.mark.parametrize("text", ["his son has asthma", "daughter with Down syndrome", "son had a stroke"])
def test_what_a_child_has_that_somebody_else_tells_of_is_of_the_family(text: str) -> None:
    assert family_condition(text)


def test_a_point_behind_one_digit_makes_no_code() -> None:
    assert code_readings("K 2.6") == [] and code_readings("m54.5")[-1] == "M54.5"


@pytest.mark.parametrize(
    "text", ["HR 20 mg", "BM 3x a day loose", "INR 9 on warfarin", "T 4 low", "CK", "hep B 2", "S1 2"]
)
def test_what_says_nothing_beside_a_value(text: str) -> None:
    assert beside_value(text) == ("", "", "")
