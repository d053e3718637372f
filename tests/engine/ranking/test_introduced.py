"""What introduces a finding, how bad it is and how it goes: the same answer as to the finding alone."""

from __future__ import annotations

import csv

import pytest

from engine.evaluation.judged_sets import SHIPPED
from engine.workbench import Workbench
from tests.engine.ranking.conftest import First

INTRODUCTIONS = ["Dx: {}", "2. {}", "- {}", "pt with {}", "Patient has {}", "45M {}", "I've got {}", "evaluation of {}"]
CODE_FOR = ["icd 10 code for {}", "{} icd10", "what is the code for {}"]
FINDINGS = {"SBO": "K56.609", "anaemia": "D64.9", "T1DM with DKA": "E10.10", "heart attack": "I21.9"}


@pytest.mark.parametrize("written", [*INTRODUCTIONS, *CODE_FOR])
def test_what_introduces_a_finding_is_no_part_of_it(first: First, written: str) -> None:
    assert {text: first(written.format(text)) for text in FINDINGS} == FINDINGS


@pytest.fixture(scope="module")
def alone(first: First) -> dict[str, str]:
    """Every twentieth name of a set with the code that is first for it."""
    with (SHIPPED / "everyday_icd10cm.tsv").open(encoding="utf-8") as file:
        names = [row["name"] for row in csv.DictReader(file, delimiter="\t")][::20]
    return {text: first(text) for text in names}


@pytest.mark.parametrize("written", [*INTRODUCTIONS, "{} in a 50 year old woman", "code for {}", "a known case of {}"])
def test_names_of_a_set_are_answered_as_they_are_alone(first: First, alone: dict[str, str], written: str) -> None:
    other = [text for text, code in alone.items() if first(written.format(text)) != code]
    assert len(alone) > 30 and len(other) <= 1, other


def test_what_is_introduced_is_said_and_explained(sample: Workbench) -> None:
    answer = sample.rankings.rank("Dx: heart attack", "icd10cm", "current", 1)
    assert answer.query == "Dx: heart attack" and answer.meant == "heart attack"
    assert answer.note.startswith("Ranked for “heart attack”. ")
    told = sample.explanations.explain("Dx: heart attack", answer.candidates[0].concept_id, "icd10cm", "current")
    assert told.rank == 1 and told.score == pytest.approx(answer.candidates[0].score)


def test_a_code_may_be_introduced(first: First) -> None:
    assert first("1. I21.9") == first("Dx: i219") == "I21.9"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("a flutter", "I48.92"),
        ("new daily persistent headache", "G44.52"),
        ("Rape, confirmed", "T74.2"),
        ("the runs", "R19.7"),
    ],
)
def test_a_name_keeps_the_words_that_introduce_others(first: First, text: str, code: str) -> None:
    assert first(text) == code


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("PMH: COPD", "J44.9"),  # there is no history of it, it stays
        ("h/o diabetes", "E11.9"),
        ("PMH: stroke", "Z86.73"),
        ("Hx: colon cancer", "Z85.038"),
        ("PMH: hysterectomy", "Z90.710"),
    ],
)
def test_what_is_past_is_a_history_where_there_is_one(first: First, text: str, code: str) -> None:
    assert first(text) == code


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("muscle cramp, follow up", "R25.2"),
        ("f/u for anemia", "D64.9"),
        ("whiplash f/u", "S13.4XXD"),
        ("breast cancer, follow-up", "Z08"),
        ("follow up", "Z09"),
    ],
)
def test_who_is_seen_again_has_the_finding_or_a_subsequent_encounter(first: First, text: str, code: str) -> None:
    assert first(text) == code


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("recurrent bursitis", "M71.9"),
        ("rash again", "R21"),
        ("really bad period pains worse today", "N94.6"),
        ("acute appendicitis", "K35"),
        ("severe asthma", "J45.50"),
        ("bad breath", "R19.6"),
    ],
)
def test_how_bad_it_is_goes_where_no_name_says_it(first: First, text: str, code: str) -> None:
    assert first(text) == code


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("cellulitis of leg, right", "L03.115"),
        ("malignant neoplasm of right lung", "C34.91"),
        ("malignant neoplasm of breast, left", "C50.912"),
        ("malignant neoplasm of bone", "C41.9"),
        ("liver cancer", "C22.9"),
    ],
)
def test_a_side_stands_anywhere_and_a_neoplasm_is_primary(first: First, text: str, code: str) -> None:
    assert first(text) == code


def test_with_and_without_are_not_exchanged(sample: Workbench) -> None:
    asked = "laceration without foreign body of front wall of thorax with penetration into thoracic cavity"
    right, *others = sample.rankings.rank(f"right {asked}", "icd10cm", "current", 5).candidates
    assert right.concept_id == "S21.311" and right.evidence == "the same words"
    assert all("same words" not in one.evidence for one in others if one.concept_id == "S21.121")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("wound infection postop, superifcial", "T81.41"),
        ("lactaitonal mastitis", "O91.23"),  # only the dictionary has this word
        ("pulled hamsrting left", "S76.312"),
        ("sigmoid divertiuclitis, perf + abscess, no bleeding", "K57.20"),
        ("stoes in kidney", "N20.0"),  # no toes
    ],
)
def test_every_rule_reads_what_is_misspelt(first: First, text: str, code: str) -> None:
    assert first(text) == code


def test_a_genes_name_is_no_misspelling(sample: Workbench) -> None:
    assert "Read as" not in sample.rankings.rank("SEMA3A", "icd10cm", "current", 1).note


def test_how_somebody_is_is_a_finding_beside_another(sample: Workbench) -> None:
    found = sample.rankings.rank("anaemia and tired", "icd10cm", "current", 2).candidates
    assert [one.concept_id for one in found] == ["D64.9", "R53.83"]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("displaced transverse fx of shaft of left tibia", "S82.222"),  # the side went with “unspecified”
        ("nonmagnetic metal entering into or through a natural orifice", "W44.E"),
        ("buckethandle tear of medial meniscus, current injury, left knee", "S83.212"),
        ("unsp appendicitis", "K37"),
        ("left AKA status", "Z89.612"),
        ("Colles fx L wrist", "S52.532"),
    ],
)
def test_what_is_written_otherwise_keeps_what_it_says(first: First, text: str, code: str) -> None:
    assert first(text) == code


def test_what_is_introduced_is_what_may_be_added_as_a_name(sample: Workbench) -> None:
    assert sample.synonyms.name_in("icd10cm", "Dx: pump failure") == "pump failure"
    assert sample.synonyms.name_in("icd10cm", "pump failure") == "pump failure"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("A1c 6.1", "R73.09"),
        ("sats 88% RA", "R09.02"),  # no rheumatoid arthritis
        ("glucose 320", "R73.9"),
        ("BM 2.1", "E16.2"),
        ("chest pain, sats 88% on air", "R07.9"),
        ("72F admitted with CAP, hx of COPD", "J18.9"),
    ],
)
def test_a_value_says_what_it_is_by_itself_and_nothing_beside_a_finding(first: First, text: str, code: str) -> None:
    assert first(text) == code
