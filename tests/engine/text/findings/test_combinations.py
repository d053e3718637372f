"""Conditions that a classification has one code for are read together, in whatever order and words they are typed."""

from __future__ import annotations

import csv

import pytest

from engine.text.dictionary.clinical_dictionary import ClinicalDictionary, DictionaryEntry
from engine.text.findings.combinations import NAMES, PARTS, combinations_in, combined

HEART_AND_KIDNEYS = (
    "hypertensive heart and chronic kidney disease with heart failure and stage 1 through stage 4 chronic kidney "
    "disease, or unspecified chronic kidney disease"
)
TOGETHER = {
    "CKD, CHF and HTN": HEART_AND_KIDNEYS,
    "HFpEF with CKD stage 3b and high blood pressure": HEART_AND_KIDNEYS,
    "hypertensive heart failure with CKD": HEART_AND_KIDNEYS,
    "unstable angina + CAD": "atherosclerotic heart disease of native coronary artery with unstable angina pectoris",
    "TR, MR": "rheumatic disorders of both mitral and tricuspid valves",  # both short forms have other meanings too
    "mitral stenosis, aortic regurgitation": "rheumatic disorders of both mitral and aortic valves",
    "mitral stenosis with regurgitation": "rheumatic mitral stenosis with insufficiency",
    "charcot foot in a diabetic": "type 2 diabetes mellitus with diabetic neuropathic arthropathy",
    "gastroparesis due to T1DM": "type 1 diabetes mellitus with diabetic autonomic (poly)neuropathy",
    "gastroparesis from type II diabetes": "type 2 diabetes mellitus with diabetic autonomic (poly)neuropathy",
}
NOT_TOGETHER = (
    "hypertension",
    "mitral valve with regurgitation",  # of one valve
    "HTN, CHF and a broken toe",  # a part that belongs to no combination
    "CKD, CKD",
    "cough and fever and rash and chills and pain",
    "pain in back",
    "",
    "with and with",
)


@pytest.mark.parametrize("text", TOGETHER)
def test_conditions_together_are_their_name(text: str, dictionary: ClinicalDictionary) -> None:
    assert combined(text, dictionary) == TOGETHER[text]


@pytest.mark.parametrize("text", NOT_TOGETHER)
def test_what_is_no_combination_is_left_alone(text: str, dictionary: ClinicalDictionary) -> None:
    assert combined(text, dictionary) == ""


def test_a_form_is_found_the_other_way_round() -> None:
    own = ClinicalDictionary([DictionaryEntry("gloom with doom", ("despair",)), DictionaryEntry("blues", ("gloom",))])
    assert combined("doom due to gloom", own) == "gloom with doom"
    assert combined("gloom with doom", own) == ""  # as it stands
    assert combined("gloom and joy", own) == ""


def test_short_forms_of_a_workspace_are_parts_too() -> None:
    own = ClinicalDictionary([DictionaryEntry("zz", ("hypertension",))])
    assert combined("ckd, zz", own).startswith("hypertensive chronic kidney disease with stage 1")
    assert combined("ckd, zz", ClinicalDictionary(())) == ""


def test_every_part_has_a_name_to_stand_in(dictionary: ClinicalDictionary) -> None:
    with NAMES.open(encoding="utf-8") as names, PARTS.open(encoding="utf-8") as forms:
        named = [row["parts"].split(" + ") for row in csv.DictReader(names, delimiter="\t")]
        parts = {part for row in csv.DictReader(forms, delimiter="\t") for part in row["parts"].split(" + ")}
    assert parts <= {part for some in named for part in some}
    assert len(named) == len({frozenset(some) for some in named}) == len(combinations_in(dictionary).names)
