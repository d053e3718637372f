"""`models`: what a version is called, and where it is written to and read from."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.__main__ import main
from engine.workbench import Workbench
from tests.engine.cli.conftest import Run


def test_two_encoders_have_two_names(run, refusal) -> None:
    """Nothing could tell them apart, and the history said that the other one was made current."""
    version = run("models", "add-shipped")["model"]["id"]
    assert "Another encoder is called “shipped vectors”" in refusal("models", "rename", version, "shipped vectors")
    assert run("models", "rename", version, "Mine")["model"]["name"] == "Mine"
    assert run("models", "rename", version, "mine")["model"]["name"] == "mine"


def test_files_that_are_not_there_are_named_as_they_were_written(run, refusal, tmp_path: Path) -> None:
    """A file of a moment was named, which nobody had written, and a file that is not there was no exported version."""
    version = run("models", "add-shipped")["model"]["id"]
    nowhere, missing = tmp_path / "nowhere", tmp_path / "missing.zip"
    assert refusal("models", "export", version, str(nowhere / "out.zip")) == f"There is no {nowhere}; check the path."
    assert refusal("models", "export", version, str(tmp_path)) == f"{tmp_path} is a folder; name a file."
    assert refusal("models", "import", str(missing)) == f"There is no file at {missing}; check the path."
    assert Path(run("models", "export", version, str(tmp_path / "out.zip"))["file"]).is_file()


def test_names_are_placed_labelled_and_drawn_by_the_current_encoder_as_in_the_window(
    run, workbench: Workbench, tmp_path: Path
) -> None:
    """They were by the vectors that ship, so that the same question had other answers in the window."""
    version = run("models", "add-shipped")["model"]["id"]
    run("models", "current", version, "--who", "ann")
    assert run("place", "sore heart", "--terminology", "organs")["encoder"] == version
    assert run("place", "sore heart", "--terminology", "organs", "--encoder", "vectors")["encoder"] == "vectors"
    (tmp_path / "new.txt").write_text("sore heart\n")
    run("proposals", "make", str(tmp_path / "new.txt"), "--terminology", "organs")
    assert [one["encoder"] for one in run("proposals", "list")["lists"]] == [version]
    run("parents", "refuse", "sore heart", "--terminology", "organs", "--parent", "L", "--who", "ann")
    run("labels", "define", "sides", "--terminology", "organs")
    number = run("labels", "queue", "sides")["queue"]
    assert workbench.label_queue.get(number).settings.encoder == version
    run("plot", "draw", "--terminology", "organs", "--layout", "pca")
    assert [one["encoder"] for one in run("plot", "list")["plots"]] == [version]


def test_the_list_is_a_table_that_says_which_version_is_current(
    run: Run, workbench: Workbench, capsys: pytest.CaptureFixture[str]
) -> None:
    """A line of JSON stood below it, which no reader of tables takes."""
    version = run("models", "add-shipped")["model"]["id"]
    line = ["models", "--workspace", str(workbench.workspace.folder)]
    assert main(line) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "current: vectors"  # which is no version
    run("models", "current", version, "--who", "ann")
    assert main(line) == 0
    heading, row = capsys.readouterr().out.splitlines()
    assert heading.split()[:3] == ["id", "current", "name"] and row.split()[:2] == [version, "yes"]
    listed = run("models")
    assert [one["current"] for one in listed["models"]] == [True] and listed["current"]["who"] == "ann"
