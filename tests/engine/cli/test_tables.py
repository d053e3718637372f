"""Tables in a terminal: what is telling fits, what is not shown is named."""

from __future__ import annotations

import io
import sys

import pytest

from engine.__main__ import main
from engine.cli.tables import write_tables
from engine.workbench import Workbench

NAMES = [
    "Fracture of unspecified part of neck of left femur, initial encounter for closed fracture",
    "Fracture of unspecified part of neck of left femur, sequela",
]
ROWS = [
    {"id": f"S{at}", "name": name, "empty": "", "differs": ["side", "number"][: at + 1], "same": name, "more": name}
    for at, name in enumerate(NAMES)
]


class Terminal(io.StringIO):
    """A standard output that is a terminal."""

    def isatty(self) -> bool:
        """It is one."""
        return True


def terminal(monkeypatch: pytest.MonkeyPatch, width: int) -> Terminal:
    """Makes standard output a terminal of so many columns."""
    found = Terminal()
    monkeypatch.setattr(sys, "stdout", found)
    monkeypatch.setenv("COLUMNS", str(width))
    return found


@pytest.mark.parametrize("width", [40, 60, 80, 100, 400])
def test_a_table_fits_the_window_and_loses_nothing_that_it_shows(width: int, monkeypatch: pytest.MonkeyPatch) -> None:
    window = terminal(monkeypatch, width)
    write_tables({"rows": ROWS})
    heading, *lines = window.getvalue().splitlines()
    assert max(map(len, [heading, *lines])) <= width
    shown = heading.split()
    assert "empty" not in heading
    start, end = heading.index("name"), heading.index("differs") if "differs" in shown else None
    told = " ".join(" ".join(line[start:end].strip() for line in lines).split())
    assert all(name in told for name in NAMES)
    left_out = [column for column in ("differs", "same", "more") if column not in shown]
    said = " ".join(lines).partition("Not shown here: ")[2]
    assert said.partition(";")[0] == ", ".join(left_out)
    assert bool(said) == (width < 80)


def test_an_address_stands_whole_and_a_word_without_end_does_not(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a list of short forms one meaning without a blank hid all meanings."""
    window, address = terminal(monkeypatch, 60), f"http://127.0.0.1:8610/{50 * 'k'}/x-y"
    write_tables({"services": [{"terminology": "icd10cm", "reconciliation": address}]})
    assert window.getvalue().splitlines()[1] == f"icd10cm      {address}"
    window = terminal(monkeypatch, 60)
    write_tables({"forms": [{"form": "A", "means": "x" * 300}, {"form": "B", "means": "flu"}]})
    assert window.getvalue().splitlines()[0].split() == ["form", "means"]
    assert max(map(len, window.getvalue().splitlines())) <= 60


def test_a_pipe_has_every_column_that_has_something(capsys: pytest.CaptureFixture[str]) -> None:
    write_tables({"rows": ROWS})
    heading, first, _ = capsys.readouterr().out.splitlines()
    assert heading.split() == ["id", "name", "differs", "same", "more"]
    assert first.split("  ")[:3] == ["S0", NAMES[0], "side"] and first.endswith(NAMES[0])


def test_what_a_candidate_differs_in_stands_in_a_window(workbench: Workbench, monkeypatch: pytest.MonkeyPatch) -> None:
    """It was left out of every table, as any list of texts, and the probability stood far to the right."""
    folder, window = str(workbench.workspace.folder), terminal(monkeypatch, 80)
    assert main(["rank", "left lung infection", "--encoder", "vectors", "--workspace", folder]) == 0
    heading = next(line for line in window.getvalue().splitlines() if line.startswith("rank "))
    assert heading.split()[:5] == ["rank", "concept_id", "preferred_name", "probability", "differs"]
    assert "side" in window.getvalue()
