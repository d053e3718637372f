"""How much memory the window holds after a while of use, as programs of tests/browser use it."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from engine.benchmarks.concepts import every_concept, many_concepts, write_terminology
from engine.benchmarks.result import bench_result
from engine.benchmarks.window import in_browser
from engine.benchmarks.works import worked
from engine.errors import BadInput
from engine.events import Event, Finished, Progress
from engine.jobs import worker
from engine.models.open import VECTORS
from engine.workbench import Workbench
from store.records.training import COMPLETED

SLUG = "made"
ENCODERS, MINUTES, QUICK_MINUTES = 3, 60.0, 2.0
BYTES, LARGE_NAMES, LARGE_BYTES = 1.2e9, 1_500_000, 2.5e9
LIBRARIES = "import streamlit, numpy, torch, resource; print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024)"


def bench_memory(bench: Workbench, minutes: float = MINUTES, large: int = LARGE_NAMES) -> Iterator[Event]:
    """Finished with what `bench_result` has: the window's memory on this workspace, every encoder of it side by side,
    at most three, used for so many minutes; and on a workspace of one terminology of `large` names, where not 0.
    Where fewer than three encoders have read the names, others read them first, as a person would make them searchable.

    The limit is the memory of the libraries alone; the peer a page of one field. It passes with an hour, three encoders
    and both workspaces. BadInput where there is no browser.
    """
    if not bench.terminologies.ready():
        raise BadInput("There is nothing to measure; make a workspace with terminologies with “init”.")
    choices = side_by_side(bench)
    for id in choices:
        if not bench.rankings.searchable(id):
            yield Progress(0, 2, f"The encoder {id} reads the names")
            run = worker.execute(bench.workspace, bench.jobs.queue("index", f"Making {id} searchable", {"encoder": id}))
            if run.status != COMPLETED:
                raise BadInput(f"The encoder “{id}” could not read the names: {run.error or run.status}")
    yield Progress(0, 2, f"The window, used for {minutes:g} minutes")
    first = _used(bench.workspace.folder, choices, minutes)
    plain = first.pop("plain_page_bytes")
    names = sum(one.names for one in bench.terminologies.all())
    rows = [{"names": names, "encoders": len(choices), **first}]
    if large:
        yield Progress(1, 2, f"The window with {large:,} names")
        with TemporaryDirectory(ignore_cleanup_errors=True) as place:
            folder = Path(place)
            write_terminology(folder / f"{SLUG}.csv", many_concepts(every_concept(bench.workspace), large))
            for work in ("import", "index"):
                worked(work, folder, slug=SLUG)
            found = _used(folder / "workspace", [VECTORS], min(minutes, QUICK_MINUTES))
        del found["plain_page_bytes"]
        rows.append({"names": large, "encoders": 1, **found})
    limit = {"libraries bytes": float(subprocess.check_output([sys.executable, "-c", LIBRARIES]))}
    ratio = plain / rows[0]["most bytes"]
    yield Finished(bench_result("memory", rows, limit, {"a page of one field bytes": plain}, ratio, meets(rows)))


def side_by_side(bench: Workbench) -> list[str]:
    """The ids of at most three encoders: first those that have read the names."""
    ids = [one.id for one in bench.rankings.encoders()]
    return sorted(ids, key=lambda id: not bench.rankings.searchable(id))[:ENCODERS]


def meets(rows: list[dict[str, Any]]) -> bool:
    """Whether an hour with three encoders, and a large terminology, stay within their bounds."""
    first, *others = rows
    usual = first["minutes"] >= MINUTES and first["encoders"] >= ENCODERS and first["most bytes"] < BYTES
    return bool(usual and others and others[0]["names"] >= LARGE_NAMES and others[0]["most bytes"] < LARGE_BYTES)


def _used(folder: Path, encoders: list[str], minutes: float) -> dict[str, Any]:
    given = ("--workspace", str(folder.resolve()), "--minutes", str(minutes), "--encoders", *encoders)
    return in_browser("tests.browser.memory", *given)
