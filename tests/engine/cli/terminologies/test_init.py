"""`init`: a workspace without the three samples."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine.__main__ import main
from engine.workbench import Workbench
from tests.linked import copied


def test_an_empty_workspace_is_made_and_imported_into(
    written_dictionary: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "empty"
    Workbench(folder)
    copied(written_dictionary, folder / "indexes")  # else it is made anew, which takes long
    assert main(["init", "--empty", "--workspace", str(folder), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["terminologies"] == {}
    bench = Workbench(folder, create=False)
    assert bench.terminologies.all() == [] and bench.models.resolve("current") != "vectors"
    (tmp_path / "own.csv").write_text("id,name\nA,gout\nB,asthma\n", encoding="utf-8")
    assert main(["import", str(tmp_path / "own.csv"), "--name", "own", "--workspace", str(folder)]) == 0
    assert [one.slug for one in bench.terminologies.all()] == ["own"]
