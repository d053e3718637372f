"""What the relatedness experiment measured, as rows, Markdown and bars beside the papers' figures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from engine.evaluation.relatedness import JudgedPair
from engine.experiments import plots
from engine.experiments.cells import ExperimentReport, Measured
from engine.experiments.few_shot import report as few_shot_report
from engine.experiments.few_shot.rows import DRAWS, Pairs, correlation, scores_of
from engine.experiments.markdown import DASH, ends, interval, mean_and_spread, number, table
from engine.experiments.relatedness.rows import PresetRow
from engine.experiments.synonyms.grounding_figures import SETS
from engine.metrics.significance import paired_spearman
from engine.models.open import VECTORS

# The papers' best figures (CG table 5, FS table 3) on MayoSRS, UMNSRS relatedness and similarity.
PAPER = {
    "vectors": (0.44, 0.47, 0.48),
    "conceptual-grounding": (0.67, 0.56, 0.56),
    "bne": (0.63, 0.58, 0.61),
    "few-shot hpo": few_shot_report.PAPER["S"],
    "few-shot icd10cm": few_shot_report.PAPER["I"],
    "best": (0.67, 0.59, 0.65),
}
ABOUT = (
    "“ours” is the mean of the seeds' correlations. Intervals are by bootstrap over the judged pairs, paired for “over "
    "the vectors”, the seeds averaged in each draw. “papers” are figures of other terminologies and vectors. "
    f"{DASH}: not defined, as where all scores or all similarities are equal."
)


def report(pairs: Pairs, trained: Sequence[PresetRow], cells: Mapping[str, Measured]) -> ExperimentReport:
    """A row for each encoder and set: Spearman, halves, interval, and the paired difference from the vectors.

    Rows of several seeds show the mean of their correlations. What is not defined is None.
    """
    by_row: dict[str, list[Measured]] = {}
    left_out: dict[str, str] = {}
    for key, found in cells.items():
        name = key.rsplit("/", 1)[0]
        if "left_out" in found:
            left_out[name] = found["left_out"]
        else:
            by_row.setdefault(name, []).append(found)
    inputs = {row.name: row.input for row in trained if row.name in by_row}
    rows: list[dict[str, Any]] = []
    groups: dict[str, dict[str, tuple[float, float]]] = {}
    for name, judged in pairs.items():
        group = groups.setdefault(SETS.get(name, name), {})
        base = np.array(cells[VECTORS]["cosines"][name])
        for encoder, seeds in by_row.items():
            row = row_of(encoder, name, judged, seeds, base) | {"input": inputs.get(encoder)}
            rows.append(row)
            if row["spearman"] is not None and row["low"] is not None:
                group[encoder] = (row["spearman"], plots.half(row))
    notes = [ABOUT, *describe_inputs(inputs), *(f"{name} is left out: {why}" for name, why in left_out.items())]
    return ExperimentReport(rows, markdown(rows, notes), {"spearman": plots.bars("Relatedness", "Spearman", groups)})


def row_of(
    encoder: str, name: str, judged: Sequence[JudgedPair], seeds: Sequence[Measured], base: np.ndarray
) -> dict[str, Any]:
    """One encoder on one set; `base` are the cosines of the vectors."""
    place = list(SETS).index(name) if name in SETS else -1
    runs = np.array([one["cosines"][name] for one in seeds])
    found = correlation(judged, runs)
    return {
        "encoder": encoder,
        "set": SETS.get(name, name),
        "seeds": len(runs),
        "spearman": found.pop("mean"),
        **found,
        "over_vectors": None if encoder == VECTORS else paired_spearman(runs, base, scores_of(judged), DRAWS),
        "paper": PAPER[encoder][place] if encoder in PAPER and place >= 0 else None,
        "seconds": median_seconds(seeds),
    }


def median_seconds(runs: Sequence[Measured]) -> float | None:
    """How long training took; None for an encoder that was there already."""
    return float(np.median([run["seconds"] for run in runs])) if "seconds" in runs[0] else None


def describe_inputs(inputs: Mapping[str, str]) -> list[str]:
    """A sentence on what each trained row stands on."""
    on: dict[str, list[str]] = {}
    for name, input in inputs.items():
        on.setdefault(input, []).append(f"“{name}”")
    phrases = [f"{', '.join(names)} on `{input}`" for input, names in on.items()]
    return [f"Trained on top of: {'; '.join(phrases)}."] if phrases else []


def markdown(rows: Sequence[Mapping[str, Any]], notes: Sequence[str]) -> str:
    """The rows as a table, and the notes below it."""
    lines = []
    for row in rows:
        against = row["over_vectors"]
        lines.append(
            [
                row["encoder"],
                row["set"],
                mean_and_spread(row["spearman"], row["std"]),
                ends(row) or DASH,
                number(row["half_a"]) or DASH,
                number(row["half_b"]) or DASH,
                "" if against is None else difference(against),
                number(row["paper"], digits=2),
                number(row["seconds"], digits=0),
            ]
        )
    headings = ["encoder", "set", "ours", "95 %", "half a", "half b", "over the vectors", "papers", "seconds"]
    return "\n\n".join([table(headings, lines), *notes])


def difference(against: Mapping[str, Any]) -> str:
    """A paired difference with its interval, or a dash."""
    if against["difference"] is None or against["low"] is None:
        return DASH
    return interval(against["difference"], against["low"], against["high"])
