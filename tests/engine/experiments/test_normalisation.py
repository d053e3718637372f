"""Normalisation's ablation: its rows, its command, and its tables by hand."""

from __future__ import annotations

import pytest

from engine.errors import BadInput
from engine.experiments.normalisation.report import report
from engine.experiments.normalisation.rows import ENCODERS, SWITCHES_OF, TARGETS_OF, SystemRow, rows_of
from engine.experiments.normalisation.run import run
from engine.experiments.options import ExperimentOptions
from engine.normalisation.preprocessing import Switches
from engine.normalisation.request import TARGETS, TARGETS_IN_TURN
from engine.workspace import Workspace


def test_every_target_sieve_and_switch_has_a_row() -> None:
    rows = rows_of(ExperimentOptions("normalisation", against=("trained-1",)))
    assert [row.search for row in rows if row.group == TARGETS_OF] == [*TARGETS, *TARGETS_IN_TURN]
    left_out = [row.without for row in rows if row.group == SWITCHES_OF and len(row.without) == 1]
    assert {name for (name,) in left_out} | {"order_learnt"} == set(Switches().to_dict())
    assert {row.encoder for row in rows if row.group == ENCODERS} == {"tfidf", "vectors", "trained-1"}
    assert all(row.encoder == "trained-1" for row in rows if row.group != ENCODERS)
    same: dict[str, dict] = {}
    assert all(same.setdefault(row.key, row.to_dict()) == row.to_dict() for row in rows)  # one file, one plan
    assert {row.group for row in rows_of(ExperimentOptions("normalisation", only=(TARGETS_OF,)))} == {TARGETS_OF}


def test_the_command_names_files_without_their_folders() -> None:
    wanted = ExperimentOptions(
        "normalisation", corpora=("mine=/some/where/train.txt,/else/dev.txt",), against=("a-1", "b-1")
    )
    assert wanted.command == (
        "python -m engine experiment normalisation --corpora mine=train.txt,dev.txt --against a-1 b-1 --out DIR"
    )


def test_refusals(tmp_path) -> None:
    workspace = Workspace(tmp_path / "w")
    with pytest.raises(BadInput, match="Name the dictionary"):
        list(run(workspace, ExperimentOptions("normalisation", corpora=("a=b,c",)), tmp_path))
    medic = tmp_path / "medic.txt"
    medic.write_text("D1||Gout\n", encoding="utf-8")
    with pytest.raises(BadInput, match="NAME=TRAIN,DEV"):
        list(run(workspace, ExperimentOptions("normalisation", file=medic, format="medic", corpora=("a=b",)), tmp_path))


def cell(right: str) -> dict:
    share = 100 * right.count("1") / len(right)
    interval = {"value": share, "low": share - 10, "high": share + 5}
    composites = {"mentions": 1, "right": 0}
    counts = {"mentions": len(right), "composites": composites, "gold_not_in_dictionary": 2, "tied": 3}
    return {"accuracy": interval, "accuracy_at_5": interval, "half a": 50.0, "half b": None, "right": right, **counts}


def test_a_row_is_told_beside_the_first() -> None:
    rows = [SystemRow("Group", "all", "e"), SystemRow("Group", "without", "e", without=("exact",))]
    cells = {f"mine-{rows[0].key}": cell("1110"), f"mine-{rows[1].key}": cell("1000")}
    found = report(rows, ["mine"], cells)
    assert "4 mentions, 1 of them of several concepts, 2 with an id that the dictionary lacks" in found.markdown
    lines = [line for line in found.markdown.split("\n") if line.startswith("| ")]
    assert lines[1] == "| all | 75.00 | 65.0 to 80.0 | 75.00 | 50.0 |  |  | 3 |"
    assert lines[2].startswith("| without | 25.00 | 15.0 to 30.0 | 25.00 | 50.0 |  | -50.00 (")
    assert found.rows[1]["over"]["difference"] == -50 and found.rows[0]["over"] is None
    assert list(found.plots) == ["right"]
