"""An experiment as cells: each is measured once, kept in a file of its own, and found again after a kill."""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from engine.errors import BadInput
from engine.events import Event, Finished, Progress
from engine.formats.opening.json_text import read_json
from engine.workspace import written_whole

Measured = dict[str, Any]


@dataclass(frozen=True)
class Cell:
    """One measurement: `key` files it, `plan` is everything it depends on (JSON), `work` ends with Finished(dict)."""

    key: str
    plan: Any
    work: Callable[[], Iterator[Event]]


@dataclass(frozen=True)
class ExperimentReport:
    """What an experiment found: rows as JSON, the Markdown of its tables, and plots as HTML pages."""

    rows: list[dict[str, Any]]
    markdown: str
    plots: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Table:
    """The cells of an experiment and how they become a report."""

    name: str
    cells: Sequence[Cell]
    report: Callable[[Mapping[str, Measured]], ExperimentReport]


@dataclass(frozen=True)
class PlannedExperiment:
    """What an experiment is about to measure; `about` (command, seeds, settings) goes into the JSON."""

    table: Table
    about: Mapping[str, Any]


Deal = Callable[[Sequence[Cell]], Iterator[tuple[int, Measured, int]]]  # a cell's number, its measurement, the workers


def carried_out(table: Table, out: Path, about: Mapping[str, Any], deal: Deal | None = None) -> Iterator[Event]:
    """Measure what is not measured yet, then write NAME.json, NAME.md and the plots to `out`.

    A cell's file stands in `out`/cells under its key and the hash of its plan, so that a cell of another plan, such as
    one of other settings, is measured anew and stands beside it.
    `about` (command, seeds, settings) goes into the JSON; `deal` measures the cells elsewhere, in any order. Finished
    with {"rows", "files"}.
    """
    (out / "cells").mkdir(parents=True, exist_ok=True)
    measured: dict[str, Measured] = {}
    total = len(table.cells)
    if deal is not None:
        yield from _dealt(table, out, deal)
    for place, cell in enumerate(table.cells):
        found = _stored(cell, out)
        if found is None:
            for event in cell.work():
                if isinstance(event, Finished):
                    found = event.result
                else:
                    yield Progress(place, total, f"{cell.key}: {event.message}")
            if found is None:
                raise BadInput(f"{table.name}: the measurement of {cell.key} ended without a result; run it again.")
            _store(cell, out, found)
        measured[cell.key] = found
        if deal is None:
            yield Progress(place + 1, total, f"{cell.key} is measured")
    yield written(table.name, table.report(measured), out, about)


def take_over(every: Path, out: Path) -> None:
    """Copy the cells in the folders of `every` to `out`, so that one more seed is all that is measured for it.

    A cell of another plan has another name, and is not looked at.
    """
    (out / "cells").mkdir(parents=True, exist_ok=True)
    for path in every.glob("*/cells/*.json"):
        place = out / "cells" / path.name
        if path.parent != place.parent and not place.exists():
            with written_whole(place) as temporary:
                shutil.copyfile(path, temporary)


def sha256_of_plan(plan: Any) -> str:
    """What a measurement depends on, as one hash."""
    return hashlib.sha256(json.dumps(plan, sort_keys=True).encode()).hexdigest()


def checkpoint_of(plan: Any, out: Path) -> Path:
    """Where the training of a cell keeps its epochs until it is measured."""
    return out / "cells" / f"{sha256_of_plan(plan)[:16]}.training"


def written(name: str, report: ExperimentReport, out: Path, about: Mapping[str, Any]) -> Finished:
    """Write NAME.json, NAME.md and the plots to `out`; {"rows", "files"}."""
    files = {f"{name}.md": report.markdown.rstrip() + "\n"}
    files[f"{name}.json"] = json.dumps({**about, "rows": report.rows}, indent=1) + "\n"
    files |= {f"{name}-{title}.html": page for title, page in report.plots.items()}
    if report.plots:
        from plotly.offline import get_plotlyjs

        files["plotly.min.js"] = get_plotlyjs()
    for file, text in files.items():
        write(out / file, text)
    return Finished({"rows": report.rows, "files": [str(out / file) for file in files]})


def write(path: Path, text: str) -> None:
    """A text file, whole or not at all."""
    with written_whole(path) as temporary:
        temporary.write_text(text, encoding="utf-8")


def _dealt(table: Table, out: Path, deal: Deal) -> Iterator[Event]:
    """Have what is not stored measured elsewhere, and store each cell as it comes."""
    wanting, total = [cell for cell in table.cells if _stored(cell, out) is None], len(table.cells)
    ready = total - len(wanting)
    for number, found, workers in deal(wanting) if wanting else ():
        _store(wanting[number], out, found)
        ready += 1
        yield Progress(ready, total, f"{wanting[number].key} is measured, by {workers} workers", {"workers": workers})


def _file_of(cell: Cell, out: Path) -> tuple[Path, str]:
    """Where a cell is stored, and the hash of its plan."""
    plan = sha256_of_plan(cell.plan)
    return out / "cells" / f"{file_name(cell.key)}_{plan[:8]}.json", plan


def _store(cell: Cell, out: Path, found: Measured) -> None:
    path, plan = _file_of(cell, out)
    write(path, json.dumps({"key": cell.key, "plan": plan, "measured": found}))


def _stored(cell: Cell, out: Path) -> Measured | None:
    path, plan = _file_of(cell, out)
    if not path.is_file():
        return None
    try:
        found = read_json(path.read_bytes(), str(path), "")
    except BadInput:
        return None  # measured again
    return found.get("measured") if isinstance(found, dict) and found.get("plan") == plan else None


def file_name(key: str) -> str:
    """The key with “_” for what a file's name may not hold."""
    return "".join(letter if letter.isalnum() or letter in "-." else "_" for letter in key)
