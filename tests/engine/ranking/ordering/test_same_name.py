"""Which of a heading and a concept below it is meant, in terminologies whose ids say nothing of what is below what."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import numpy as np
import pytest

from engine.models.open import VECTORS, open_encoder
from engine.ranking.marks.coding_marks import is_billable
from engine.ranking.marks.default_codes import default_below
from engine.ranking.ordering.by_evidence import moved_by_rules
from engine.ranking.ordering.calibration import SAME_WORDS
from engine.ranking.ordering.evidence import ConceptEvidence, Gathered
from engine.ranking.ordering.likely import NamedRow
from engine.ranking.ordering.of_terminology import Codes
from engine.ranking.ordering.order import FEATURES
from engine.ranking.question import Question
from engine.ranking.request import RankingRequest
from engine.workbench import Workbench
from store import concepts
from tests.tables import with_table

BELOW = """id,name,parents
T1,Wrist disorders,
T2,Carpal tunnel syndrome,T1
U7,Carpal tunnel syndrome of upper limb,T2
A3,Carpal tunnel syndrome left upper limb,U7
"""
BESIDE = """id,name,parents
T1,Wrist disorders,
T2,Carpal tunnel syndrome,T1
T23,Carpal tunnel syndrome left upper limb,T1
"""

ASKED = Question("T", (), np.empty((0, 2), np.float32))
NOTHING_KNOWN = Codes(lambda *_: False, lambda *_: False, lambda *_: False, lambda *_: "")


@pytest.mark.parametrize(("rows", "sided", "first"), [(BELOW, "A3", "A3"), (BESIDE, "T23", "T2")])
def test_the_hierarchy_says_what_is_below_a_heading_that_leaves_out_the_side(
    workbench: Workbench, tmp_path: Path, rows: str, sided: str, first: str
) -> None:
    """Where the heading leads by a little; no id here begins with its parent's, or one does that is no child."""
    with_table(workbench, tmp_path, "wrists", rows)
    (terminology,) = (one for one in workbench.terminologies.all() if one.slug == "wrists")
    encoder = open_encoder(workbench.workspace, VECTORS)
    with workbench.workspace.reading() as db:
        request = RankingRequest([terminology], encoder)
        question, found = workbench.rankings.ranker.candidates(db, "left carpal tunnel syndrome", request)
        sums = np.array([{"T2": 2.0, sided: 1.0}.get(one.name.concept, 0.0) for one in found])
        below = partial(concepts.is_below, db)
        codes = Codes(below, below, partial(is_billable, db), partial(default_below, db))
        moved, _ = moved_by_rules([Gathered(question, one, "wrists") for one in found], sums, codes)
    assert found[int(moved.sums.argmax())].name.concept == first


def test_a_block_gives_way_wherever_the_other_stands() -> None:
    """The other one was passed over where it stood at the first place of the list."""
    block = np.zeros(len(FEATURES))
    block[FEATURES.index("block")] = 1.0
    rows = {"T1": np.zeros(len(FEATURES)), "T00-T09": block}
    names = {id: NamedRow(id, id, id, "file", "exact") for id in rows}
    found = [Gathered(ASKED, ConceptEvidence(names[id], 0, 0.0, rows[id], SAME_WORDS), "codes") for id in rows]
    moved, _ = moved_by_rules(found, np.array([1.0, 2.0]), NOTHING_KNOWN)
    assert moved.sums.tolist() == [2.0, 1.0]


def test_a_block_gives_way_where_another_terminology_leads() -> None:
    """The rules looked at the first of all terminologies alone."""
    block = np.zeros(len(FEATURES))
    block[FEATURES.index("block")] = 1.0
    row = {"HP:1": np.zeros(len(FEATURES)), "T1": np.zeros(len(FEATURES)), "T00-T09": block}
    names = {id: NamedRow(id, id, id, "file", "exact") for id in row}
    found = [
        Gathered(
            ASKED, ConceptEvidence(names[id], 0, 0.0, row[id], SAME_WORDS), "hpo" if id.startswith("HP") else "codes"
        )
        for id in row
    ]
    moved, _ = moved_by_rules(found, np.array([5.0, 1.0, 2.0]), NOTHING_KNOWN)
    assert moved.sums.tolist() == [5.0, 2.0, 1.0]


def test_a_block_gives_way_to_what_the_text_is_read_as(sample: Workbench) -> None:
    """ICD-10-CM's S00-S09 “Injuries to the head” has the words typed, and nobody codes a block."""
    first = sample.rankings.rank("head injury", "icd10cm").candidates[0]
    assert (first.concept_id, first.preferred_name) == ("S09.90", "Unspecified injury of head")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("hydrocele left", "N43.3"),  # no name has a hydrocele with a side
        ("plantar fasciitis right foot", "M72.2"),
        ("appendicitis right", "K37"),
        ("Achilles tendonitis L", "M76.62"),  # further down than the second place
        ("(R) knee pain", "M25.561"),
        ("fibroadenoma left breast", "D24.2"),  # names have it by another word
        ("cleft lip left side", "Q36.9"),  # on one side, whichever
        ("renal agenesis right", "Q60.0"),
        ("nuclear sclerotic cataract RE", "H25.11"),
        ("invasive ductal carcinoma left breast, upper outer quadrant", "C50.412"),  # beside C50.419, not below it
    ],
)
def test_a_side_counts_where_concepts_have_one(sample: Workbench, text: str, code: str) -> None:
    assert sample.rankings.rank(text, "icd10cm").candidates[0].concept_id == code


def test_a_concept_without_the_side_typed_is_marked(sample: Workbench) -> None:
    assert "side" in sample.rankings.rank("hydrocele left", "icd10cm").candidates[0].differs


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("cystitis, acute, no blood", "N30.00"),  # N30.0 is what “acute cystitis” is, and cannot be coded
        ("vasc dementia, no behavioural problems", "F01.50"),
        ("drinking problem", "F10.20"),
        ("meth abuse", "F15.10"),
        ("T2DM", "E11.9"),
        ("hep C", "B19.20"),
        ("combined diastolic and systolic CHF", "I50.40"),
        ("egg allergy", "Z91.012"),  # HPO has it as a name, and so the heading stays
    ],
)
def test_of_two_names_that_a_text_is_read_as_the_one_that_can_be_coded_is_meant(
    sample: Workbench, text: str, code: str
) -> None:
    assert sample.rankings.rank(text, "icd10cm").candidates[0].concept_id == code


def test_a_heading_follows_the_code_by_default_below_it(sample: Workbench) -> None:
    """It is as sure as the heading was, and “without complications” is no difference where the heading has none."""
    first, second = sample.rankings.rank("T2DM", "icd10cm").candidates[:2]
    assert [first.concept_id, second.concept_id] == ["E11.9", "E11"]
    assert first.evidence == second.evidence == "the same words, read otherwise"
    assert first.differs == () and (first.probability or 0) > 0.9


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("severe pre-eclamsia 34/40", "O14.13"),
        ("placenta praevia 32/40, no bleeding", "O44.03"),  # the weeks stand in the middle
        ("itching 34/40, obstetric cholestasis", "O26.643"),
        ("vomiting 9/40", "O21.9"),  # which no name has with a trimester
        ("cough in pregnancy", "O26.899"),
        ("born at 32/40, jaundice", "P59.9"),
    ],
)
def test_a_trimester_counts_wherever_it_stands(sample: Workbench, text: str, code: str) -> None:
    assert sample.rankings.rank(text, "icd10cm").candidates[0].concept_id == code


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("toddler ate nan's amlodipine by mistake", "T46.1X1"),
        ("drank bleach by mistake", "T54.91"),
        ("swallowed a coin by accident", "T18.9"),
    ],
)
def test_what_was_swallowed_by_mistake_is_accidental(sample: Workbench, text: str, code: str) -> None:
    assert sample.rankings.rank(text, "icd10cm").candidates[0].concept_id == code


def test_where_nothing_is_billed_a_heading_is_as_good_an_answer(sample: Workbench) -> None:
    """Mondo has a type of Alzheimer disease that “Alzheimers” is read as too, and which has nothing below it."""
    assert sample.rankings.rank("Alzheimers", "mondo").candidates[0].concept_id == "MONDO:0004975"


def test_a_block_is_never_first(sample: Workbench) -> None:
    for text in ("fungal infection", "self harm", "obstetric trauma"):
        assert "-" not in sample.rankings.rank(text, "icd10cm").candidates[0].concept_id, text
