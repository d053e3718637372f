"""What is said beside a finding and decides which it is: a stroke before it, a newborn, a germ, a number, a letter."""

from __future__ import annotations

import pytest

from engine.workbench import Workbench
from tests.engine.ranking.conftest import First


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("facial droop, old stroke", "I69.392"),
        ("left arm weakness, old CVA", "I69.334"),
        ("aphasia after intracerebral bleed", "I69.120"),
        ("old stroke", "Z86.73"),
        ("facial droop, stroke", "I63.9"),  # which is no old one
    ],
)
def test_what_an_old_stroke_has_left_is_its_sequela(first: First, text: str, code: str) -> None:
    assert first(text) == code


@pytest.mark.parametrize(
    ("text", "code"),
    [("neonate with oral thrush", "P37.5"), ("sticky eyes, 4 day old", "P39.1"), ("sticky eyes, 4 days", "H10.9")],
)
def test_what_a_newborn_has_is_that_of_newborns(first: First, text: str, code: str) -> None:
    assert first(text) == code


@pytest.mark.parametrize(
    ("text", "code"),
    [("RIF pain, acute appendicitis", "K35"), ("chest pain, NSTEMI", "I21.4"), ("fever, cough", "R50.9")],
)
def test_a_symptom_stands_behind_what_explains_it(first: First, text: str, code: str) -> None:
    assert first(text) == code


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("cystitis e.coli", "N30.90"),
        ("E coli sepsis", "A41.51"),  # which a name has
        ("strep throat infection", "J02.0"),  # whose beginning the dictionary has
        ("anaerobic lung abscess", "J85.2"),
        ("BMI 37, obese", "E66.812"),
        ("BMI 37", "Z68.37"),
        ("HR 38", "R00.1"),
        ("RR 32", "R06.82"),
        ("mets from breast to spine", "C79.51"),
        ("h/o neuroblastoma", "Z85.858"),  # of an adrenal gland where no place is said
        ("h/o adenocarcinoma", "Z85.9"),
        ("h/o melanoma", "Z85.820"),
        ("prev DVT", "Z86.718"),
        ("stress # 2nd metatarsal R", "M84.374"),
        ("first pregnancy antenatal visit, first trimester", "Z34.01"),
        ("hx prostate ca s/p RALP 2017", "Z85.46"),
        ("L 5th MT fx undisplaced, fracture clinic f/u", "S92.355"),  # and no initial encounter
        ("right hip fx follow up", "S72.001"),
        ("L SNHL, R normal", "H90.42"),
    ],
)
def test_what_stands_beside_a_finding_is_read(first: First, text: str, code: str) -> None:
    assert first(text) == code


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("G2P1 28/40, GDM on diet", "O24.410"),
        ("G2P1 28/40", "Z34.83"),  # which is a pregnancy
        ("primip 30/40, PET", "O14.93"),
        ("36/40 reduced fetal movements", "O36.8130"),
        ("20/40 anomaly scan", "Z36.3"),
        ("28/40 pregnant", "Z3A.28"),
        ("8/40 bleeding", "O20.9"),
        ("P53", "P53"),  # a code, and no parity
    ],
)
def test_how_often_and_how_long_a_woman_is_pregnant_is_read_before_what_she_has(
    first: First, text: str, code: str
) -> None:
    assert first(text) == code


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("lung cancer with brain mets", {"C79.31", "C34.90"}),
        ("breast ca mets to liver", {"C78.7", "C50"}),
        ("bowel ca with liver and lung mets", {"C78.7", "C78.0", "C18.9"}),
    ],
)
def test_a_cancer_and_where_it_has_spread_to_are_two_findings(sample: Workbench, text: str, codes: set[str]) -> None:
    """The cancer was left out without a word."""
    found = sample.rankings.rank(text, "icd10cm", "current", 3).candidates[: len(codes)]
    assert {one.concept_id for one in found} == codes and found[0].concept_id.startswith("C7")


@pytest.mark.parametrize("text", ["dolor de cabeza", "cancer du sein", "hipertensión arterial"])
def test_a_text_in_another_language_is_no_more_than_a_guess(sample: Workbench, text: str) -> None:
    """“dolor de cabeza” was read as “color de cabeza”, the colour of hair, and likely."""
    ranking = sample.rankings.rank(text, "icd10cm", "current", 1)
    assert ranking.note.startswith("No name here has “") and ranking.candidates[0].probability < 0.3


def test_what_nobody_said_was_done_on_purpose_is_no_self_harm(sample: Workbench) -> None:
    """The reading “accidental (unintentional)” was taken for one that asks for an intention."""
    for text in ("CO poisoning, faulty gas boiler", "opioid overdose heroin"):
        names = [one.preferred_name for one in sample.rankings.rank(text, "icd10cm", "current", 3).candidates]
        assert "self-harm" not in names[0]


@pytest.mark.parametrize(
    ("text", "code"),
    [("tinnitus AS", "H93.12"), ("ear wax AD", "H61.21"), ("HSV keratitis OD", "B00.52"), ("eye pain OS", "H57.12")],
)
def test_letters_say_the_side_of_eyes_and_ears(first: First, text: str, code: str) -> None:
    assert first(text) == code


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("fracture neck of femur left, subsequent encounter", "S72.002D"),  # it was one with nonunion
        ("hip fracture left subsequent encounter", "S72.002D"),
        ("fracture left distal radius initial encounter", "S52.502A"),
        ("stress fracture of left foot, follow-up with routine healing", "M84.375D"),
        ("fracture of left femur subsequent encounter with nonunion", "S72.92XK"),
        ("tibial shaft # right, closed, nonunion, follow-up", "S82.201K"),
        ("stress fracture of left foot, subsequent encounter", "M84.375D"),
        ("pathological fracture of left femur from bone metastasis, initial encounter", "M84.552A"),
    ],
)
def test_an_encounter_of_a_fracture_says_no_more_than_it_is(first: First, text: str, code: str) -> None:
    assert first(text) == code


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("took too many paracetamol on purpose", "T39.1X2"),
        ("carbon monoxide from car exhaust, deliberate", "T58.02"),
        ("accidentally took too many paracetamol", "T39.1X1"),
    ],
)
def test_what_was_taken_on_purpose_is_a_self_harm(first: First, text: str, code: str) -> None:
    assert first(text) == code


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("punched, left black eye", "S00.12XA"),  # and not how it came
        ("sacral pressure sore gr 3", "L89.153"),
        ("type 2 DM with mild nonproliferative retinopathy with macular edema bilateral", "E11.3213"),
        ("sickle cell anaemia with acute chest syndrome", "D57.01"),
        ("J18.9 pneumonia", "J18.9"),
        ("I10 hypertension", "I10"),
    ],
)
def test_what_is_said_is_not_read_as_less_or_otherwise(first: First, text: str, code: str) -> None:
    assert first(text) == code


def test_each_of_four_findings_stands_first(sample: Workbench) -> None:
    answer = sample.rankings.rank("HTN, T2DM, COPD, gout", "icd10cm", "current", 4)
    assert [one.concept_id[:3] for one in answer.candidates] == ["I10", "E11", "J44", "M10"]
    assert answer.note == "Read as “HTN” and “T2DM” and “COPD” and “gout”, each by itself."
