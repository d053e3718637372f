"""Numbers are finite and in range in every table, and a workspace that has one that is not is repaired."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

import pytest

from engine.__main__ import main
from engine.cli.console import plain
from engine.errors import BadInput
from engine.workbench import Workbench
from store import database, edits
from store.edits import Change
from store.migrations import migrations
from store.sqlite import Database

INFINITE = [float("inf"), float("-inf"), 1e300, "much"]


@pytest.mark.parametrize("score", INFINITE)
def test_an_edit_with_a_score_that_is_no_number_is_refused(tmp_path: Path, score: float) -> None:
    path = tmp_path / "workspace.db"
    database.create(path)
    change = Change("add", "organs", "H1", "coronary", score=score)
    with pytest.raises(sqlite3.IntegrityError, match="finite"), database.writing(path) as db:
        edits.add(db, [change], "ann", str.casefold)
    with database.writing(path) as db:
        assert edits.add(db, [Change("add", "organs", "H1", "coronary", score=0.5)], "ann", str.casefold)


def test_the_workbench_says_so_in_a_sentence(workbench: Workbench) -> None:
    with pytest.raises(BadInput, match="finite numbers only"):
        workbench.synonyms.add("organs", "H1", "coronary", "ann", score=float("inf"))
    assert workbench.edits.newest() == []


def test_a_file_with_an_infinite_score_is_refused(
    workbench: Workbench, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    workbench.synonyms.add("organs", "H1", "coronary", "ann", score=0.5)
    file = tmp_path / "edits.csv"
    assert main(["export", "edits", "--out", str(file)]) == 0
    changed = file.read_text(encoding="utf-8-sig").replace("0.5", "1e400").replace("coronary", "ischaemic")
    file.write_text(changed, encoding="utf-8")
    assert main(["load", str(file), "--who", "ben"]) == 2
    assert "1e400" in changed and "unexpected" not in capsys.readouterr().err
    assert [edit.name for edit in workbench.edits.newest()] == ["coronary"]


def test_a_workspace_that_has_one_is_repaired(tmp_path: Path) -> None:
    path = tmp_path / "workspace.db"
    older = Database(path)
    migrations.apply(older, stop_before="m015_finite_numbers")
    edit = {"batch": 1, "action": "add", "terminology": "o", "concept": "H", "norm": "n", "who": "a", "at": "t"}
    for name, score in (("bad", float("inf")), ("good", 0.5)):
        older.table("edits").insert({**edit, "role": "do", "name": name, "score": score})
    normalisation = {"file": "f", "terminology": "o", "rows": 1, "lines": 1, "last_row": 1, "finished": 1}
    older.table("normalisations").insert({"id": 1, **normalisation})
    others = json.dumps([["H1", "heart", float("inf"), "D"], ["H2", "lung", 0.25, "D"]])
    answer = {"normalisation": 1, "row": 1, "part": 0, "text": "x", "norm": "x", "others": others}
    older.table("answers").insert({"id": 1, **answer, "score": float("-inf"), "probability": 7.0})
    older.close()

    database.create(path)
    with database.reading(path) as db:
        assert [(row["name"], row["score"]) for row in db.table("edits").rows] == [("bad", None), ("good", 0.5)]
        (row,) = db.table("answers").rows
        assert (row["score"], row["probability"]) == (None, None)
        assert json.loads(row["others"]) == [["H1", "heart", 0.0, "D"], ["H2", "lung", 0.25, "D"]]
    with pytest.raises(sqlite3.IntegrityError, match="append-only"), database.writing(path) as db:
        db.execute("UPDATE edits SET score = 1")


def test_json_out_is_strict() -> None:
    value = {"a": float("inf"), "b": [float("nan"), -float("inf"), 0.5]}
    assert json.dumps(plain(value), allow_nan=False) == '{"a": null, "b": [null, null, 0.5]}'


@pytest.mark.parametrize("number", ["nan", "inf", "1e400"])
@pytest.mark.parametrize(
    "line",
    [
        ("decisions", "accept-above", "1", "--probability"),
        ("normalise", "x.csv", "--terminology", "organs", "--out", "y.csv", "--threshold"),
        ("selection", "--terminology", "organs", "--set"),
    ],
)
def test_the_command_line_takes_finite_numbers(
    workbench: Workbench, capsys: pytest.CaptureFixture[str], line: tuple[str, ...], number: str
) -> None:
    given = f"optimiser.learning_rate={number.replace('nan', 'NaN').replace('inf', 'Infinity')}"
    assert main([*line, given if line[-1] == "--set" else number]) == 2
    problem = capsys.readouterr().err
    assert "finite" in problem or "must be" in problem, problem
