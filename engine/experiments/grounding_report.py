"""The grounding tables as Markdown, beside the figures of CG."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from engine.evaluation import significance
from engine.evaluation.relatedness import spearman
from engine.experiments import plots
from engine.experiments.cells import Measured, Report
from engine.experiments.markdown import interval, number, table
from engine.experiments.synonym_rows import Row, key, seeds_of
from engine.experiments.synonym_sets import SynonymSets
from engine.experiments.wanted import Wanted

SPLITS = ("train", "test", "zero-shot")
METRICS = {"map": ("retrieval", "mAP"), "accuracy": ("mapping", "Acc"), "mrr": ("mapping", "MRR")}
SETS = {"mayosrs": "MayoSRS", "umnsrs_relatedness": "UMNSRS relatedness", "umnsrs_similarity": "UMNSRS similarity"}
DRAWS = 2_000
Figures = Mapping[str, Sequence[float]]  # row -> mAP, Acc, MRR of train, test, zero-shot
ICD10: Figures = {
    "vectors": (0.38, 0.56, 0.65, 0.43, 0.66, 0.74, 0.56, 0.83, 0.87),
    "cca": (0.42, 0.59, 0.68, 0.47, 0.70, 0.76, 0.61, 0.85, 0.89),
    "cca+dan": (0.99, 0.99, 0.99, 0.79, 0.77, 0.80, 0.67, 0.87, 0.90),
    "dan": (0.98, 0.97, 0.98, 0.76, 0.75, 0.79, 0.65, 0.86, 0.89),
}
SNOMED: Figures = {
    "vectors": (0.59, 0.55, 0.64, 0.56, 0.68, 0.76, 0.71, 0.75, 0.82),
    "cca": (0.62, 0.57, 0.67, 0.59, 0.70, 0.78, 0.73, 0.76, 0.83),
    "cca+dan": (0.99, 0.99, 0.99, 0.84, 0.81, 0.85, 0.81, 0.85, 0.89),
    "dan": (0.94, 0.91, 0.94, 0.78, 0.78, 0.83, 0.79, 0.84, 0.88),
}
PAPER = {"icd10cm": ("ICD-10 (table 3)", ICD10)}  # every other terminology stands beside SNOMED CT
OTHERS = ("SNOMED CT (table 4)", SNOMED)
PAPER_RELATEDNESS = {  # table 8, in the order of SETS
    "icd10cm": {"vectors": (0.443, 0.473, 0.479), "cca+dan": (0.666, 0.556, 0.561)},
    "": {"vectors": (0.443, 0.473, 0.479), "cca+dan": (0.648, 0.537, 0.540)},
}
BELOW = {  # the row that lacks one thing of it
    "dan": "",
    "cca+dan": "dan",
    "dan-density": "dan",
    "cca+dan-density": "dan-density",
}


def report(
    sets: Mapping[str, SynonymSets], rows: Mapping[str, Row], wanted: Wanted, cells: Mapping[str, Measured]
) -> Report:
    """Tables and plots out of the measured cells."""
    found, lines = [], []
    for title, part in sets.items():
        runs = {name: [cells[key(title, name, seed)] for seed in seeds_of(row, wanted)] for name, row in rows.items()}
        here = [summed(title, name, row.title, runs, part) for name, row in rows.items()]
        lines += section(title, here, part)
        found += here
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
    return Report(found, "\n".join(lines), pages)


def summed(
    terminology: str, name: str, title: str, runs: Mapping[str, Sequence[Measured]], sets: SynonymSets
) -> dict[str, Any]:
    """One row over its seeds, each query's number averaged over them, beside the paper's and the rows below it.

    “over” holds differences by row with paired intervals: from the vectors, and of CCA+DAN from DAN, CCA's own share.
    """
    paper_name, paper = PAPER.get(terminology, OTHERS)
    below = [row for row in ("vectors", "bne", BELOW.get(name, "")) if row in runs and row != name]
    splits: dict[str, dict[str, Any]] = {}
    for place, split in enumerate(SPLITS):
        for at, (metric, (task, _)) in enumerate(METRICS.items()):
            if f"{task} {split}" not in runs[name][0]["tasks"]:
                continue
            mean = averaged(runs[name], f"{task} {split}", metric)
            value = significance.mean_interval(mean, DRAWS if metric == "map" else 1)
            each = [float(np.nanmean(numbers(run, f"{task} {split}", metric))) for run in runs[name]]
            value["over_seeds"] = float(np.std(each, ddof=1)) if len(each) > 1 else None
            value["over"] = {
                other: significance.paired_bootstrap(
                    mean, averaged(runs[other], f"{task} {split}", metric), DRAWS if metric == "map" else 1
                )
                for other in below
            }
            if name in paper:
                figure = {row: figures[3 * place + at] for row, figures in paper.items()}
                value["paper"] = figure[name]
                value["paper_over"] = {o: round(figure[name] - figure[o], 3) for o in below if o in figure}
            splits.setdefault(split, {})[metric] = value
    trained = [run for run in runs[name] if run.get("epochs")]
    return {
        "terminology": terminology,
        "row": name,
        "title": title,
        "seeds": len(runs[name]),
        "splits": splits,
        "relatedness": related(runs[name], runs["vectors"], sets),
        "epochs": [run["epochs"] for run in trained],
        "seconds": float(np.median([run["seconds"] for run in trained])) if trained else None,
        "curve": trained[0]["curve"] if trained else [],
        "paper_on": paper_name,
    }


def averaged(runs: Sequence[Measured], task: str, metric: str) -> np.ndarray:
    """Each query's number, averaged over the runs."""
    mean: np.ndarray = np.mean([numbers(run, task, metric) for run in runs], axis=0)
    return mean


def numbers(run: Measured, task: str, metric: str) -> np.ndarray:
    """A number a query, NaN where nothing was to be found."""
    return np.array(run["tasks"][task][metric], dtype=np.float64)


def related(runs: Sequence[Measured], vectors: Sequence[Measured], sets: SynonymSets) -> dict[str, dict[str, Any]]:
    """{set: {"spearman", "over_vectors"}}: the mean over seeds; spelling alone gives no cosines of pairs."""
    found = {}
    for name in runs[0].get("relatedness", {}):
        judged = np.array([pair.score for pair in sets.pairs[name]])
        mean, base = (
            np.array([spearman(np.array(run["relatedness"][name]), judged) for run in part], dtype=np.float64).mean()
            for part in (runs, vectors)
        )
        if np.isfinite(mean) and np.isfinite(base):
            found[name] = {"spearman": float(mean), "over_vectors": float(mean - base)}
    return found


def bar(value: Mapping[str, float]) -> tuple[float, float]:
    """A value and half its interval."""
    return value["value"], (value["high"] - value["low"]) / 2


def section(title: str, rows: Sequence[Mapping[str, Any]], sets: SynonymSets) -> list[str]:
    """One terminology's tables: a table a split, CCA's own share, relatedness, how long training took."""
    sizes, on = sets.about(), rows[0]["paper_on"]
    lines = [
        f"## {title}",
        "",
        f"{sizes['train names']:,} training names of {sizes['train concepts']:,} concepts, "
        f"{sizes['validation names']:,} validation and {sizes['test names']:,} test names, "
        f"{sizes['zero-shot names']:,} names of {sizes['zero-shot concepts']:,} zero-shot concepts. "
        f"The paper's figures are on {on}. Intervals are 95%, by bootstrap over the queries, paired for differences.",
        "",
    ]
    for split in SPLITS:
        here = [row for row in rows if split in row["splits"]]
        if here:
            headings = ["encoder", "mAP", "paper", "over the vectors", "paper", "Acc", "paper", "MRR", "paper"]
            lines += [f"### {split} names", "", table(headings, [figures_of(row, split) for row in here]), ""]
    lines += own_share(rows)
    names = [name for name in SETS if any(name in row["relatedness"] for row in rows)]
    if names:
        lines += ["### Relatedness (table 8), Spearman", "", relatedness_table(title, rows, names), ""]
    spent = [
        [row["title"], ", ".join(map(str, row["epochs"])), f"{row['seconds']:,.0f}"] for row in rows if row["seconds"]
    ]
    return [*lines, table(["encoder", "epochs, a seed each", "seconds a training"], spent), ""] if spent else lines


def figures_of(row: Mapping[str, Any], split: str) -> list[str]:
    """The cells of a row in a split's table."""
    found = row["splits"][split]
    value, over = found["map"], found["map"]["over"].get("vectors")
    paper = [two(found[metric].get("paper")) for metric in METRICS]
    difference = found["map"].get("paper_over", {}).get("vectors")
    return [
        row["title"],
        f"{value['value']:.3f} ({value['low']:.3f} to {value['high']:.3f})",
        paper[0],
        interval(over["difference"], over["low"], over["high"]) if over else "",
        "" if difference is None else f"{difference:+.2f}",
        number(found["accuracy"]["value"]),
        paper[1],
        number(found["mrr"]["value"]),
        paper[2],
    ]


def own_share(rows: Sequence[Mapping[str, Any]]) -> list[str]:
    """What each trained row gains over the row that lacks one thing of it, and over BNE."""
    lines = []
    for row in rows:
        for other in dict.fromkeys(("bne", BELOW.get(row["row"], "bne"))):
            title = next((r["title"] for r in rows if r["row"] == other), "")
            for split in SPLITS[1:]:
                value = row["splits"].get(split, {}).get("map", {})
                over = value.get("over", {}).get(other)
                if over and row["row"] in BELOW:
                    paper = value.get("paper_over", {}).get(other)
                    lines.append(
                        [
                            f"{row['title']} − {title}",
                            split,
                            interval(over["difference"], over["low"], over["high"]),
                            "" if paper is None else f"{paper:+.2f}",
                        ]
                    )
    if not lines:
        return []
    return ["### Differences of mAP, paired", "", table(["rows", "names", "ours", "paper"], lines), ""]


def relatedness_table(terminology: str, rows: Sequence[Mapping[str, Any]], names: Sequence[str]) -> str:
    """Each set: ours, the difference from the vectors, and the paper's figure."""
    paper = PAPER_RELATEDNESS.get(terminology, PAPER_RELATEDNESS[""])
    lines = []
    for row in rows:
        if row["relatedness"]:
            cells = [row["title"]]
            for place, name in enumerate(SETS):
                if name in names:
                    found = row["relatedness"].get(name)
                    over = f" ({found['over_vectors']:+.3f})" if found and row["row"] != "vectors" else ""
                    cells += [f"{found['spearman']:.3f}{over}" if found else ""]
                    cells += [f"{paper[row['row']][place]:.3f}" if row["row"] in paper else ""]
            lines.append(cells)
    headings = [heading for name in SETS if name in names for heading in (SETS[name], "paper")]
    return table(["encoder", *headings], lines)


def two(value: float | None) -> str:
    """A paper's figure, as the paper prints it."""
    return "" if value is None else f"{value:.2f}"
