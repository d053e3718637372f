"""A code with words behind it, a code that no concept has, and an answer for the other side."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.ranking.unknown import NO_CODE, NO_LETTERS
from engine.workbench import Workbench
from store.edits import CONCEPT, WITHDRAW, Change
from tests.tables import with_table


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("M17.1 left knee", "M17.12"),
        ("M17.1-left knee", "M17.12"),
        ("E11.9 neuropathy", "E11.40"),
        ("J44.1, with pneumonia", "J44.0"),
    ],
)
def test_a_code_with_words_behind_it_is_its_name_with_them(sample: Workbench, text: str, code: str) -> None:
    answer = sample.rankings.rank(text, "icd10cm", "current", 3)
    assert answer.candidates[0].concept_id == code
    assert answer.note.startswith(f"{text[:5].rstrip()} is an id; ranked for “")


@pytest.mark.parametrize(
    ("text", "terminology", "code"),
    [
        ("T1DM presenting in DKA", "icd10cm", "E10.10"),
        ("PMM2 CDG 1a", "mondo", "MONDO:0008907"),
        ("albinism OCA1A tyrosinase negative", "mondo", "MONDO:0008745"),
    ],
)
def test_a_concept_of_the_number_typed_goes_before_its_like_of_another(
    sample: Workbench, text: str, terminology: str, code: str
) -> None:
    """“T1DM presenting in DKA” gave type 2 first, marked “≠ number”, since “DKA” alone is taken for that."""
    assert sample.rankings.rank(text, terminology, "current", 1).candidates[0].concept_id == code


def test_several_ids_are_all_found(sample: Workbench) -> None:
    answer = sample.rankings.rank("I10, e11.9", "icd10cm", "current", 3)
    assert [one.concept_id for one in answer.candidates[:2]] == ["I10", "E11.9"]
    assert answer.note.startswith("I10 and e11.9 are ids; the rest is ranked for “")


@pytest.mark.parametrize("text", ["HP:9999999", "I99.99"])
def test_what_is_spelt_as_a_code_and_is_none_is_said_and_never_likely(sample: Workbench, text: str) -> None:
    answer = sample.rankings.rank(text, "icd10cm", "current", 3)
    assert answer.note == NO_CODE.format(text) and all((one.probability or 0) < 0.5 for one in answer.candidates)


@pytest.mark.parametrize("text", ["-1", "2)", "12/7"])
def test_a_number_that_is_no_id_is_said_and_never_likely(sample: Workbench, text: str) -> None:
    answer = sample.rankings.rank(text, "icd10cm", "current", 3)
    assert answer.note == NO_LETTERS.format(text) and all((one.probability or 0) < 0.5 for one in answer.candidates)


def test_an_answer_for_the_other_side_is_hardly_meant(workbench: Workbench, tmp_path: Path) -> None:
    with_table(workbench, tmp_path, "ward", "id,name\nW1,Fracture of femur right\nW2,Both feet swollen\n")
    wrong, right = (
        workbench.rankings.rank(f"fracture of femur {side}", "ward", "vectors", 1) for side in ("left", "right")
    )
    assert wrong.candidates[0].differs == ("side",) and (wrong.candidates[0].probability or 0) <= 0.1
    assert right.candidates[0].differs == () and (right.candidates[0].probability or 0) > 0.5
    (both,) = workbench.rankings.rank("swollen left foot", "ward", "vectors", 1).candidates
    assert (both.probability or 0) > (wrong.candidates[0].probability or 0)


def test_a_code_that_a_person_took_out_names_nothing(workbench: Workbench, tmp_path: Path) -> None:
    with_table(workbench, tmp_path, "codes", "id,name\nM17.1,Knee arthrosis\nR52,Pain\n")
    assert workbench.rankings.rank("M17.1 left", "codes").meant == "Knee arthrosis, left"
    workbench.edits.apply([Change(WITHDRAW, "codes", "M17.1", "Knee arthrosis", kind=CONCEPT)], "ann")
    assert workbench.rankings.rank("M17.1 left", "codes").meant == "M17.1 left"
