"""The measured rows of normalisation's ablation as tables and a plot."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from engine.experiments import plots
from engine.experiments.cells import ExperimentReport, Measured
from engine.experiments.markdown import DASH, ends, number, table
from engine.experiments.normalisation.rows import SystemRow
from engine.metrics.significance import paired_bootstrap

DRAWS = 2_000


def report(rows: Sequence[SystemRow], corpora: Sequence[str], cells: Mapping[str, Measured]) -> ExperimentReport:
    """A section a corpus, a table a group of rows; differences are paired, from the first row of the group."""
    found: list[dict[str, Any]] = []
    parts: list[str] = []
    bars: dict[str, dict[str, tuple[float, float]]] = {}
    for corpus in corpora:
        first = cells[f"{corpus}-{rows[0].key}"]
        parts.append(
            f"## {corpus}\n\n{first['mentions']:,} mentions, {first['composites']['mentions']:,} of them of several "
            f"concepts, {first['gold_not_in_dictionary']:,} with an id that the dictionary lacks, which are misses. "
            "Per cent right, with 95 % intervals by bootstrap over the mentions."
        )
        for group in dict.fromkeys(row.group for row in rows):
            here = [row for row in rows if row.group == group]
            base = _right(cells[f"{corpus}-{here[0].key}"])
            lines = []
            for row in here:
                cell = cells[f"{corpus}-{row.key}"]
                over = paired_bootstrap(_right(cell), base, DRAWS, 0) if row is not here[0] else None
                found.append({"corpus": corpus, "group": group, "row": row.title, **_numbers(cell), "over": over})
                lines.append(_line(row.title, cell, over))
                value = cell["accuracy"]
                bars.setdefault(f"{corpus}: {group}", {})[row.title] = (value["value"], plots.half(value))
            headings = ["", "right", "95 %", "in the first 5", "half a", "half b", "over the first row", "tied"]
            parts.append(f"### {group}\n\n{table(headings, lines)}")
    page = plots.bars("Mentions tied to the right concept", "per cent", bars)
    return ExperimentReport(found, "# Normalisation on dev mentions\n\n" + "\n\n".join(parts), {"right": page})


def _right(cell: Measured) -> np.ndarray:
    return np.array([100.0 * (mark == "1") for mark in cell["right"]])


def _numbers(cell: Measured) -> dict[str, Any]:
    return {name: value for name, value in cell.items() if name != "right"}


def _line(title: str, cell: Measured, over: Mapping[str, float] | None) -> list[str]:
    value = cell["accuracy"]
    phrase = f"{over['difference']:+.2f} ({ends(over, '+.2f') or DASH})" if over else ""
    halves = [number(cell[name], digits=1) for name in ("half a", "half b")]
    return [
        title,
        f"{value['value']:.2f}",
        ends(value, ".1f") or DASH,
        f"{cell['accuracy_at_5']['value']:.2f}",
        *halves,
        phrase,
        str(cell["tied"]),
    ]
