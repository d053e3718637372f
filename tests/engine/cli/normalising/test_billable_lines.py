"""An export says of each line whether its code can be sent in, where the terminology knows it.

It had the code alone, and whoever read the file had to look each up.
"""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from engine.workbench import Workbench
from tests.coded import with_codes


@pytest.fixture
def answered(run, workbench: Workbench, tmp_path: Path) -> int:
    """Two names in “codes”, as `normalisations answer` answers them."""
    with_codes(workbench, tmp_path)
    path = tmp_path / "m.csv"
    path.write_text("mention,own\nangina pectoris,a\ncardiac failure,b\nzzz,c\n", encoding="utf-8")
    words = ("normalisations", "answer", str(path), "--terminology", "codes", "--search", "evidence")
    return int(run(*words, "--encoder", "vectors")["normalisation"])


def column(path: Path) -> list[tuple[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return [(row["decided concept"] or row["concept"], row["billable"]) for row in csv.DictReader(file)]


def test_an_export_tells_and_comes_back(workbench: Workbench, answered: int, tmp_path: Path) -> None:
    out, again = tmp_path / "out.csv", tmp_path / "again.csv"
    workbench.normalisation.export(answered, out)
    assert column(out)[:2] == [("I20", "no"), ("I50", "no")]
    line = workbench.answers.lines(answered, order="as in the file")[0]
    workbench.decisions.decide(answered, [line.id], "other", "ann", concept="I20.9")
    workbench.normalisation.export(answered, out)
    assert column(out)[:2] == [("I20.9", "yes"), ("I50", "no")]
    here = workbench.answer_files.preview(out, "codes").here
    assert here is not None and here.id == answered
    loaded = workbench.answer_files.load(out, "codes", "ann")
    line = workbench.answers.lines(loaded, order="as in the file")[1]
    workbench.decisions.decide(loaded, [line.id], "other", "ann", concept="I50.9")
    workbench.normalisation.export(loaded, again)
    assert again.read_text(encoding="utf-8").splitlines()[0] == out.read_text(encoding="utf-8").splitlines()[0]
    assert column(again)[:2] == [("I20.9", "yes"), ("I50.9", "yes")]


@pytest.mark.parametrize("command", ["normalise", "answer"])
def test_both_commands_ask_for_billable_codes(
    run, workbench: Workbench, answered: int, tmp_path: Path, command: str
) -> None:
    """`normalisations answer` had no such option."""
    out, file = tmp_path / "out.csv", str(tmp_path / "m.csv")
    asked = ("--terminology", "codes", "--search", "evidence", "--encoder", "vectors", "--billable")
    if command == "normalise":
        run("normalise", file, *asked, "--out", str(out))
    else:
        number = int(run("normalisations", "answer", file, *asked)["normalisation"])
        workbench.normalisation.export(number, out)
    assert column(out)[:2] == [("I20.9", "yes"), ("I50.9", "yes")]
