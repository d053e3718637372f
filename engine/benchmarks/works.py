"""Work on whole terminologies, each in a program of its own: how long, how much processor time, how much memory.

`python -m engine.benchmarks.works WORK FOLDER SETTINGS` does one of WORKS in FOLDER, whose workspace is `workspace`,
and prints its figures as JSON.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from engine.benchmarks.search import milliseconds, most_memory
from engine.device import NAMED
from engine.errors import NomenclatorError
from engine.events import Progress, finished
from engine.models.open import VECTORS
from engine.workbench import Workbench

STATM = Path("/proc/self/statm")
PAGE = 4_096  # bytes
SAMPLED = 2_000  # names of a map whose neighbours are looked up on it


def worked(work: str, folder: Path, **settings: Any) -> dict[str, Any]:
    """{"seconds", "processor s", "memory bytes"} of a work, and what it counts itself; NomenclatorError with its last
    line where it fails. The processor's seconds are with those of processes that the work starts, whose memory is a
    figure of its own, "others' memory bytes"; what they share with this one counts in both."""
    command = [sys.executable, "-m", "engine.benchmarks.works", work, str(folder), json.dumps(settings)]
    answer = subprocess.run(command, capture_output=True, text=True)
    if answer.returncode:
        last = (answer.stderr.strip().splitlines() or ["it said nothing"])[-1]
        raise NomenclatorError(f"The work “{work}” could not be measured: {last}")
    found: dict[str, Any] = json.loads(answer.stdout)
    return found


def resident() -> int:
    """The memory that this program has now, in bytes; the most it has had where the system does not say."""
    try:
        return int(STATM.read_text(encoding="ascii").split()[1]) * PAGE
    except (OSError, ValueError, IndexError):
        return most_memory()


def children() -> tuple[float, int]:
    """The processor seconds of the processes that this one started and that have ended, and the most memory that one of
    them had, in bytes; nothing where the system does not say."""
    try:
        from resource import RUSAGE_CHILDREN, getrusage
    except ImportError:
        return 0.0, 0
    found = getrusage(RUSAGE_CHILDREN)
    return found.ru_utime + found.ru_stime, found.ru_maxrss * 1024


def _import(folder: Path, slug: str, file: str = "") -> dict[str, Any]:
    from engine.terminology.importing import import_file

    workspace = Workbench(folder / "workspace").workspace
    recipe = {"path": file or str(folder / f"{slug}.csv"), "name": slug, "title": slug}
    finished(import_file(workspace, recipe))
    return {}


def _index(folder: Path, slug: str) -> dict[str, Any]:
    from engine.retrieval.searchable import make_searchable

    finished(make_searchable(Workbench(folder / "workspace").workspace, slug, VECTORS))
    return {}


def _search(folder: Path, slug: str, texts: list[str]) -> dict[str, Any]:
    bench = Workbench(folder / "workspace")
    bench.rankings.rank(texts[0], slug, VECTORS)
    taken = [milliseconds(lambda text=text: bench.rankings.rank(text, slug, VECTORS)) for text in texts[1:]]  # type: ignore[misc]
    return {"seconds": float(np.median(taken)) / 1000}


def _normalise(folder: Path, slug: str, search: str) -> dict[str, Any]:
    from engine.normalisation.file_sink import FileSink
    from engine.normalisation.job import normalise_file
    from engine.normalisation.request import NormalisationRequest

    workspace = Workbench(folder / "workspace").workspace
    request = NormalisationRequest(str(folder / "mentions.csv"), slug, VECTORS, search, calibrate=False)
    sizes = [(0, 0)]

    def watch(event: Progress) -> None:
        if event.step:
            sizes.append((event.step, resident()))

    last = finished(normalise_file(workspace, request, FileSink(folder / "answers.journal", {})), watch)
    halves = [[size for at, size in sizes if at * 2 <= last["mentions"]], [size for _, size in sizes]]
    grown = max(halves[1]) / max(max(halves[0]), 1) if max(halves[0]) else None
    return {"mentions": last["mentions"], "second half of memory": grown}


def _audit(folder: Path, slug: str) -> dict[str, Any]:
    found = finished(Workbench(folder / "workspace").audits.findings(slug, VECTORS))
    return {"findings": sum(found["counts"].values())}


def _mapping(folder: Path, source: str, target: str, workers: int = 0) -> dict[str, Any]:
    from engine.jobs.cluster import LOCAL, ClusterAddress

    out = folder / "mapping.sssom.tsv"
    where = ClusterAddress(LOCAL, workers=workers) if workers else None
    mappings = Workbench(folder / "workspace").mappings
    found = finished(mappings.write(source, target, out, encoders=[VECTORS], cluster=where))
    return {"suggested": found["suggested"]}


def _plot(folder: Path, slug: str) -> dict[str, Any]:
    import faiss

    from engine.maps.file import read
    from engine.maps.making import draw, path_of, stored_map

    bench = Workbench(folder / "workspace")
    names = next(one.names for one in bench.terminologies.all() if one.slug == slug)
    request = bench.maps.request(terminology=slug, encoder=VECTORS, most=names)
    finished(draw(bench.workspace, request))
    row = stored_map(bench.workspace, request)
    assert row is not None
    drawn = read(path_of(bench.workspace, row.key), row.sha256)
    sample = slice(None, None, max(1, len(drawn.xy) // SAMPLED))
    near = drawn.neighbours[sample]
    _, there = faiss.knn(drawn.xy[sample], drawn.xy, near.shape[1] + 1)
    share = np.mean([np.isin(one, around).mean() for one, around in zip(near, there, strict=True)])
    return {"drawn": row.names, "neighbours kept": float(share)}


def _train(folder: Path, preset: str, device: str) -> dict[str, Any]:
    from engine.jobs import worker
    from engine.learning.selection.source import ALL_TERMINOLOGIES
    from store.records.training import COMPLETED

    os.environ[NAMED] = device
    bench = Workbench(folder / "workspace")
    recipe = bench.training.presets()[preset] | {"terminology": ALL_TERMINOLOGIES}
    messages: list[str] = []
    run = worker.execute(bench.workspace, bench.training.queue(recipe), lambda event: messages.append(event.message))
    if run.status != COMPLETED:
        raise NomenclatorError(run.error or f"The training was {run.status}.")
    hierarchies = run.result["metrics"]["kept"]
    return {
        "hierarchies measured": len(hierarchies),
        "from a sample": sum("sample" in one for one in hierarchies),
        "words": len(messages),
    }


WORKS: dict[str, Callable[..., dict[str, Any]]] = {
    "import": _import,
    "index": _index,
    "search": _search,
    "normalise": _normalise,
    "audit": _audit,
    "map": _mapping,
    "plot": _plot,
    "train": _train,
}


def main(work: str, folder: str, settings: str) -> int:
    """Do a work and print its figures; the exit code."""
    started, before = time.perf_counter(), time.process_time()
    more = WORKS[work](Path(folder), **json.loads(settings))
    figures = {"seconds": time.perf_counter() - started}
    others, their_memory = children()
    figures |= {"processor s": time.process_time() - before + others, "memory bytes": most_memory()}
    figures |= {"others' memory bytes": their_memory} if their_memory else {}
    print(json.dumps(figures | more))
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
