"""What somebody has in a pregnancy is found under the heading that the classification has for it, by trimester."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.ranking.headings.pregnancies import name_for, pregnancy_headings
from engine.text.findings.pregnancy import CHILDBIRTH, InPregnancy
from engine.workbench import Workbench
from tests.tables import with_table

CODES = """id,name,parents
I00-I99,Heart diseases,
I20,Angina pectoris,I00-I99
I83,Crooked veins,I00-I99
R05,Cough,
O99.4,"Heart diseases complicating pregnancy, childbirth and the puerperium",
O99.4,Conditions in I00-I99 except I51,
O99.41,Heart diseases complicating pregnancy,O99.4
O99.411,"Heart diseases complicating pregnancy, first trimester",O99.41
O99.419,"Heart diseases complicating pregnancy, unspecified trimester",O99.41
O99.42,Heart diseases complicating childbirth,O99.4
O99.49,"Spotted hearts complicating pregnancy, unspecified trimester",O99.4
O22.0,Crooked veins in pregnancy,
O22.00,"Crooked veins in pregnancy, unspecified trimester",O22.0
"""


@pytest.fixture
def coded(workbench: Workbench, tmp_path: Path) -> Workbench:
    return with_table(workbench, tmp_path, "codes", CODES)


def test_the_narrowest_heading_has_a_name_for_each_period(coded: Workbench) -> None:
    with coded.workspace.reading() as db:
        headings, none = pregnancy_headings(db, "codes"), pregnancy_headings(db, "organs")
    assert none == []
    assert [one.span for one in headings] == [("I83", "I83"), ("I00", "I99")]  # the first by the list of exceptions
    named = [
        name_for(code, asked, headings)
        for code, asked in (
            ("I20", InPregnancy("")),
            ("I20", InPregnancy("", trimester="first")),
            ("I20", InPregnancy("", CHILDBIRTH)),
            ("I83", InPregnancy("")),
            ("R05", InPregnancy("")),
        )
    ]
    assert named == [
        "Heart diseases complicating pregnancy, unspecified trimester",
        "Heart diseases complicating pregnancy, first trimester",
        "Heart diseases complicating childbirth",
        "Crooked veins in pregnancy, unspecified trimester",
        "",
    ]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("pregnant with angina pectoris", "O99.419"),
        ("angina pectoris in pregnancy", "O99.419"),
        ("angina pectoris, 1st trimester of pregnancy", "O99.411"),
        ("angina pectoris at 8 weeks pregnant", "O99.411"),
        ("angina pectoris during delivery", "O99.42"),
        ("angina pectoris", "I20"),
    ],
)
def test_the_code_of_a_condition_in_pregnancy_comes_first(coded: Workbench, text: str, code: str) -> None:
    assert coded.rankings.rank(text, "codes", "vectors").candidates[0].concept_id == code


def test_it_says_by_way_of_what(coded: Workbench) -> None:
    first = coded.rankings.rank("angina pectoris, pregnant", "codes", "vectors").candidates[0]
    assert first.via == "Codes: Angina pectoris"


def test_a_reading_that_speaks_of_childbirth_asks_no_further(coded: Workbench) -> None:
    """The dictionary reads “3rd degree perineal tear” as one during delivery, and what is left of that again so."""
    assert coded.rankings.rank("3rd degree perineal tear", "codes", "vectors").candidates
