"""What is drawn of an experiment: values with their intervals, and curves, out of the rows of its JSON file."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from engine.experiments.levels.rows import BASE, MEAN
from engine.experiments.synonyms.grounding_figures import SETS, SPLITS

Row = Mapping[str, Any]
Rows = Sequence[Row]


@dataclass(frozen=True)
class Measure:
    """A value with the ends of its 95 % interval, None where there is none; `x` is its place on a curve."""

    value: float
    low: float | None = None
    high: float | None = None
    x: float = 0.0


@dataclass(frozen=True)
class ExperimentFigure:
    """Panels beside each other: panel -> name -> measures, one each, or with `x` a curve.

    `metric` is what is measured; `x` what the places of curves are, "" where there are none; `reference` names the row
    that the others are held against. In a panel without it values are differences, held against 0; "" for neither.
    """

    title: str
    metric: str
    panels: Mapping[str, Mapping[str, Sequence[Measure]]]
    x: str = ""
    reference: str = BASE


def figures(name: str, rows: Rows) -> list[ExperimentFigure]:
    """The figures of the experiment `name`; those without any value are left out."""
    return [figure for figure in FIGURES[name](rows) if any(figure.panels.values())]


def few_shot(rows: Rows) -> Iterator[ExperimentFigure]:
    """FS figure 1 where the curve was asked for, then table 3."""
    curve, table = [row for row in rows if "shots" in row], [row for row in rows if "shots" not in row]
    sets = list(dict.fromkeys(name for row in rows for name in row["sets"]))
    ordered = [*(name for name in SETS if name in sets), *(name for name in sets if name not in SETS)]
    if curve:
        base = next((row for row in table if row["row"] == BASE), None)
        shots = sorted({row["shots"] for row in curve})
        panels: dict[str, dict[str, list[Measure]]] = {}
        for name in ordered:
            lines: dict[str, list[Measure]] = {}
            if base and base["sets"][name]["mean"] is not None:
                level = base["sets"][name]["mean"]
                lines[BASE] = [Measure(level, x=float(x)) for x in (shots[0], shots[-1])]
            for row in curve:
                lines.setdefault(row["hierarchy"], []).extend(_measured(row["sets"][name], "mean", row["shots"]))
            panels[SETS.get(name, name)] = lines
        yield ExperimentFigure("Relatedness by names a class", "Spearman", panels, "names a class")
    values = {SETS.get(s, s): {row["row"]: _measured(row["sets"][s], "mean") for row in table} for s in ordered}
    yield ExperimentFigure("Relatedness", "Spearman", values)


def levels(metric: str, rows: Rows) -> Iterator[ExperimentFigure]:
    """The score on each level, and what is gained over the vectors with its interval; the mean, then each subgraph."""
    parts = dict.fromkeys(row["subgraph"] for row in rows)
    every = [MEAN, *(part for part in parts if part != MEAN)] if len(parts) > 2 else [*parts][:1]
    for part in every:
        scores, gains = dict[str, list[Measure]](), dict[str, list[Measure]]()
        for row in rows:
            if row["subgraph"] != part:
                continue
            scores.setdefault(row["row"], []).append(Measure(row["value"], x=row["level"]))
            if "difference" in row:
                gains.setdefault(row["row"], []).extend(_measured(row, "difference", row["level"]))
        title = MEAN.capitalize() if part == MEAN else part
        panels = {metric: scores, f"{metric} over the vectors": gains}
        yield ExperimentFigure(title, metric, panels, "level")


def relatedness(rows: Rows) -> Iterator[ExperimentFigure]:
    """Every encoder on every set."""
    panels = {
        one: {r["encoder"]: _measured(r, "spearman") for r in rows if r["set"] == one} for one in _all(rows, "set")
    }
    yield ExperimentFigure("Relatedness", "Spearman", panels)


def grounding(rows: Rows) -> Iterator[ExperimentFigure]:
    """CG's retrieval, a figure a terminology and a panel a split."""
    for terminology in _all(rows, "terminology"):
        here = [row for row in rows if row["terminology"] == terminology]
        panels = {
            f"{split} names": {r["title"]: _measured(r["splits"][split]["map"]) for r in here if split in r["splits"]}
            for split in SPLITS
        }
        title = f"Synonym retrieval, {terminology}"
        yield ExperimentFigure(title, "mAP", panels, reference=_title_of_base(here))


def bne(rows: Rows) -> Iterator[ExperimentFigure]:
    """BNE's coverage at k, then its retrieval over BM25 candidates; a panel a terminology."""
    covered, candidates = dict[str, dict[str, list[Measure]]](), dict[str, dict[str, list[Measure]]]()
    for row in rows:
        for task, found in row["tasks"].items():
            if task.startswith("coverage"):
                line = covered.setdefault(row["terminology"], {}).setdefault(row["title"], [])
                for metric, value in found.items():
                    line.extend(_measured(value, x=float(metric.partition("@")[2])))
            elif "map" in found:
                panel = f"{row['terminology']}, {task.removeprefix('bm25 ')} names"
                candidates.setdefault(panel, {})[row["title"]] = _measured(found["map"])
    base = _title_of_base(rows)
    yield ExperimentFigure("Mean coverage at k", "coverage", covered, "k", base)
    yield ExperimentFigure("Synonym retrieval over BM25 candidates", "MAP", candidates, reference=base)


def normalisation(rows: Rows) -> Iterator[ExperimentFigure]:
    """Per cent right, a figure a corpus and group of rows, which is held against its first."""
    for corpus in _all(rows, "corpus"):
        for group in _all([row for row in rows if row["corpus"] == corpus], "group"):
            here = [row for row in rows if (row["corpus"], row["group"]) == (corpus, group)]
            panels = {"": {row["row"]: _measured(row["accuracy"]) for row in here}}
            yield ExperimentFigure(f"{corpus}: {group}", "per cent right", panels, reference=here[0]["row"])


def audit(rows: Rows) -> Iterator[ExperimentFigure]:
    """Precision among the first findings and the share found, a figure a terminology."""
    titles = {"precision": "right among the first", "recall": "found of the planted"}
    for terminology in _all(rows, "terminology"):
        here = [row for row in rows if row["terminology"] == terminology]
        panels = {title: {row["kind"]: _measured(row, field) for row in here} for field, title in titles.items()}
        yield ExperimentFigure(f"Planted faults, {terminology}", "share", panels, reference="")


FIGURES: dict[str, Callable[[Rows], Iterator[ExperimentFigure]]] = {
    "few-shot": few_shot,
    "continual": few_shot,
    "grounding": grounding,
    "levels": partial(levels, "mAP"),
    "hypernyms": partial(levels, "MRR"),
    "bne": bne,
    "relatedness": relatedness,
    "audit": audit,
    "normalisation": normalisation,
}


def _measured(found: Row, field: str = "value", x: float = 0.0) -> list[Measure]:
    """The one measure in `found`; none where its value is not defined."""
    value = found[field]
    return [] if value is None else [Measure(value, found.get("low"), found.get("high"), float(x))]


def _all(rows: Rows, field: str) -> list[str]:
    return list(dict.fromkeys(row[field] for row in rows))


def _title_of_base(rows: Rows) -> str:
    return next((row["title"] for row in rows if row["row"] == BASE), "")
