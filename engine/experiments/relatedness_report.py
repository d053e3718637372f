"""What the relatedness experiment measured, as rows, Markdown and bars beside the papers' figures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from engine.encoding import VECTORS
from engine.evaluation.relatedness import Pair, half_of
from engine.evaluation.significance import paired_spearman, spearman_interval
from engine.experiments import few_shot_report, plots
from engine.experiments.cells import Measured, Report
from engine.experiments.few_shot_report import SETS
from engine.experiments.few_shot_rows import over_seeds
from engine.experiments.markdown import interval, number, table
from engine.experiments.relatedness_rows import Row

Pairs = Mapping[str, Sequence[Pair]]
# The papers' best figures (CG table 5, FS table 3) on MayoSRS, UMNSRS relatedness and similarity.
PAPER = {
    "vectors": (0.44, 0.47, 0.48),
    "conceptual-grounding": (0.67, 0.56, 0.56),
    "bne": (0.63, 0.58, 0.61),
    "few-shot hpo": few_shot_report.PAPER["S"],
    "few-shot icd10cm": few_shot_report.PAPER["I"],
    "best": (0.67, 0.59, 0.65),
}
DRAWS = 1_000
DASH = "–"  # where a correlation is not defined
ABOUT = (
    "“ours” is the mean of the seeds' correlations. Intervals are by bootstrap over the judged pairs, paired for “over "
    "the vectors”, the seeds averaged in each draw. “papers” are figures of other terminologies and vectors. "
    f"{DASH}: not defined, as where all scores or all similarities are equal."
)


def report(pairs: Pairs, trained: Sequence[Row], cells: Mapping[str, Measured]) -> Report:
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
                group[encoder] = (row["spearman"], (row["high"] - row["low"]) / 2)
    notes = [ABOUT, *inputs_told(inputs), *(f"{name} is left out: {why}" for name, why in left_out.items())]
    return Report(rows, markdown(rows, notes), {"spearman": plots.bars("Relatedness", "Spearman", groups)})


def row_of(
    encoder: str, name: str, judged: Sequence[Pair], seeds: Sequence[Measured], base: np.ndarray
) -> dict[str, Any]:
    """One encoder on one set; `base` are the cosines of the vectors."""
    scores = np.array([pair.score for pair in judged])
    halves = {half: np.array([half_of(pair) == half for pair in judged], bool) for half in "ab"}
    place = list(SETS).index(name) if name in SETS else -1
    runs = [np.array(one["cosines"][name]) for one in seeds]
    around = spearman_interval(np.array(runs), scores, DRAWS)
    value, spread = over_seeds(runs, scores)
    return {
        "encoder": encoder,
        "set": SETS.get(name, name),
        "seeds": len(runs),
        "spearman": value,
        "std": spread,
        **{f"half_{half}": over_seeds([run[own] for run in runs], scores[own])[0] for half, own in halves.items()},
        "low": around["low"],
        "high": around["high"],
        "over_vectors": None if encoder == VECTORS else paired_spearman(np.array(runs), base, scores, DRAWS),
        "paper": PAPER[encoder][place] if encoder in PAPER and place >= 0 else None,
        "seconds": median_seconds(seeds),
    }


def median_seconds(runs: Sequence[Measured]) -> float | None:
    """How long training took; None for an encoder that was there already."""
    return float(np.median([run["seconds"] for run in runs])) if "seconds" in runs[0] else None


def inputs_told(inputs: Mapping[str, str]) -> list[str]:
    """A sentence on what each trained row stands on."""
    on: dict[str, list[str]] = {}
    for name, input in inputs.items():
        on.setdefault(input, []).append(f"“{name}”")
    told = [f"{', '.join(names)} on `{input}`" for input, names in on.items()]
    return [f"Trained on top of: {'; '.join(told)}."] if told else []


def markdown(rows: Sequence[Mapping[str, Any]], notes: Sequence[str]) -> str:
    """The rows as a table, and the notes below it."""
    lines = []
    for row in rows:
        against = row["over_vectors"]
        spread = f" ± {row['std']:.3f}" if row["std"] is not None else ""
        lines.append(
            [
                row["encoder"],
                row["set"],
                (number(row["spearman"]) or DASH) + spread,
                DASH if row["low"] is None else f"{row['low']:.3f} to {row['high']:.3f}",
                number(row["half_a"]) or DASH,
                number(row["half_b"]) or DASH,
                "" if against is None else difference(against),
                "" if row["paper"] is None else f"{row['paper']:.2f}",
                "" if row["seconds"] is None else f"{row['seconds']:.0f}",
            ]
        )
    headings = ["encoder", "set", "ours", "95 %", "half a", "half b", "over the vectors", "papers", "seconds"]
    return "\n\n".join([table(headings, lines), *notes])


def difference(against: Mapping[str, Any]) -> str:
    """A paired difference with its interval, or a dash."""
    if against["difference"] is None or against["low"] is None:
        return DASH
    return interval(against["difference"], against["low"], against["high"])
