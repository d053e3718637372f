"""The measured cells of the grounding experiment as rows, tables and plots."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from engine.experiments import plots
from engine.experiments.cells import ExperimentReport, Measured
from engine.experiments.options import ExperimentOptions
from engine.experiments.synonyms.grounding_figures import BELOW, METRICS, OTHERS, PAPER, SPLITS
from engine.experiments.synonyms.grounding_tables import notes, section
from engine.experiments.synonyms.rows import SynonymRow, key, left_out, measurable, seeds_of
from engine.experiments.synonyms.sets import SynonymSets
from engine.metrics import significance
from engine.metrics.correlation import spearman
from engine.metrics.significance import mean_of

DRAWS = 2_000


def report(
    sets: Mapping[str, SynonymSets],
    rows: Mapping[str, SynonymRow],
    options: ExperimentOptions,
    cells: Mapping[str, Measured],
) -> ExperimentReport:
    """Tables and plots out of the measured cells."""
    found, lines = by_terminology(sets, rows, options, cells, summed, section)
    groups = {
        f"{row['terminology']}, {split}": {
            other["title"]: bar(other["splits"][split]["map"])
            for other in found
            if other["terminology"] == row["terminology"]
        }
        for row in found
        for split in SPLITS
        if split in row["splits"]
    }
    curves = {
        f"{row['terminology']}, {row['title']}": [(point["epoch"], point["validation_map"]) for point in row["curve"]]
        for row in found
        if row["curve"]
    }
    pages = {"retrieval": plots.bars("Synonym retrieval", "mAP", groups)}
    if curves:
        pages["curves"] = plots.lines("Synonym retrieval of validation names", "epoch", "mAP", curves)
    return ExperimentReport(found, "\n".join([*notes(rows, options), *lines]), pages)


def by_terminology(
    sets: Mapping[str, SynonymSets],
    rows: Mapping[str, SynonymRow],
    options: ExperimentOptions,
    cells: Mapping[str, Measured],
    summed: Callable[..., dict[str, Any]],
    section: Callable[..., list[str]],
) -> tuple[list[dict[str, Any]], list[str]]:
    """Every row as `summed` makes it of its seeds' cells, and the lines of each terminology's `section`."""
    found, lines = [], []
    for title, part in sets.items():
        known = measurable(part, rows)
        runs = {name: [cells[key(title, name, seed)] for seed in seeds_of(row, options)] for name, row in known.items()}
        here = [summed(title, name, row.title, runs, part) for name, row in known.items()]
        lines += section(here, part, left_out(part, rows))
        found += here
    return found, lines


def summed(
    terminology: str, name: str, title: str, runs: Mapping[str, Sequence[Measured]], sets: SynonymSets
) -> dict[str, Any]:
    """One row over its seeds, each query's number averaged over them, beside the paper's and the rows below it.

    “over” holds differences by row with paired intervals: from the vectors, and of CCA+DAN from DAN, CCA's own share.
    """
    paper_name, paper = PAPER.get(sets.terminology, OTHERS)
    below = [row for row in ("vectors", "bne", BELOW.get(name, "")) if row in runs and row != name]
    splits: dict[str, dict[str, Any]] = {}
    for place, split in enumerate(SPLITS):
        for at, (metric, (task, _)) in enumerate(METRICS.items()):
            if f"{task} {split}" not in runs[name][0]["tasks"]:
                continue
            mean = averaged(runs[name], f"{task} {split}", metric)
            value = significance.mean_interval(mean, DRAWS)
            each = [float(np.nanmean(numbers(run, f"{task} {split}", metric))) for run in runs[name]]
            value["over_seeds"] = float(np.std(each, ddof=1)) if len(each) > 1 else None
            value["over"] = {
                other: significance.paired_bootstrap(mean, averaged(runs[other], f"{task} {split}", metric), DRAWS)
                for other in below
            }
            if name in paper:
                figure = {row: figures[3 * place + at] for row, figures in paper.items()}
                value["paper"] = figure[name]
                value["paper_over"] = {o: round(figure[name] - figure[o], 3) for o in below if o in figure}
            splits.setdefault(split, {})[metric] = value
    return {
        **facts(terminology, name, title, runs[name]),
        "splits": splits,
        "relatedness": related(runs[name], runs["vectors"], sets),
        "curve": runs[name][0].get("curve", []),
        "paper_on": paper_name,
    }


def facts(terminology: str, name: str, title: str, runs: Sequence[Measured]) -> dict[str, Any]:
    """What a row is: its seeds, and epochs and median seconds of those that were trained."""
    trained = [run for run in runs if run.get("epochs")]
    return {
        "terminology": terminology,
        "row": name,
        "title": title,
        "seeds": len(runs),
        "epochs": [run["epochs"] for run in trained],
        "seconds": float(np.median([run["seconds"] for run in trained])) if trained else None,
    }


def averaged(runs: Sequence[Measured], task: str, metric: str) -> np.ndarray:
    """Each query's number, averaged over the runs."""
    mean: np.ndarray = np.mean([numbers(run, task, metric) for run in runs], axis=0)
    return mean


def numbers(run: Measured, task: str, metric: str) -> np.ndarray:
    """A number a query, NaN where nothing was to be found."""
    return np.array(run["tasks"][task][metric], dtype=np.float64)


def related(runs: Sequence[Measured], vectors: Sequence[Measured], sets: SynonymSets) -> dict[str, dict[str, Any]]:
    """{set: {"spearman", "over_vectors": a difference with its interval}}: the mean over seeds.

    Pairs are drawn anew, together for all runs. Spelling alone gives no cosines of pairs, so no correlation.
    """
    found = {}
    for name in runs[0].get("relatedness", {}):
        judged = np.array([pair.score for pair in sets.pairs[name]])
        own, base = (np.array([run["relatedness"][name] for run in of], np.float64) for of in (runs, vectors))
        over = significance.paired_spearman(own, base, judged, DRAWS)
        if over["difference"] is not None:
            found[name] = {"spearman": mean_of([spearman(run, judged) for run in own]), "over_vectors": over}
    return found


def bar(value: Mapping[str, Any]) -> tuple[float, float]:
    """A value and half its interval."""
    return value["value"], plots.half(value)
