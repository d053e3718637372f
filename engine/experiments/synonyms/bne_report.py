"""BNE's tasks as Markdown, beside the figures of its table 2."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.experiments import plots
from engine.experiments.cells import ExperimentReport, Measured, file_name
from engine.experiments.markdown import difference, number, table, value_interval
from engine.experiments.options import ExperimentOptions
from engine.experiments.synonyms.grounding_report import DRAWS, averaged, bar, by_terminology, facts
from engine.experiments.synonyms.rows import SynonymRow
from engine.experiments.synonyms.sets import COVERAGE, SynonymSets
from engine.metrics import significance

COVERED, ASKING = "coverage zero-shot", ("bm25 test", "bm25 zero-shot")
# BNE table 2, MAP over BM25 candidates: NCBI disease and BC5CDR disease mentions; BNE is BNE + SGW.
PAPER = {"jaccard": (0.424, 0.410), "vectors": (0.499, 0.494), "bne": (0.695, 0.718)}


def report(
    sets: Mapping[str, SynonymSets],
    rows: Mapping[str, SynonymRow],
    options: ExperimentOptions,
    cells: Mapping[str, Measured],
) -> ExperimentReport:
    """Tables and plots out of the measured cells."""
    found, lines = by_terminology(sets, rows, options, cells, lambda *of: summed(*of[:-1]), section)
    pages = {}
    for title, part in sets.items():
        here = curves([row for row in found if row["terminology"] == title])
        pages[f"coverage-{file_name(title)}"] = plots.lines(f"Mean coverage at k, {part.title}", "k", "coverage", here)
    groups = {
        f"{title}, {task.removeprefix('bm25 ')}": {
            row["title"]: bar(row["tasks"][task]["map"])
            for row in found
            if row["terminology"] == title and task in row["tasks"]
        }
        for title in sets
        for task in ASKING
    }
    pages["candidates"] = plots.bars("Synonym retrieval over BM25 candidates", "MAP", groups)
    return ExperimentReport(found, "\n".join(lines), pages)


def summed(terminology: str, name: str, title: str, runs: Mapping[str, Sequence[Measured]]) -> dict[str, Any]:
    """One row over its seeds, each query's number averaged over them; “over” is the paired difference from vectors."""
    measured: dict[str, dict[str, Any]] = {}
    for task in (COVERED, *ASKING):
        for metric in runs[name][0]["tasks"].get(task, {}):
            mean = averaged(runs[name], task, metric)
            value = significance.mean_interval(mean, DRAWS)
            if name != "vectors":
                value["over"] = significance.paired_bootstrap(mean, averaged(runs["vectors"], task, metric), DRAWS)
            measured.setdefault(task, {})[metric] = value
    return {**facts(terminology, name, title, runs[name]), "tasks": measured}


def section(rows: Sequence[Mapping[str, Any]], sets: SynonymSets, left_out: Sequence[str]) -> list[str]:
    """One terminology's tables: coverage by k, then retrieval over candidates; below them what is left out."""
    sizes = sets.about()
    lines = [
        f"## {sets.title}",
        "",
        f"Trained on {sizes['train names']:,} names of {sizes['train concepts']:,} concepts. "
        "Intervals are 95 %, by bootstrap over the queries, paired for differences.",
        "",
    ]
    covered = [row for row in rows if COVERED in row["tasks"]]
    if covered:
        headings = ["encoder", *(f"k = {k:,}" for k in COVERAGE), f"over the vectors at {COVERAGE[1]}"]
        lines += [
            "### Mean coverage at k: names of concepts that trained nothing, among themselves (figure 4)",
            "",
            table(headings, [coverage_cells(row) for row in covered]),
            "",
        ]
    for task in ASKING:
        here = [row for row in rows if task in row["tasks"]]
        if here:
            reached = here[0]["tasks"][task]["reached"]["value"]
            lines += [
                f"### {task.removeprefix('bm25 ')} names over the names of 20 BM25 concepts (table 2)",
                "",
                f"{100 * reached:.1f} % of the synonyms are among the candidates; the others count as not found. "
                "The paper's MAP is of NCBI and BC5CDR disease mentions.",
                "",
                table(
                    ["encoder", "MAP", "over the vectors", "paper NCBI", "paper BC5CDR", "Acc", "MRR"],
                    [candidate_cells(row, task) for row in here],
                ),
                "",
            ]
    return [*lines, *left_out]


def coverage_cells(row: Mapping[str, Any]) -> list[str]:
    """A row of the coverage table."""
    found = row["tasks"][COVERED]
    values = [value_interval(found[f"coverage@{k}"]) for k in COVERAGE]
    return [row["title"], *values, difference(found[f"coverage@{COVERAGE[1]}"].get("over"))]


def candidate_cells(row: Mapping[str, Any], task: str) -> list[str]:
    """A row of the candidates' table."""
    found = row["tasks"][task]
    return [
        row["title"],
        value_interval(found["map"]),
        difference(found["map"].get("over")),
        *(number(figure) for figure in PAPER.get(row["row"], (None, None))),
        value_interval(found["accuracy"]),
        value_interval(found["mrr"]),
    ]


def curves(rows: Sequence[Mapping[str, Any]]) -> dict[str, list[tuple[float, float]]]:
    """Coverage by k, a curve a row."""
    return {
        row["title"]: [(float(k), row["tasks"][COVERED][f"coverage@{k}"]["value"]) for k in COVERAGE]
        for row in rows
        if COVERED in row["tasks"]
    }
