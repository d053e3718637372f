"""A small setting of what is told of whole terminologies: `python -m tests.engine.formats.whole --help`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from engine.formats.parsed import ParsedTerminology
from store.records.terminology import Concept, Name
from tests.engine.formats.whole import WRITTEN, compared, passages, table_row

HEARTS = [
    Concept("D1", "heart disease", (Name("heart disease", "preferred"),)),
    Concept(
        "D2",
        "heart attack",
        (Name("heart attack", "preferred"), Name("MI", "synonym", "narrow"), Name("coronary, acute", "synonym")),
        ("D1",),
        "Death of heart muscle.",
    ),
    Concept("D3", "angina", obsolete=True, replaced_by="D1"),
]


@pytest.mark.slow
def test_a_terminology_is_the_same_after_each_format_but_what_a_delta_cannot_hold(tmp_path: Path) -> None:
    found = {one.format: one for one in passages(ParsedTerminology("Hearts", "", "", "hearts", HEARTS, []), tmp_path)}
    assert list(found) == [*WRITTEN, "rf2"] and len(found) == 10
    assert {name: one.differs for name, one in found.items() if one.differs} == {"rf2": {"scopes": (1, 1)}}
    assert {(one.kept["concepts"], one.kept["names"], one.kept["links"]) for one in found.values()} == {(2, 4, 1)}
    assert [one.name for one in tmp_path.iterdir()] == ["workspace"]


def test_what_did_not_come_back_is_told() -> None:
    less = [HEARTS[0], replace(HEARTS[1], names=HEARTS[1].names[:2], parents=())]
    row = "names: 1 lost, 0 new; links: 1 lost, 0 new; scopes: 1 lost, 0 new; out of use: 1 lost, 0 new"
    assert table_row("hearts", compared("csv", HEARTS, less)) == f"| hearts | `csv` | 2 | 3 | 0 | {row} |"
    assert table_row("hearts", compared("csv", HEARTS, HEARTS)) == "| hearts | `csv` | 2 | 4 | 1 | nothing |"
