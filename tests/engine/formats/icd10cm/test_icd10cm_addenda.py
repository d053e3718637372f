"""The addenda of ICD-10-CM: what a year changes, alone and upon the year before. The titles are made up."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.errors import BadInput
from engine.formats.icd10cm import icd10cm_addenda
from engine.formats.reading import read_file
from engine.formats.recognition import format_of
from engine.terminology import importing
from engine.terminology.updating.update import read_release
from engine.workbench import SourceFile, Workbench
from store.records.terminology import Concept, Name
from tests.engine.formats.rf2.test_rf2_release import release

CHANGES = [
    ("Add", "1", "I2181", "Attack of small vessels", "Attack of the small vessels of the heart"),
    ("Delete", "1", "I218", "Other attack", "Other heart attack"),
    ("Add", "0", "I218", "Other attack", "Other heart attack"),
    ("Revise from", "1", "I219", "Attack, unsp", "Heart attack, unspecified"),
    ("Revise to", "1", "I219", "Attack, unsp", "Heart attack without a word more"),
    ("Delete", "1", "I22", "Second attack", "A second heart attack"),
    ("Add", "1", "I23", "Third attack", "A third heart attack"),
    ("Delete", "1", "I99", "Gone", "Gone long ago"),
]


def order_line(flag: str, code: str, short: str, long: str) -> str:
    return f"{flag} {code:<8}{short:<60} {long}"


def addenda(folder: Path, changes: list[tuple[str, ...]] = CHANGES, end: str = "\r\n") -> Path:
    path = folder / "icd10cm_order_addenda_2026.txt"
    lines = [f"{what + ':':<13}{order_line(*rest)}" for what, *rest in changes]
    path.write_bytes((end.join(lines) + end).encode())
    return path


def before() -> list[Concept]:
    def one(code: str, title: str, parent: str, *included: str) -> Concept:
        names = [Name(title, "preferred", "exact", "description")]
        names += [Name(text, source="inclusion term") for text in included]
        return Concept(code, title, tuple(names), (parent,) if parent else (), notes={"Billable": ["yes"]})

    return [
        one("I20-I25", "Ischaemic diseases", ""),
        one("I20-I99", "Diseases", ""),
        one("I21", "Heart attack", "I20-I25"),
        one("I21.8", "Other heart attack", "I21"),
        one("I21.9", "Heart attack, unspecified", "I21", "Infarction NOS"),
        one("I22", "A second heart attack", "I20-I25"),
        one("I22.0", "A second one, in front", "I22"),
    ]


def test_addenda_are_known_and_hold_changes_alone(tmp_path: Path) -> None:
    path = addenda(tmp_path)
    parsed = read_file(path)
    assert (format_of(path), parsed.version, parsed.changes_only) == ("icd10cm-order", "2026", True)
    assert [(one.id, one.obsolete) for one in parsed.concepts] == [
        ("I21.81", False),
        ("I21.8", False),
        ("I21.9", False),
        ("I23", False),
        ("I22", True),
        ("I99", True),
    ]
    assert parsed.concepts[0].parents == ("I21.8",)
    assert [problem.sentence for problem in parsed.problems] == [icd10cm_addenda.ALONE]


def test_the_list_of_codes_has_addenda_without_short_titles(tmp_path: Path) -> None:
    path = tmp_path / "icd10cm_codes_addenda.txt"
    lines = ["Add:         I2181   Attack of the small vessels", "Delete:      I22     A second one", "Add: nothing"]
    path.write_text("\n".join(lines))
    parsed = read_file(path, "icd10cm-order")
    assert [(one.id, one.preferred, one.obsolete) for one in parsed.concepts] == [
        ("I21.81", "Attack of the small vessels", False),
        ("I22", "A second one", True),
    ]
    assert [problem.row for problem in parsed.problems if problem.left_out] == [3]


def test_the_year_before_becomes_this_year(tmp_path: Path) -> None:
    year = icd10cm_addenda.upon(read_file(addenda(tmp_path)), before())
    found = {one.id: one for one in year.concepts}
    assert {code: one.parents for code, one in found.items()} == {
        "I20-I25": (),
        "I20-I99": (),
        "I21": ("I20-I25",),
        "I21.8": ("I21",),
        "I21.9": ("I21",),
        "I22": (),
        "I22.0": (),  # what it stood below is deleted
        "I21.81": ("I21.8",),
        "I23": ("I20-I25",),  # the narrowest block that holds it
    }
    assert [code for code, one in found.items() if one.obsolete] == ["I22"]
    assert [name.text for name in found["I21.9"].names] == [
        "Heart attack without a word more",
        "Attack, unsp",
        "Infarction NOS",
    ]
    assert (found["I21.8"].notes, found["I21.9"].notes) == ({}, {"Billable": ["yes"]})
    assert not year.changes_only
    (problem,) = year.problems
    assert problem.sentence == "I99 is to be deleted and is not there; check the year before."


def test_an_update_takes_addenda_upon_what_is_there(workbench: Workbench, tmp_path: Path) -> None:
    order = tmp_path / "order.txt"
    rows = [("0", "I21", "Attack", "Heart attack"), ("1", "I219", "Attack, unsp", "Heart attack, unspecified")]
    rows += [("1", "U071", "Virus", "A virus that has a code of its own")]  # codes with U were left out
    lines = [
        f"{place:05} {code:<7} {flag} {short:<60} {long}\n" for place, (flag, code, short, long) in enumerate(rows)
    ]
    order.write_text("".join(lines))
    importing.add(workbench.workspace, "icd", read_file(order))
    seen = workbench.versions.preview(SourceFile(addenda(tmp_path)), "icd")
    assert (seen.difference.counts["added"], seen.difference.counts["renamed"]) == (3, 1)
    assert seen.difference.counts["withdrawn"] == 0 and "U07.1" in {one.id for one in read_file(order).concepts}


def test_an_update_refuses_a_delta_that_would_withdraw_all_else(workbench: Workbench, tmp_path: Path) -> None:
    """Everything that the Delta did not name was withdrawn."""
    whole = read_file(release(tmp_path / "whole"))
    importing.add(workbench.workspace, "snomed", whole)
    delta = release(tmp_path / "delta", type="Delta")
    with pytest.raises(BadInput, match="holds changes alone, and all else would be withdrawn; update with the whole"):
        read_release(workbench.workspace, SourceFile(delta), "snomed")
