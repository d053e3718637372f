"""Progress on a terminal and in a pipe, and what a finished or broken piece of work comes to."""

from __future__ import annotations

import io
import json
import sys
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest

from engine.__main__ import main
from engine.cli import console
from engine.errors import NomenclatorError
from engine.events import Event, Finished, Progress
from engine.workbench import Workbench, finished_share, time_left
from store import runs
from store.records.training import RUNNING


class Terminal(io.StringIO):
    """A standard error that is a terminal."""

    def isatty(self) -> bool:
        """It is one."""
        return True


def work() -> Iterator[Event]:
    yield Progress(1, 4, "reading")
    yield Progress(2, 4, "reading")
    yield Progress(4, 4, "reading")
    yield Finished({"rows": 4})


def test_a_pipe_gets_a_plain_line_a_step(capsys: pytest.CaptureFixture[str]) -> None:
    assert console.consume(work()) == {"rows": 4}
    assert capsys.readouterr().err == " 25% reading\n 50% reading\n100% reading\n"


def test_a_pipe_is_told_the_time_left_of_work_that_lasts(capsys: pytest.CaptureFixture[str]) -> None:
    def counting() -> Iterator[Event]:
        yield Progress(0, 100, "counting")
        time.sleep(1.1)
        yield Progress(60, 100, "counting", {"before": 50, "seconds": 20.0})
        yield Finished({})

    console.consume(counting())
    assert capsys.readouterr().err == "  0% counting\n 60% counting, about 80 s left\n"


def test_a_terminal_gets_one_line_with_the_time_left(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    console.report_progress(Progress(2, 4, "reading"), "about 3 min left")
    assert terminal.getvalue().startswith("\r 50% reading, about 3 min left") and "\n" not in terminal.getvalue()
    assert console.consume(work()) == {"rows": 4}
    first, last = terminal.getvalue().rpartition("25% reading")[2].split("100% reading")
    assert " left" in first and " left" not in last and last.endswith("\n")


def test_a_run_is_told_as_the_window_tells_it(workbench: Workbench, capsys: pytest.CaptureFixture[str]) -> None:
    """`runs` said step 169 of 1000 and “eta 1018.182” of a training that Train had at 86 %, about 30 s left."""
    recipe = {"optimiser": {"patience": 10, "most_epochs": 200}}
    number, begun = workbench.jobs.queue("train", "mine", recipe), datetime.now(UTC) - timedelta(minutes=5)
    with workbench.workspace.writing() as db:
        curve = [{"epoch": float(epoch)} for epoch in range(1, 31)]
        runs.progress(db, number, 300, 2_000, "Epoch 30", {"epoch": 30, "best_epoch": 30}, curve)
        own = {"status": RUNNING, "started": begun.isoformat(), "heartbeat": time.time()}
        db.table("runs").update(number, own)
    folder = str(workbench.workspace.folder)

    def printed(*words: str) -> str:
        assert main([*words, "--workspace", folder]) == 0
        return capsys.readouterr().out

    (said,) = json.loads(printed("runs", "--json"))["runs"]
    run = workbench.jobs.run(number)
    assert said["left"] == time_left(run) == "about 2 min left, longer while it gets better"
    assert said["done"] == finished_share(run) == 0.75 and said["eta"] > 1_000
    headings, row = printed("runs").splitlines()
    assert headings.split()[:5] == ["id", "status", "title", "done", "left"] and "eta" not in headings.split()
    assert "75 %" in row and said["left"] in row
    one = printed("run", f"{number}").splitlines()
    assert "done: 75 %" in one and f"left: {said['left']}" in one


def test_scores_are_columns_encoder_by_encoder(capsys: pytest.CaptureFixture[str]) -> None:
    """They were left out, so that `compare` printed tasks without a figure."""
    row = {
        "task": "retrieval",
        "values": {"vectors": {"value": 0.3, "low": 0.2}, "mine": {"value": 0.45, "low": 0.4}},
        "differences": {"mine": {"difference": 0.15, "p": 0.01}},
        "metrics": {"map": 0.3},
    }
    console.write_answer({"tasks": [row]}, as_json=False)
    assert [line.split() for line in capsys.readouterr().out.splitlines()] == [
        ["task", "vectors", "mine", "mine", "more"],
        ["retrieval", "0.300", "0.450", "0.150"],
    ]


def test_the_columns_are_those_of_all_rows(capsys: pytest.CaptureFixture[str]) -> None:
    """Those of the first row alone were printed: no score where its task had none."""
    rows = [
        {"task": "a", "scores": {}},
        {"task": "b", "scores": {"mine": {"value": 0.5}}, "note": "new"},
    ]
    console.write_answer({"tasks": rows}, as_json=False)
    assert [line.split() for line in capsys.readouterr().out.splitlines()] == [
        ["task", "mine", "note"],
        ["a", "–", "–"],
        ["b", "0.500", "new"],
    ]


def test_work_that_ends_without_a_result_is_a_problem() -> None:
    with pytest.raises(NomenclatorError, match="without a result"):
        console.consume(iter([Progress(1, 2)]))


def test_a_long_call_says_that_it_goes_on(capsys: pytest.CaptureFixture[str]) -> None:
    assert console.followed(lambda: [1, 2], "Listing") == [1, 2]
    assert capsys.readouterr().err.split() == ["0%", "Listing"]
    with pytest.raises(NomenclatorError, match="no such thing"):
        console.followed(_refused, "Listing")


def _refused() -> None:
    raise NomenclatorError("There is no such thing.")


def test_a_long_cell_stands_whole_and_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    address = "http://127.0.0.1:8610/" + 32 * "k" + "/reconcile/icd10cm"
    console.write_answer(
        {"services": [{"service": address, "says": "two\nlines"}, {"service": "none", "says": ""}]}, False
    )
    heading, row, short = capsys.readouterr().out.splitlines()
    assert row == f"{address}  two lines" and short == "none"
    assert heading.index("says") == 62


def test_the_ranks_of_each_encoder_are_columns(capsys: pytest.CaptureFixture[str]) -> None:
    rows = [{"concept_id": "H1", "ranks": {"a": 1, "b": None}, "scores": {"a": 0.5, "b": None}}]
    console.write_tables({"rows": rows})
    heading, line = capsys.readouterr().out.splitlines()
    assert heading.split("  ") == ["concept_id", "rank a", "rank b", "score a", "score b"]
    assert line.split() == ["H1", "1", "–", "0.500", "–"]
