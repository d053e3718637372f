"""A text of several parts: the sure one stands for a whole that is a guess, but not for one that says more of it."""

from __future__ import annotations

import pytest

from engine.workbench import Workbench


@pytest.mark.parametrize(
    ("text", "code", "note"),
    [
        ("post concussion syndrome, hit head 3 weeks ago", "F07.81", "Ranked for “post concussion syndrome”"),
        ("ileus, high NG aspirates", "K56.7", "Ranked for “ileus”"),
        ("stoma: colostomy infected", "K94.02", "Ranked for “colostomy infected”"),  # the part that stands second
        ("passed out at bus stop", "R55", "Ranked for “passed out”"),  # the bus stop is where, and no accident
        ("chilblains on toes", "T69.1", "Ranked for “chilblains”"),
        ("cyst on L ovary", "N83.202", "Read as"),  # which is no cyst of the skin
        ("anorexia nervosa in pregnancy", "O99.34", "Read as"),
        ("splenic laceration, minor, managed conservatively", "S36.030", "Read as"),  # the whole says more of it
        ("schizophrenia, pregnant", "O99.34", "Read as"),  # all that is of a pregnancy has other names
    ],
)
def test_the_part_that_is_sure_is_ranked(sample: Workbench, text: str, code: str, note: str) -> None:
    ranking = sample.rankings.rank(text, "icd10cm", "current", 3)
    assert ranking.candidates[0].concept_id == code
    assert ranking.note.startswith(note) and ranking.query == text
    assert [one.rank for one in ranking.candidates] == [1, 2, 3]


def test_a_part_that_looks_like_a_code_or_has_no_letters_is_none(sample: Workbench) -> None:
    """“p11.3” is a place on a chromosome, and P11.3 a code."""
    text = "retinitis pigmentosa and intellectual disability due to del(X)(p11.3)"
    assert sample.rankings.rank(text, "icd10cm", "current", 1).candidates[0].concept_id != "P11.3"
    assert "Ranked for" not in sample.rankings.rank("2)", "icd10cm", "current", 1).note


def test_a_side_that_the_part_leaves_out_is_marked(sample: Workbench) -> None:
    first = sample.rankings.rank("ileus, left, high NG aspirates", "icd10cm", "current", 1).candidates[0]
    assert (first.concept_id, first.differs) == ("K56.7", ("side",))
