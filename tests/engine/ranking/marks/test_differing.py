"""Marks of difference: those of a list of findings, and of names that are specified or not."""

from __future__ import annotations

import pytest

from engine.ranking.marks.differing import marks_in_list, marks_of_difference, with_lost_side
from engine.ranking.reading.readings import Reading
from engine.text.differences import marked
from engine.workbench import Workbench

LIST = "left knee pain and type 2 diabetes"
NOTE = (
    "82 yo with COPD. She has left knee pain after a fall, no fever. Short of breath since yesterday, seen "
    "for stage 3 pressure ulcer and known type 2 diabetes, stable."
)
READ = [Reading(LIST), Reading("left knee pain", finding=1), Reading("type 2 diabetes", finding=2)]


@pytest.mark.parametrize(
    ("name", "kinds"),
    [
        ("Type 2 diabetes mellitus", ()),
        ("Type 2 diabetes mellitus with ketoacidosis", ("with",)),
        ("Type 1 diabetes mellitus", ("number",)),
        ("Pain in left knee", ()),
        ("Pain in knee", ("side",)),
        ("Pain in right knee", ("side",)),
    ],
)
def test_a_finding_of_a_list_is_marked_by_itself(name: str, kinds: tuple[str, ...]) -> None:
    """The side of the knee was missed in the name of the diabetes, which stood as a finding by itself."""
    assert marks_in_list(LIST, READ, name) == kinds


@pytest.mark.parametrize(
    ("name", "kinds"),
    [
        ("Obstructive pulmonary disease", ()),  # which has no word of it
        ("Shortness of breath", ()),
        ("Type 2 diabetes mellitus", ()),
        ("Type 1 diabetes mellitus", ("number",)),
        ("Pain in left knee", ()),
        ("Pain in right knee", ("side",)),
        ("Pain in knee", ("side",)),
        ("Pressure ulcer, stage 2", ("stage",)),
        ("Pressure ulcer of right hip, stage 3", ("side",)),
    ],
)
def test_a_name_is_marked_by_the_part_of_a_note_that_it_answers(name: str, kinds: tuple[str, ...]) -> None:
    """The left knee, the stage and “no fever” of other sentences stood as differences on every row."""
    assert marks_of_difference(NOTE, [NOTE.lower()], name) == kinds


def test_a_note_is_marked_so_in_a_ranking(sample: Workbench) -> None:
    found = sample.rankings.rank(NOTE, "icd10cm", "current", 10).candidates
    of_side = {one.concept_id for one in found if "side" in one.differs}
    assert found and len(of_side) < len(found) / 2


def test_a_list_is_marked_so_in_a_ranking(sample: Workbench) -> None:
    found = sample.rankings.rank("c/o fracture of left femur, gout", "icd10cm", "current", 2).candidates
    assert [(one.concept_id, one.differs) for one in found] == [("S72.92", ()), ("M10.9", ())]


def test_a_side_around_what_is_ranked_is_marked_where_a_name_lacks_it(sample: Workbench) -> None:
    found = sample.rankings.rank("type 2 diabetes", "icd10cm", "current", 1).candidates
    assert with_lost_side(found, "left, type 2 diabetes", "type 2 diabetes")[0].differs == ("side",)
    assert with_lost_side(found, f"c/o {LIST}", LIST)[0].differs == ()
    assert with_lost_side(found, NOTE, "type 2 diabetes")[0].differs == ()
    assert with_lost_side(found, NOTE.replace("known", "left"), "type 2 diabetes")[0].differs == ("side",)


@pytest.mark.parametrize(
    ("query", "name"),
    [
        ("unspecified asthma", "Other specified asthma"),
        ("asthma, not otherwise specified", "Other specified asthma"),
        ("other specified heart disease", "Heart disease, unspecified"),
    ],
)
def test_specified_or_not_is_no_denial(query: str, name: str) -> None:
    """“Other specified …” was marked as denying what the text says."""
    assert marked(query, name) == ()


def test_a_denial_beside_it_is_one() -> None:
    assert marked("asthma without exacerbation, unspecified", "Other specified asthma") == ("with",)
    assert marked("no fever, unspecified", "Other specified fever") == ("negation",)


@pytest.mark.parametrize(
    "text", ["?pneumonia", "possible pneumonia", "r/o pneumonia", "pneumonia?", "suspected pneumonia"]
)
def test_what_a_text_only_suspects_is_marked(sample: Workbench, text: str) -> None:
    """It was “exact 96 %” without a mark, though ICD-10-CM forbids to code what is only suspected."""
    first = sample.rankings.rank(text, "icd10cm", top=1).candidates[0]
    assert (first.concept_id, first.differs) == ("J18.9", ("certainty",))


@pytest.mark.parametrize("text", ["pneumonia", "chest pain r/o MI", "CHF, ?PE", "suspected child abuse", "query fever"])
def test_what_is_said_for_sure_or_named_so_is_not(sample: Workbench, text: str) -> None:
    assert "certainty" not in sample.rankings.rank(text, "icd10cm", top=1).candidates[0].differs
