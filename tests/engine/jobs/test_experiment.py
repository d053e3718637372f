"""Experiments as runs: a quick one to its tables, and what an earlier run has measured taken over."""

from __future__ import annotations

import io
import json
import os
import signal
import zipfile
from pathlib import Path
from typing import Any

import pytest

from engine.errors import BadInput, NotFound
from engine.jobs import worker
from engine.workbench import ReportTable, Workbench
from store import runs
from store.records.training import COMPLETED, FAILED, INTERRUPTED
from tests.engine.jobs.test_worker import _until

PAIRS = [
    ("heart attack", "myocardial infarction", 4.0),
    ("asthma", "pneumonia", 3.0),
    ("fever", "lung infection", 2.5),
    ("heart failure", "angina pectoris", 3.2),
    ("dyspnoea", "diabetes mellitus", 1.0),
    ("gout", "fracture of femur", 1.2),
]


def tiny_recipe(folder: Path) -> dict[str, Any]:
    """A few-shot experiment of a second or two: the small terminology twice, and two sets of six pairs in `folder`."""
    files = [folder / name for name in ("mayosrs.tsv", "mine.tsv")]
    for file in files:
        lines = ["term_1\tterm_2\tmean", *(f"{a}\t{b}\t{score}" for a, b, score in PAIRS)]
        file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return {
        "name": "few-shot",
        "quick": True,
        "terminologies": ["organs", "organs"],
        "changes": ["sampler.shots=2", "encoder.hidden=16", "optimiser.most_epochs=1"],
        "relatedness": [str(file) for file in files],
    }


@pytest.fixture
def tiny(tmp_path: Path) -> dict[str, Any]:
    """The same in a folder of the test."""
    return tiny_recipe(tmp_path)


def carried_out(bench: Workbench, recipe: dict[str, Any]) -> int:
    number = bench.experiments.queue(recipe)
    run = worker.execute(bench.workspace, number)
    assert run.status == COMPLETED, run.error
    return number


def cells(bench: Workbench, run: int) -> dict[str, Any]:
    """What each cell of a run has measured, by its file."""
    folder = bench.workspace.folder / "experiments" / str(run) / "cells"
    return {path.name: json.loads(path.read_text(encoding="utf-8"))["measured"] for path in folder.glob("*.json")}


def test_a_quick_experiment_ends_in_tables_and_figures(workbench: Workbench, tiny: dict[str, Any]) -> None:
    run = carried_out(workbench, tiny)
    found = workbench.experiments.results(run)
    tables = [part for section in found.sections for part in section.parts if isinstance(part, ReportTable)]
    rows = {row[0] for row in tables[0].rows}
    assert {"vectors", "S", "I"} <= rows
    assert all(len(row) == len(table.headings) for table in tables for row in table.rows)
    panel = found.figures[0].panels["MayoSRS"]
    assert panel["S"][0].low is not None and panel["S"][0].low <= panel["S"][0].value <= (panel["S"][0].high or 0)
    with zipfile.ZipFile(io.BytesIO(workbench.experiments.archive(run))) as packed:
        assert {"few-shot.md", "few-shot.json", "few-shot-relatedness.html"} <= set(packed.namelist())


def test_a_second_run_measures_only_what_is_new(workbench: Workbench, tiny: dict[str, Any]) -> None:
    first = carried_out(workbench, tiny | {"quick": False, "seeds": 1})
    folder = workbench.workspace.folder / "experiments" / str(first) / "cells"
    marked = next(path for path in folder.glob("CCA*.json"))
    cell = json.loads(marked.read_text(encoding="utf-8"))
    cell["measured"]["mark"] = "of the first run"
    marked.write_text(json.dumps(cell), encoding="utf-8")
    second = carried_out(workbench, tiny | {"quick": False, "seeds": 2})
    assert cells(workbench, second)[marked.name]["mark"] == "of the first run"
    assert set(cells(workbench, first)) < set(cells(workbench, second))


@pytest.mark.slow
def test_a_killed_experiment_is_resumed_and_keeps_what_it_measured(workbench: Workbench, tiny: dict[str, Any]) -> None:
    run = workbench.experiments.start(tiny | {"quick": False, "seeds": 20})  # more than are measured before the kill
    folder = workbench.workspace.folder / "experiments" / str(run) / "cells"
    _until(workbench, run, lambda seen: seen.step >= 1)
    with workbench.workspace.reading() as db:
        (claim,) = runs.unfinished(db)
    assert claim.pid is not None
    os.kill(claim.pid, signal.SIGKILL)
    _until(workbench, run, lambda seen: seen.status == INTERRUPTED)
    before = {path.name: path.stat().st_mtime_ns for path in folder.glob("*.json")}
    with pytest.raises(NotFound, match="no finished tables"):
        workbench.experiments.results(run)
    assert worker.execute(workbench.workspace, workbench.jobs.reopen(run)).status == COMPLETED

    after = {path.name: path.stat().st_mtime_ns for path in folder.glob("*.json")}
    assert before and len(before) < len(after)
    assert {name: after[name] for name in before} == before  # measured once
    assert workbench.experiments.results(run).sections


def test_results_are_there_once_a_run_is_done(workbench: Workbench, tiny: dict[str, Any]) -> None:
    run = workbench.experiments.queue(tiny)
    with pytest.raises(NotFound, match="no finished tables of few-shot"):
        workbench.experiments.results(run)


def test_what_this_workspace_cannot_run_fails_with_a_sentence(workbench: Workbench) -> None:
    run = workbench.experiments.queue({"name": "grounding", "quick": True})
    assert worker.execute(workbench.workspace, run).status == FAILED
    assert "has none of hpo, icd10cm" in workbench.jobs.run(run).error


@pytest.mark.parametrize(
    ("recipe", "why"),
    [
        ({"name": "alchemy"}, "no experiment “alchemy”"),
        ({"name": "levels", "seeds": 0}, "take 1 or more"),
        ({"name": "levels", "seeds": "many"}, "cannot be 'many'"),
        ({"name": "levels", "quick": 1}, "cannot be 1"),
        ({"name": "levels", "speed": 3}, "no option “speed”"),
        ({}, "Say which experiment"),
        ({"name": "continual", "terminologies": ["organs"]}, "choose two terminologies"),
        ({"name": "normalisation", "file": "/nowhere.tsv"}, "no file at /nowhere.tsv"),
        ({"name": "few-shot", "chapters": "/nowhere.json"}, "no file at /nowhere.json"),
        ({"name": "few-shot", "relatedness": ["/nowhere.tsv"]}, "no file at /nowhere.tsv"),
    ],
)
def test_a_recipe_that_none_can_run_is_refused_before_it_waits(
    workbench: Workbench, recipe: dict[str, Any], why: str
) -> None:
    with pytest.raises(BadInput, match=why):
        workbench.experiments.queue(recipe)
    assert workbench.jobs.runs(kind="experiment") == []


def test_a_terminology_that_is_not_there_is_named(workbench: Workbench) -> None:
    with pytest.raises(NotFound, match="snomed"):
        workbench.experiments.queue({"name": "levels", "terminologies": ["snomed"]})


def test_every_experiment_is_described(workbench: Workbench) -> None:
    from engine.experiments import EXPERIMENTS
    from engine.experiments.figures import FIGURES

    kinds = workbench.experiments.kinds()
    assert set(kinds) == set(EXPERIMENTS) == set(FIGURES)
    described = [kind.about for kind in kinds.values()]
    assert all("root" in kind.options for kind in kinds.values() if kind.about.branches)
    assert all(about.question.endswith(("?", ".")) and about.paper and about.takes for about in described)


def test_a_changed_file_is_said_to_be_so(workbench: Workbench, tmp_path: Path) -> None:
    from engine.experiments.reading import read_experiment

    (tmp_path / "levels.md").write_text("# Levels\n", encoding="utf-8")
    (tmp_path / "levels.json").write_text('{"rows": [{"level": 1}]}', encoding="utf-8")
    with pytest.raises(BadInput, match="was changed since"):
        read_experiment(tmp_path, "levels")
