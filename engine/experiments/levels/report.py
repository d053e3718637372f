"""The level experiments as tables, beside the paper's figures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from engine.experiments import plots
from engine.experiments.cells import ExperimentReport, Measured
from engine.experiments.levels.rows import MEAN, rows_of
from engine.experiments.markdown import difference, mean_and_spread, number, table

METRICS = {"levels": "map", "hypernyms": "mrr"}
TITLES = {
    "map": ("Names ranked on each level", "mAP", "HLS table 4"),
    "mrr": ("Hypernyms found on each level", "MRR", "HLS table 5"),
}


def report(name: str, about: Mapping[str, Any], measured: Mapping[str, Measured]) -> ExperimentReport:
    """The rows by subgraph, encoder and level, and of the mean over the subgraphs; `about` as `run` makes it."""
    metric = METRICS[name]
    rows = rows_of(metric, list(measured.values()))
    title, short, place = TITLES[metric]
    means = [row for row in rows if row["subgraph"] == MEAN]
    seeds = f"{about['seeds']} seed{'s' if about['seeds'] > 1 else ''}"
    parts = [
        f"# {title} ({place})",
        f"{short} of the test names, {seeds} of training, hidden {about['recipe']['encoder']['hidden']:,}, on top of "
        f"{about['input']}. Intervals: 95 % of a paired bootstrap over the test names. The paper's figures are means "
        "over three subgraphs of SNOMED CT at hidden 76,800, its vectors those of 76 million MEDLINE sentences. CCA is "
        "fitted on the last level's classes. BNE is left out: the paper's row is the authors' released model, and "
        "training it on every level would take days.",
        sizes_table(about["subgraphs"]),
        "## Mean over the subgraphs",
        means_table(means, short),
        *(f"## {part}\n\n{part_table(rows, part)}" for part in about["subgraphs"]),
        f"## Training\n\n{training_table(list(measured.values()))}",
    ]
    series = {
        row: [(float(found["level"]), found["value"]) for found in means if found["row"] == row]
        for row in dict.fromkeys(found["row"] for found in means)
    }
    return ExperimentReport(rows, "\n\n".join(parts), {metric: plots.lines(title, "level", short, series)})


def means_table(rows: Sequence[Mapping[str, Any]], short: str) -> str:
    """The mean over the subgraphs, a line for each encoder and level."""
    headings = ["encoder", "level", short, "over the vectors", "times", "paper", "paper's over vectors"]
    headings += ["paper's times"]
    lines = []
    for row in rows:
        ours = mean_and_spread(row["value"], row["spread"] or None)
        times, paper_times = (number(row.get(ratio), digits=2) for ratio in ("ratio", "paper_ratio"))
        paper = [number(row.get("paper")), number(row.get("paper_difference"), signed=True), paper_times]
        lines.append([row["row"], str(row["level"]), ours, over(row), times, *paper])
    return table(headings, lines)


def part_table(rows: Sequence[Mapping[str, Any]], part: str) -> str:
    """One subgraph: an encoder a line, a level a column."""
    own = [row for row in rows if row["subgraph"] == part]
    levels = sorted({row["level"] for row in own})
    lines = []
    for name in dict.fromkeys(row["row"] for row in own):
        cells = [f"{number(row['value'])} {over(row)}".strip() for row in own if row["row"] == name]
        lines.append([name, *cells])
    return table(["encoder", *(f"level {level}" for level in levels)], lines)


def sizes_table(subgraphs: Mapping[str, Mapping[str, Any]]) -> str:
    """The subgraphs: names of each split, and by level the classes and the names of their concepts."""
    lines = []
    for part, sizes in subgraphs.items():
        split = " / ".join(f"{sizes[name]:,}" for name in ("train", "test", "validation"))
        lines.append([part, split, *(" / ".join(f"{n:,}" for n in sizes[name]) for name in ("classes", "hypernyms"))])
    return table(["subgraph", "names: train / test / validation", "classes by level", "hypernyms by level"], lines)


def training_table(measured: Sequence[Measured]) -> str:
    """Epochs and time of each training row, medians over seeds."""
    lines = []
    for part, row in dict.fromkeys((one["part"], one["row"]) for one in measured if "epochs" in one):
        own = [one for one in measured if (one["part"], one["row"]) == (part, row)]
        middle = [np.median([one[what] for one in own]) for what in ("epochs", "seconds")]
        lines.append([part, row, f"{middle[0]:.0f}", f"{middle[1]:,.0f}"])
    return table(["subgraph", "encoder", "epochs", "seconds"], lines)


def over(row: Mapping[str, Any]) -> str:
    """The difference to the vectors with its interval; nothing for the vectors themselves."""
    return difference(row) if "difference" in row else ""
