"""Whole-terminology benches at sizes that take seconds: their shape, what they count, and that they do not pass."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import redirect_stdout
from io import StringIO
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
import torch

from engine.benchmarks import clustering, growth, large, memory, normalising, plotting, whole, works
from engine.benchmarks.growth import bench_growth, exponent, grown
from engine.benchmarks.large import bench_train_large
from engine.benchmarks.normalising import bench_normalise, tfidf_seconds
from engine.benchmarks.plotting import bench_plot
from engine.benchmarks.whole import bench_audit, bench_mapping, flat_seconds
from engine.benchmarks.works import STATM, worked
from engine.device import NAMED
from engine.errors import BadInput, NomenclatorError
from engine.events import Event, Finished
from engine.workbench import Workbench

SHAPE = ["name", "results", "limit", "peer", "ratio", "passed"]


def result(events: Iterator[Event]) -> dict[str, Any]:
    (found,) = [event.result for event in events if isinstance(event, Finished)]
    assert list(found) == SHAPE
    return found


@pytest.fixture
def in_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Works of these benches are done in this process, by what their program does; it takes seconds to start."""

    def run_in_process(work: str, folder: Path, **settings: Any) -> dict[str, Any]:
        with redirect_stdout(StringIO()) as said:
            assert works.main(work, str(folder), json.dumps(settings)) == 0
        figures: dict[str, Any] = json.loads(said.getvalue())
        return figures

    monkeypatch.setenv(NAMED, "cpu")  # a training names the device of its whole process
    for bench in (clustering, growth, large, normalising, plotting, whole):
        monkeypatch.setattr(bench, "worked", run_in_process)


@pytest.mark.slow
@pytest.mark.usefixtures("in_process")
def test_normalise_answers_every_mention_and_a_small_file_does_not_pass(workbench: Workbench) -> None:
    found = result(bench_normalise(workbench.workspace, 300, 30, 60))
    (row,) = found["results"]
    assert (row["mentions"], row["different"], row["names"]) == (300, 30, 60)
    assert found["ratio"] == found["peer"]["TF-IDF by scikit-learn s"] / row["seconds"]
    assert not found["passed"]


def test_normalise_passes_in_time_with_flat_memory_alone() -> None:
    good = {"mentions": 1_000_000, "different": 100_000, "seconds": 200.0, "second half of memory": 1.01}
    assert normalising.meets(good)
    for worse in (
        {"mentions": 10},
        {"seconds": 301.0},
        {"second half of memory": 1.2},
        {"second half of memory": None},
    ):
        assert not normalising.meets(good | worse)


@pytest.mark.slow
@pytest.mark.usefixtures("in_process")
def test_audit_and_map_measure_whole_terminologies(workbench: Workbench) -> None:
    audited = result(bench_audit(workbench.workspace, 60))
    assert audited["results"][0]["names"] == 60 and audited["results"][0]["findings"] > 0 and not audited["passed"]
    mapped = result(bench_mapping(workbench.workspace, 60))
    assert mapped["results"][0]["suggested"] > 0 and not mapped["passed"]


@pytest.mark.slow
@pytest.mark.usefixtures("in_process")
def test_plot_counts_the_names_that_are_drawn(workbench: Workbench, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without umap-learn, which takes most of a minute to compile itself, there is no peer."""
    monkeypatch.setitem(sys.modules, "umap", None)
    found = result(bench_plot(workbench.workspace, [60]))
    assert found["results"][0]["drawn"] == 60 and found["passed"] and found["ratio"] is None


def test_plot_passes_with_every_size_whole_and_in_time() -> None:
    good = [{"names": names, "seconds": 9.0, "drawn": names} for names in plotting.SIZES]
    assert plotting.meets(good)
    assert plotting.meets(good[:2])
    assert not plotting.meets([*good[:2], good[2] | {"drawn": 200_000}])
    assert not plotting.meets([good[0] | {"seconds": 11.0}, *good[1:]])


@pytest.mark.slow
@pytest.mark.usefixtures("in_process")
def test_growth_has_an_exponent_for_each_work(workbench: Workbench) -> None:
    found = result(bench_growth(workbench.workspace, [40, 90], ("import", "search")))
    assert [row["work"] for row in found["results"]] == ["import", "search"]
    for row in found["results"]:
        assert row == grown(
            row["work"], [40, 90], [{"seconds": row[f"{at} s"], "memory bytes": row[f"{at} bytes"]} for at in (40, 90)]
        )
    assert not found["passed"]


def test_an_exponent_is_the_slope_of_the_logarithms() -> None:
    sizes = [10, 100, 1_000]
    assert exponent(sizes, [size**1.5 for size in sizes]) == pytest.approx(1.5)
    figures = [{"seconds": size**2, "memory bytes": size} for size in sizes]
    row = grown("made", sizes, figures)
    assert (row["time exponent"], row["memory exponent"]) == (pytest.approx(2.0), pytest.approx(1.0))
    most = exponent(sizes, [size * np.log(size) for size in sizes])
    assert not growth.meets(row, most) and growth.meets(row | {"time exponent": most}, most)


def test_large_trainings_need_six_terminologies(workbench: Workbench, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="1 terminologies and 0 files where 6 are trained on; name more --file"):
        result(bench_train_large(workbench.workspace))
    with pytest.raises(BadInput, match="There is no file"):
        result(bench_train_large(workbench.workspace, [tmp_path / f"{one}.tsv" for one in range(5)]))


@pytest.mark.slow
@pytest.mark.usefixtures("in_process")
def test_a_large_training_is_measured_in_a_copy(workbench: Workbench, tmp_path: Path) -> None:
    files = []
    for one in range(5):
        files.append(tmp_path / f"{one}.csv")
        lines = [f"X{at},illness {at} of kind {one},sickness {at} {one}|disease {at} kind {one}," for at in range(30)]
        files[-1].write_text("\n".join(["id,name,synonyms,parents", *lines]), encoding="utf-8")
    found = result(bench_train_large(workbench.workspace, files, "cca"))
    row, *on_gpu = found["results"]
    assert len(on_gpu) == 1 and ("skipped" in on_gpu[0]) == (not torch.cuda.is_available())
    assert (row["terminologies"], row["names"], row["hierarchies measured"]) == (6, 17 + 5 * 90, 1)
    assert not found["passed"] and [one.slug for one in workbench.terminologies.all()] == ["organs"]


def test_memory_passes_with_an_hour_three_encoders_and_a_large_terminology() -> None:
    first = {"minutes": 60.0, "encoders": 3, "most bytes": 1.1e9}
    large = {"names": 1_500_000, "most bytes": 2.4e9}
    assert memory.meets([first, large])
    assert not memory.meets([first])
    for worse in ({"minutes": 3.0}, {"encoders": 2}, {"most bytes": 1.3e9}):
        assert not memory.meets([first | worse, large])
    assert not memory.meets([first, large | {"most bytes": 2.6e9}])


@pytest.mark.slow
def test_a_work_that_fails_says_why_in_its_last_line(tmp_path: Path) -> None:
    with pytest.raises(NomenclatorError, match=r"The work “import” could not be measured: .*nothing\.csv"):
        worked("import", tmp_path, slug="nothing")


@pytest.mark.slow
def test_a_work_has_the_figures_of_a_program_of_its_own(workbench: Workbench, tmp_path: Path) -> None:
    names = ["id,name", *(f"X{at},illness {at}" for at in range(30))]
    (tmp_path / "made.csv").write_text("\n".join(names), encoding="utf-8")
    started = time.perf_counter()
    found = worked("import", tmp_path, slug="made")
    took = time.perf_counter() - started
    assert list(found)[:3] == ["seconds", "processor s", "memory bytes"]
    assert 0.001 < found["seconds"] < took - 0.1, "its start is no part of the work"
    assert 3e7 < found["memory bytes"] < 1e9
    assert [(one.slug, one.names) for one in workbench.terminologies.all()] == [("organs", 17), ("made", 30)]


def test_the_seconds_of_a_sample_count_for_all_names(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = count()
    monkeypatch.setattr(whole, "time", SimpleNamespace(perf_counter=lambda: next(clock)))  # each look is a second later
    rows = np.random.default_rng(0).standard_normal((2_500, 8)).astype(np.float32)
    assert flat_seconds(rows, 5) == 2.5
    assert flat_seconds(rows[:50], 5) == 1


def test_the_peer_of_normalising_is_timed_once_the_names_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = count()
    monkeypatch.setattr(normalising, "time", SimpleNamespace(perf_counter=lambda: next(clock)))
    names = [f"pain {at} of the arm" for at in range(50)]
    assert tfidf_seconds(names, names[:5]) == 1


@pytest.mark.skipif(not STATM.exists(), reason="this system does not say how much memory a program has now")
def test_memory_is_what_the_program_holds_now() -> None:
    """In a process of its own: this one may give back what earlier tests held while it is measured."""
    script = (
        "import numpy as np\n"
        "from engine.benchmarks.works import resident\n"
        "before = resident(); held = np.ones(12_500_000); during = resident(); del held\n"
        "print(during - before, resident() - before)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    during, after = map(int, done.stdout.split())
    assert 0.9e8 < during < 1.1e8 and abs(after) < 1e7
