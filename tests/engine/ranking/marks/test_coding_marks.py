"""What a coder must know of a code: billable or not, a character missing, and what Excludes1 notes say of two codes."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.ranking.marks.coding_marks import NOT_BILLABLE, SEVENTH, coding_marks
from engine.ranking.marks.excludes import excludes_marks, spans_in
from engine.workbench import Workbench
from tests.coded import with_codes


@pytest.fixture
def coded(workbench: Workbench, tmp_path: Path) -> Workbench:
    return with_codes(workbench, tmp_path)


def marks(workbench: Workbench, codes: list[str], chosen: list[str]) -> dict[str, tuple[str, ...]]:
    with workbench.workspace.reading() as db:
        return coding_marks(db, "codes", codes, chosen)


def test_billable_codes_have_no_mark(coded: Workbench) -> None:
    assert marks(coded, ["I21", "I21.9", "S72.0", "S72.00XA"], []) == {
        "I21": (NOT_BILLABLE,),
        "S72.0": (NOT_BILLABLE, SEVENTH),
    }


@pytest.mark.parametrize(
    ("code", "chosen", "against"),
    [
        ("I21.9", ["I20.9"], "I20.9"),  # the note stands above the one that was chosen
        ("I20.9", ["I21.9"], "I21.9"),  # and holds the other way round
        ("I20.9", ["I21"], "I21"),
        ("I20.9", ["I50.9", "I21.9", "I21", "I21.9"], "I21.9, I21"),  # each once, in the order they were chosen
        ("I97.1", ["I21", "I21.9", "I20", "I20.9", "I50"], "I21, I21.9, I20 and 2 more"),
        ("I20.9", ["I20"], ""),  # a code and what is above it
        ("I20.9", ["I50.9"], ""),
        ("I50.9", ["I97.1"], "I97.1"),
        ("I97.1", ["I21.9"], "I21.9"),  # within a span of codes
        ("I97.1", ["S72.0"], ""),
        ("I21.9", ["I21.9"], ""),
        ("I21.9", [], ""),
        ("I21.9", ["X99"], ""),  # not there
    ],
)
def test_excludes1(coded: Workbench, code: str, chosen: list[str], against: str) -> None:
    with coded.workspace.reading() as db:
        found = excludes_marks(db, "codes", [code], chosen)
    assert found == ({code: f"Excludes1: not with {against}"} if against else {})


def test_the_marks_of_a_code_stand_together(coded: Workbench) -> None:
    assert marks(coded, ["I21", "I50.9"], ["I20.9"]) == {"I21": (NOT_BILLABLE, "Excludes1: not with I20.9")}


@pytest.mark.parametrize(
    ("note", "spans"),
    [
        ("type 1 diabetes mellitus (E10.-)", [("E10", "E10")]),
        ("injury (brain) (S06.0X-)", [("S06.0X", "S06.0X")]),
        ("disorders (F30.2, F31.64)", [("F30.2", "F30.2"), ("F31.64", "F31.64")]),
        ("complicating pregnancy (O10-O11, O13-O16)", [("O10", "O11"), ("O13", "O16")]),
        ("neonatal (P96.83 )", [("P96.83", "P96.83")]),
        ("diabetic (E08-E13 with .42)", []),
        ("seizure (convulsive) NOS", []),
        ("trauma - see Injury", []),
    ],
)
def test_the_codes_of_a_note(note: str, spans: list[tuple[str, str]]) -> None:
    import json

    assert spans_in([json.dumps({"Excludes1": [note], "Excludes2": ["other (A00)"]})]) == spans
