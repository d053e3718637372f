"""The page of figures: what was measured, what was not and why, and the last figures with their dates."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from contextlib import redirect_stdout
from dataclasses import replace
from io import StringIO
from pathlib import Path
from typing import Any

import click
import pytest

from engine.__main__ import main
from engine.benchmarks.page import BEGIN, END, bench_all, figures_of, section
from engine.benchmarks.programs import end
from engine.benchmarks.rows import ROWS, Row
from engine.benchmarks.table import line_of, number, table
from engine.cli.measuring.bench import bench
from engine.errors import BadInput
from engine.events import Finished
from engine.workbench import Workbench

FEW = Row("label", "a label key", "soon", ("--others", "20", "--keys", "3"))
WRONG = Row("rank", "an answer", "soon", ("--encoder", "nothing"))
ABSENT = Row("train-large", "six terminologies", "soon")
LATER = replace(FEW, arguments=("--keys", "2"), quick=False)


def written(workbench: Workbench, out: Path, rows: list[Row], quick: bool = True) -> dict[str, Any]:
    """What came of measuring these rows."""
    (finished,) = [
        event for event in bench_all(workbench.workspace.folder, out, quick, rows) if isinstance(event, Finished)
    ]
    return finished.result


@pytest.fixture
def in_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Benches of the page are done in this process, by the line that their programs are started with."""

    def run_in_process(row: Row, folder: Path, seconds: float) -> dict[str, Any]:
        with redirect_stdout(StringIO()) as said:
            assert main(["bench", row.name, *row.arguments, "--json", "--workspace", str(folder)]) == 0
        found: dict[str, Any] = json.loads(said.getvalue())
        return found

    monkeypatch.setattr("engine.benchmarks.page.run", run_in_process)


@pytest.mark.slow
def test_each_bench_is_a_row_and_one_that_cannot_run_says_why(workbench: Workbench, tmp_path: Path) -> None:
    out = tmp_path / "performance.md"
    out.write_text("# Performance\n\nBy hand.\n", encoding="utf-8")
    found = written(workbench, out, [FEW, WRONG, LATER, ABSENT])

    assert list(found["measured"]) == ["label --others 20 --keys 3"]
    assert "nothing" in found["skipped"]["rank --encoder nothing"]
    assert found["skipped"]["label --keys 2"] == "it takes longer than --quick has"
    page = out.read_text(encoding="utf-8")
    assert page.startswith("# Performance\n\nBy hand.\n\n" + BEGIN) and page.endswith(END + "\n")
    assert "| `label --others 20 --keys 3` | a label key | soon | write: others 20" in page
    assert "- `bench train-large` (six terminologies): nomenclator: There are 1 terminologies and 0 files" in page


@pytest.mark.slow
@pytest.mark.usefixtures("in_process")
def test_the_page_keeps_the_figures_of_what_is_not_measured_again(workbench: Workbench, tmp_path: Path) -> None:
    out = tmp_path / "performance.md"
    written(workbench, out, [LATER], quick=False)
    before = figures_of(out.read_text(encoding="utf-8"))
    assert list(before) == ["label --keys 2"]
    out.write_text(out.read_text(encoding="utf-8") + "\nMore by hand.\n", encoding="utf-8")

    written(workbench, out, [FEW, LATER])
    page = out.read_text(encoding="utf-8")
    assert figures_of(page)["label --keys 2"] == before["label --keys 2"] and FEW.key in figures_of(page)
    assert page.count(BEGIN) == page.count(END) == 1 and page.endswith("\nMore by hand.\n")
    assert "| `label --keys 2` | a label key | soon |" in page and before["label --keys 2"]["at"] in page


def test_a_bench_that_takes_too_long_is_given_up(workbench: Workbench, tmp_path: Path) -> None:
    long = Row("label", "a label key", "soon", ("--others", "20", "--keys", "100000"))
    found = written(workbench, tmp_path / "performance.md", [replace(FEW, seconds=0.0), replace(long, seconds=1.0)])
    assert found["skipped"] == {FEW.key: "the time was over", long.key: "it was not finished after 1 s"}


@pytest.mark.skipif(sys.platform == "win32", reason="programs are ended one by one there")
def test_what_a_bench_started_ends_with_it() -> None:
    child = "import subprocess, sys, time; subprocess.Popen(['sleep', '60']); print(1, flush=True); time.sleep(60)"
    command = [sys.executable, "-c", child]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, start_new_session=True) as program:
        assert program.stdout is not None and program.stdout.readline() == "1\n"
        started = time.monotonic()
        end(program)
        assert program.stdout.read() == ""  # nobody holds the pipe any more
    assert time.monotonic() - started < 30


def test_a_reason_that_is_a_sentence_ends_in_one_full_stop() -> None:
    text = section({}, {FEW.key: "There is no such encoder."}, [FEW])
    assert f"- `bench {FEW.key}` ({FEW.work}): There is no such encoder.\n" in text


def test_every_row_is_a_bench_that_there_is() -> None:
    assert {row.name for row in ROWS} == {*bench.list_commands(click.Context(bench))} - {"all"}
    assert len({row.key for row in ROWS}) == len(ROWS)
    for row in ROWS:
        command = bench.get_command(click.Context(bench), row.name)
        assert command is not None
        command.make_context(row.name, [*row.arguments])


def test_damaged_figures_are_none_and_a_folder_is_no_page(workbench: Workbench, tmp_path: Path) -> None:
    for text in ("", "<!-- figures {not json} -->", '<!-- figures {"a": 1} -->', '<!-- figures {"a": {}} -->'):
        assert figures_of(text) == {}
    with pytest.raises(BadInput, match="is a folder; name the page"):
        written(workbench, tmp_path, [])


def test_figures_have_three_digits_and_their_units() -> None:
    given = (0.123456, 12.345, 1234.5, 1_500_000, True, "a|b")
    assert [number(value) for value in given] == ["0.123", "12.3", "1,234", "1,500,000", "True", "a/b"]
    figures = {"work": "import", "30,000 s": 0.578, "most bytes": 480_980_992, "copy GB/s": 46.1, "lists": 2_048}
    assert line_of(figures) == "import: 30,000: 0.578 s, most 481 MB, copy 46.1 GB/s, lists 2,048"
    assert line_of({"seconds": 232, "connections": 1, "GB/s": 3, "bytes": 12, "skipped": None}) == (
        "232 s, connections 1, 3 GB/s, 12 bytes"
    )
    result = {"results": [{"p95_ms": 45.5}, {"p95_ms": 39.7}], "limit": {}, "peer": {}, "ratio": None, "passed": False}
    assert table([(FEW, {"result": result, "at": "today", "machine": "2 cores"})]).splitlines()[-1] == (
        f"| `{FEW.key}` | a label key | soon | p95: 45.5 ms<br>p95: 39.7 ms |  |  | – | no | today; 2 cores |"
    )


@pytest.mark.slow
@pytest.mark.usefixtures("in_process")
def test_only_the_benches_that_were_named_are_measured_anew(workbench: Workbench, tmp_path: Path) -> None:
    out = tmp_path / "performance.md"
    found = [*bench_all(workbench.workspace.folder, out, rows=[FEW, WRONG], only=["label"])][-1]
    assert isinstance(found, Finished)
    assert list(found.result["measured"]) == [FEW.key] and found.result["skipped"] == {}
    with pytest.raises(BadInput, match="no bench “nothing” of the page; there are label, rank"):
        [*bench_all(workbench.workspace.folder, out, rows=[FEW, WRONG], only=["nothing"])]
