"""The grounding tables as Markdown, beside the figures of CG."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.experiments.markdown import difference, number, table, value_interval
from engine.experiments.options import ExperimentOptions
from engine.experiments.synonyms.grounding_figures import BELOW, METRICS, PAPER_RELATEDNESS, SETS, SPLITS
from engine.experiments.synonyms.rows import SynonymRow, recipe
from engine.experiments.synonyms.sets import SynonymSets


def notes(rows: Mapping[str, SynonymRow], options: ExperimentOptions) -> list[str]:
    """What a reader of the tables must know."""
    hidden = next((recipe(row, options)["encoder"]["hidden"] for name, row in rows.items() if name in BELOW), None)
    lines = [
        "The paper's figures are on licensed sources and on fastText of 76M MEDLINE sentences; ours are on open ones. "
        "Its BNE row is a word BiLSTM of 4,800 units a direction without characters, 200M weights: that one is left "
        "out, and BNE here is BNE's own network of 200 units a direction. Each row's figures are means over its seeds, "
        "on one split."
    ]
    if hidden:
        lines[0] += f" The DAN has {hidden:,} hidden units; the paper's has 38,400."
    lines[0] += (
        " CCA projects on directions of length one, much as scikit-learn's does, each scaled by its correlation; rows "
        "that say whitening give every component the same variance. Density-weighted negatives are drawn by 1 / q(d), "
        "as Wu et al. do, not by 1 / d."
    )
    return [*lines, ""]


def section(rows: Sequence[Mapping[str, Any]], sets: SynonymSets, left_out: Sequence[str]) -> list[str]:
    """One terminology's tables: a table a split, what is left out, CCA's own share, relatedness, how long it took."""
    sizes, on = sets.about(), rows[0]["paper_on"]
    lines = [
        f"## {sets.title}",
        "",
        f"{sizes['train names']:,} training names of {sizes['train concepts']:,} concepts, "
        f"{sizes['validation names']:,} validation and {sizes['test names']:,} test names, "
        f"{sizes['zero-shot names']:,} names of {sizes['zero-shot concepts']:,} zero-shot concepts. "
        f"The paper's figures are on {on}. Intervals are 95 %, by bootstrap over the queries, paired for differences.",
        "",
    ]
    for split in SPLITS:
        here = [row for row in rows if split in row["splits"]]
        if here:
            headings = ["encoder", "mAP", "paper", "over the vectors", "paper", "Acc", "paper", "MRR", "paper"]
            lines += [f"### {split} names", "", table(headings, [figures_of(row, split) for row in here]), ""]
    lines += [*left_out, *own_share(rows)]
    judged = dict.fromkeys(name for row in rows for name in row["relatedness"])
    names = [*(name for name in SETS if name in judged), *(name for name in judged if name not in SETS)]
    if names:
        lines += ["### Relatedness (table 8), Spearman", "", relatedness_table(sets.terminology, rows, names), ""]
    spent = [
        [row["title"], ", ".join(map(str, row["epochs"])), f"{row['seconds']:,.0f}"] for row in rows if row["seconds"]
    ]
    return [*lines, table(["encoder", "epochs, a seed each", "seconds a training"], spent), ""] if spent else lines


def figures_of(row: Mapping[str, Any], split: str) -> list[str]:
    """The cells of a row in a split's table."""
    found = row["splits"][split]
    paper = [number(found[metric].get("paper"), digits=2) for metric in METRICS]
    return [
        row["title"],
        value_interval(found["map"]),
        paper[0],
        difference(found["map"]["over"].get("vectors")),
        number(found["map"].get("paper_over", {}).get("vectors"), True, 2),
        value_interval(found["accuracy"]),
        paper[1],
        value_interval(found["mrr"]),
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
                    paper = number(value.get("paper_over", {}).get(other), True, 2)
                    lines.append([f"{row['title']} − {title}", split, difference(over), paper])
    if not lines:
        return []
    return ["### Differences of mAP, paired", "", table(["rows", "names", "ours", "paper"], lines), ""]


def relatedness_table(terminology: str, rows: Sequence[Mapping[str, Any]], names: Sequence[str]) -> str:
    """Each set: ours, the difference from the vectors, and the paper's figure where it has measured the set."""
    paper = PAPER_RELATEDNESS.get(terminology, PAPER_RELATEDNESS[""])
    headings, lines = ["encoder"], []
    for name in names:
        headings += [SETS.get(name, name), "over the vectors", *(["paper"] if name in SETS else [])]
    for row in rows:
        if row["relatedness"]:
            cells, figures = [row["title"]], dict(zip(SETS, paper.get(row["row"], ()), strict=False))
            for name in names:
                found = row["relatedness"].get(name)
                over = found["over_vectors"] if found and row["row"] != "vectors" else None
                cells.append(number(found["spearman"] if found else None))
                cells.append(difference(over))
                if name in SETS:
                    cells.append(number(figures.get(name)))
            lines.append(cells)
    return table(headings, lines)
