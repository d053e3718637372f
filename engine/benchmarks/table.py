"""What the benches measured as a table: a line a bench, its figures with their units."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from engine.benchmarks.rows import Row
from engine.experiments.markdown import table as markdown_table

COLUMNS = ("bench", "work", "must reach", "measured", "the machine", "instead", "×", "reached", "measured on")
UNIT = re.compile(r"(.*?)(?:^|[ _])(ms|s|bytes|GB/s|GFLOP/s)")  # the end of a figure's name
ALONE = {"seconds": "s"}  # names that are their unit
SIZES = (("GB", 1_000_000_000), ("MB", 1_000_000))
Measured = Mapping[str, Any]  # {"result": what a bench printed, "at": when, "machine": where}


def table(measured: Sequence[tuple[Row, Measured]]) -> str:
    """The benches with what they measured, one line each."""
    return markdown_table(COLUMNS, [_cells(row, one) for row, one in measured])


def _cells(row: Row, measured: Measured) -> list[str]:
    found = measured["result"]
    lines = "<br>".join(line_of(one) for one in found["results"])
    ratio = "–" if found["ratio"] is None else number(found["ratio"])
    reached = "yes" if found["passed"] else "no"
    beside = (line_of(found["limit"]), line_of(found["peer"]))
    when = f"{measured['at']}; {measured['machine']}"
    return [f"`{row.key}`", row.work, row.must, lines, *beside, ratio, reached, when]


def line_of(figures: Mapping[str, Any]) -> str:
    """Figures by name in one line; what was not measured is left out.

    >>> line_of({"what": "a search", "p95_ms": 1.5, "memory bytes": 1_965_412_352, "seconds": 4, "skipped": None})
    'a search: p95: 1.5 ms, memory 1.97 GB, 4 s'
    """
    given = {name: value for name, value in figures.items() if value is not None}
    title = str(given.pop("what", given.pop("work", "")))
    line = ", ".join(_figure(name, value) for name, value in given.items())
    return f"{title}: {line}" if title else line


def _figure(name: str, value: Any) -> str:
    if name in ALONE:
        return f"{number(value)} {ALONE[name]}"
    found = UNIT.fullmatch(name)
    if found is None:
        return f"{name} {number(value)}".strip()
    title, unit = found[1], found[2]
    if unit == "bytes":
        unit, size = next((one for one in SIZES if value >= one[1]), ("bytes", 1))
        value = value / size if size > 1 else value
    between = ":" if title[-1:].isdigit() else ""
    return f"{title}{between} {number(value)} {unit}".strip()


def number(value: Any) -> str:
    """A figure with three digits that count; whole numbers with their thousands."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return str(value).replace("|", "/")
    if isinstance(value, int) or abs(value) >= 1_000:
        return f"{value:,.0f}"
    return f"{value:.3g}"
