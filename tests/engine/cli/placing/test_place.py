"""`place` and `evaluate placing` on the small workspace, as one JSON object."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine.__main__ import main
from engine.workbench import Workbench
from tests.salted import keep_back

Run = Callable[..., dict[str, Any]]


@pytest.fixture
def ask(workbench: Workbench, run: Run) -> Run:
    keep_back(workbench.workspace, {"H1", "L3"}, {"R", "H", "H2", "H3", "L", "L1", "L2"})
    return run


def test_a_name_is_placed(ask) -> None:
    answer = ask("place", "left-sided asthma", "--terminology", "organs", "--top", "3")
    assert [parent["rank"] for parent in answer["parents"]] == [1, 2, 3]
    assert answer["parents"][0]["id"] == "L1" and answer["levels"][0]["id"] == "R"


def test_a_list_is_placed_into_a_file(ask, tmp_path: Path) -> None:
    names = tmp_path / "names.csv"
    names.write_text("name\nnight asthma\n\n???\n", encoding="utf-8")
    answer = ask("place", "--list", str(names), "--terminology", "organs", "--out", str(tmp_path / "out.csv"))
    assert answer["names"] == 1 and [row for row, _ in answer["problems"]] == [4]
    assert "night asthma,undecided" in (tmp_path / "out.csv").read_text(encoding="utf-8-sig")


def test_a_list_needs_a_file_to_go_to(workbench: Workbench, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    code = main(["place", "--list", "x.csv", "--terminology", "organs", "--workspace", str(workbench.workspace.folder)])
    assert code == 2 and "--out" in capsys.readouterr().err


def test_placing_is_measured_and_paired(ask) -> None:
    answer = ask("evaluate", "placing", "--terminology", "organs", "--draws", "100")
    assert answer["rows"][0]["encoder"] == "vectors" and answer["rows"][0]["queries"] == 2
    assert "vectors, nearest name" in {row["encoder"] for row in answer["rows"]}
    assert {line["first"] for line in answer["differences"]} == {"vectors"}


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (("asthma", "--list", "x.csv", "--out", "y.csv"), "x.csv is a list of names; leave “asthma” out, or --list."),
        (("--list", "x.csv", "--concept", "H1"), "leave --concept out, or --list."),
        (("asthma", "--out", "y.csv"), "give its names with --list."),
        ((), "Say what is to be placed: a name, or a file of names with --list."),
    ],
)
def test_a_name_and_a_list_are_not_placed_together(refusal, line: tuple[str, ...], told: str) -> None:
    """The name was passed over, and so was the file that proposals were to go to."""
    assert told in refusal("place", *line, "--terminology", "organs")
