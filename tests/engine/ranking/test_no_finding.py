"""Texts without a finding are guesses, and names stay names with something said around them."""

from __future__ import annotations

import pytest

from engine.ranking.ordering.sureness import LIKELY_FROM
from engine.workbench import Workbench

NOTHING = ["patient doing well", "ready for discharge", "asymptomatic", "N/A", "review in 2 weeks", "well", "test"]
NAMES = {
    "?SLE": "SLE",
    "bronchitis NOS since monday": "bronchitis NOS",
    "broncihtis NOS": "bronchitis NOS",
    "SOB x 2d": "SOB",
    "c/o fell off skateboard": "fell off skateboard",
    "fell off skateobard": "fell off skateboard",
    "a bedsore": "bedsore",
    "DIARRHOEA, WATERY": "diarrhoea, watery",
    "CKD stg 3": "CKD stage 3",
    "clinic f/u": "follow up",
    "problem with liver": "liver problem",
    "no apetite since monday": "no appetite",
    "?TAH, fibroids, menorrhagia": "TAH, fibroids, menorrhagia",
}


@pytest.mark.parametrize("text", NOTHING)
def test_a_text_without_a_finding_is_a_guess_and_said_to_be(sample: Workbench, text: str) -> None:
    answer = sample.rankings.rank(text, "icd10cm", "current", 3)
    assert all((one.probability or 0) < LIKELY_FROM for one in answer.candidates)
    assert "no finding" in answer.note or "guess" in answer.note


@pytest.mark.parametrize("text", ["Amlodipine 5 mg tab", "metformin 500mg bd"])
def test_what_is_taken_alone_is_a_guess(sample: Workbench, text: str) -> None:
    answer = sample.rankings.rank(text, "icd10cm", "current", 3)
    assert "what is taken, but no finding" in answer.note
    assert all((one.probability or 0) < LIKELY_FROM for one in answer.candidates)


@pytest.mark.parametrize("text", ["gout ruled out", "PE excluded", "HIV negative", "covid neg"])
def test_what_was_looked_for_and_not_found_is_not_likely(sample: Workbench, text: str) -> None:
    """They were M10.9, I26.99, B20 and U07.1, each at .83 and more."""
    answer = sample.rankings.rank(text, "icd10cm", "current", 1)
    assert answer.note.startswith("What is denied is searched")
    assert (answer.candidates[0].probability or 0) < 0.2 and answer.candidates[0].differs == ("negation",)


@pytest.mark.parametrize(("text", "name"), NAMES.items())
def test_a_name_is_answered_as_it_is_alone(sample: Workbench, text: str, name: str) -> None:
    first = [sample.rankings.rank(one, "icd10cm", "current", 1).candidates[0].concept_id for one in (text, name)]
    assert first[0] == first[1]


def test_what_stands_around_a_name_is_said_once(sample: Workbench) -> None:
    answer = sample.rankings.rank("pt c/o chest pain x 2 days", "icd10cm", "current", 1)
    assert answer.note.startswith("Ranked for “chest pain”. Read as") and answer.note.count("Ranked for") == 1


def test_suspected_sepsis_is_no_newborns(sample: Workbench) -> None:
    answer = sample.rankings.rank("suspected sepsis", "icd10cm", "current", 1)
    assert answer.candidates[0].concept_id == "A41.9"


@pytest.mark.parametrize("heading", ["J03", "R11", "G43.1"])
def test_a_heading_alone_is_marked_as_not_billable(sample: Workbench, heading: str) -> None:
    (one,) = sample.rankings.rank(heading, "icd10cm", "current", 1).candidates
    assert "not billable" in one.marks


def test_a_word_of_a_name_that_somebody_added_is_not_misspelt(workbench: Workbench) -> None:
    before = workbench.rankings.rank("hart trouble", "organs", "vectors", 1)
    assert "heart trouble" in before.note
    workbench.synonyms.add("organs", "H2", "velvet hart", "Ann")
    after = workbench.rankings.rank("hart trouble", "organs", "vectors", 5)
    assert "heart trouble" not in after.note and "H2" in [one.concept_id for one in after.candidates]


def test_what_stands_for_few_words_of_a_note_is_a_guess(sample: Workbench) -> None:
    """The history of a mother's cancer, the last of 50 words, was “exact 96 %”."""
    note = (
        "82 yo male with hx of COPD, CHF (EF 25%), CKD stage 3b and T2DM. Presents with cough for 3 days, no fever. "
        "CXR shows right lower lobe infiltrate. Started on ceftriaxone. Mother had breast cancer."
    )
    answer = sample.rankings.rank(note, "icd10cm", "current", 3)
    assert not any(one.exact or (one.probability or 0) >= LIKELY_FROM for one in answer.candidates)
    assert "The text says much more" in answer.note


@pytest.mark.parametrize("text", ["Grauer Star", "tachycardia left hand"])
def test_half_of_a_text_spelt_otherwise_or_a_side_of_something_else_is_a_guess(sample: Workbench, text: str) -> None:
    """Brauer-Setleis syndrome was “likely 59 %”, fascicular left ventricular tachycardia “likely 84 %”."""
    first = sample.rankings.rank(text, "all", "current", 1).candidates[0]
    assert (first.probability or 0) < LIKELY_FROM
