"""Every bench in a program of its own, and the page of their figures: it keeps the last ones with their dates."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

from engine.benchmarks.programs import machine, run
from engine.benchmarks.rows import ROWS, Row
from engine.benchmarks.table import Measured, table
from engine.errors import BadInput
from engine.events import Event, Finished, Progress
from engine.workspace import written_whole

QUICK_SECONDS = 29 * 60.0  # of all benches together
BEGIN, END = "<!-- bench all: begin -->", "<!-- bench all: end -->"
FIGURES_COMMENT = re.compile(r"<!-- figures (\{.*\}) -->")
Figures = dict[str, Measured]  # by a row's key


def bench_all(
    folder: Path, out: Path, quick: bool = False, rows: Sequence[Row] = ROWS, only: Sequence[str] = ()
) -> Iterator[Event]:
    """Runs each bench on the workspace at `folder` and writes the page `out`; Finished with {"measured", "skipped"}.

    measured: whether each bench passed, by its row; skipped: why one was not measured. The page is written after every
    bench, so that an end midway loses no figure. With `quick` it takes less than 30 minutes; with `only` the benches
    of these names are measured and the others' lines stay. BadInput where `out` is a folder, or no bench has a name.
    """
    if out.is_dir():
        raise BadInput(f"{out} is a folder; name the page that is to be written.")
    names = [row.name for row in rows]
    if unknown := next((name for name in only if name not in names), None):
        raise BadInput(f"There is no bench “{unknown}” of the page; there are {', '.join(dict.fromkeys(names))}.")
    ends = time.monotonic() + (QUICK_SECONDS if quick else float("inf"))
    text = out.read_text(encoding="utf-8") if out.is_file() else "# Performance\n"
    figures, skipped, measured = figures_of(text), {}, {}
    chosen = [row for row in rows if not only or row.name in only]
    for place, row in enumerate(chosen):
        yield Progress(place, len(chosen), f"bench {row.key}")
        reason = "it takes longer than --quick has" if quick and not row.quick else ""
        seconds = min(row.seconds, ends - time.monotonic())
        if not reason and seconds < 1:
            reason = "the time was over"
        found = reason or run(row, folder, seconds)
        if isinstance(found, str):
            skipped[row.key] = found
        else:
            figures[row.key] = {"result": found, "at": f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC", "machine": machine()}
            measured[row.key] = found["passed"]
        with written_whole(out) as temporary:
            temporary.write_text(placed(text, section(figures, skipped, rows)), encoding="utf-8")
    yield Finished({"measured": measured, "skipped": skipped, "page": str(out)})


def figures_of(text: str) -> Figures:
    """The figures that a page has from before."""
    found = FIGURES_COMMENT.search(text)
    try:
        figures: Figures = json.loads(found[1]) if found else {}
        return {key: one for key, one in figures.items() if {"result", "at", "machine"} <= one.keys()}
    except (ValueError, AttributeError):
        return {}


def placed(text: str, section: str) -> str:
    """A page with its section of figures written anew, at its end where it had none."""
    if BEGIN in text and END in text:
        return text[: text.index(BEGIN)] + section + text[text.index(END) + len(END) :]
    return f"{text.rstrip()}\n\n{section}\n"


def section(figures: Figures, skipped: Mapping[str, str], rows: Sequence[Row]) -> str:
    """The section: a line a row, the reasons of those that were not measured, and the figures for the next time."""
    known = [(row, figures[row.key]) for row in rows if row.key in figures]
    reasons = [
        f"- `bench {row.key}` ({row.work}): {skipped[row.key].rstrip('.')}." for row in rows if row.key in skipped
    ]
    parts = [
        BEGIN,
        "## Every bench",
        "Made by `python -m engine bench all --out docs/performance.md`. Each figure stands beside what the machine "
        "allows and what else one would use, both of the same run; × is how many times faster that makes it. Absolute "
        "times hold for two idle cores; where the load says otherwise, only the ratios do.",
        table(known) if known else "Nothing is measured yet.",
    ]
    parts += (
        ["Not measured in the last run; figures above are from before:\n\n" + "\n".join(reasons)] if reasons else []
    )
    return "\n\n".join([*parts, f"<!-- figures {json.dumps(figures)} -->", END])
