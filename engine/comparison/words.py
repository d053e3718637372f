"""A comparison in words: one line, and what each number means in a sentence."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

TITLES = {
    ("retrieval", "map"): ("Retrieval, mAP", "How high all other names of the same concept rank for a held-out name."),
    ("retrieval", "accuracy"): ("Mapping, first is right", "How often the first name found is of the same concept."),
    ("retrieval", "mrr"): ("Mapping, MRR", "Mean of 1 / rank of the first name of the same concept."),
    ("mapping", "accuracy"): ("First is right", "How often the first concept found is the expected one."),
    ("mapping", "among five"): ("Among five", "How often an expected concept is among the first five found."),
    ("mapping", "category"): (
        "Category is right",
        "How often the first concept found is of an expected one's category: in ICD-10-CM the first three characters.",
    ),
    ("mapping", "near"): (
        "Right or near",
        "How often the first concept found is an expected one, or a parent or child of one.",
    ),
    ("mapping", "mrr"): ("MRR", "Mean of 1 / rank of the expected concept."),
    ("mapping", "ece"): (
        "Calibration error (ECE)",
        "Expected calibration error: how far, on average, the probability of the first concept found is from how often "
        "such ones are right; 0 is as sure as it is right, and less is better.",
    ),
    ("bm25", "map"): (
        "Candidates found by words, mAP",
        "How high all other names of the same concept rank among the names that BM25 finds.",
    ),
    ("coverage", "coverage@10"): (
        "Coverage at 10",
        "Share of a name's synonyms among its ten nearest names, held-out concepts only.",
    ),
}
LEVEL = {
    "map": ("Ranking, level {}", "How high names below the same concept of this level rank; 1 is the highest level."),
    "mrr": (
        "Concepts above, level {}",
        "1 / rank of the first name of a concept above, among all of this level.",
    ),
}
LESS_IS_BETTER = {("mapping", "ece")}
SIGNS, MEANINGS = {1: "▲", -1: "▼", 0: "≈"}, {1: "a gain", -1: "a loss", 0: "no certain difference"}
FEWEST_NAMES = 10  # of a branch, below which an interval says little
TOO_FEW = "too few for an interval"
SPELT = {"mayosrs": "MayoSRS", "umnsrs": "UMNSRS"}  # as their authors spell them
SPEARMAN = "Spearman correlation with what people said about pairs of terms; 1 is the same order."


def metric_title(task: str, metric: str) -> tuple[str, str]:
    """What a metric is called, and what it means.

    >>> metric_title("levels", "mrr level 2")[0]
    'Concepts above, level 2'
    >>> metric_title("relatedness mayosrs", "spearman")[0]
    'Relatedness, MayoSRS'
    """
    if task.startswith("relatedness "):
        return f"Relatedness, {set_title(task.removeprefix('relatedness '))}", SPEARMAN
    if task == "levels":
        kind, _, level = metric.partition(" level ")
        title, help = LEVEL[kind]
        return title.format(level), help
    return TITLES.get((task, metric), (f"{task}, {metric}", ""))


def set_title(name: str) -> str:
    """The name of a relatedness set as a heading: its file's, with spaces."""
    return " ".join(SPELT.get(word, word) for word in name.split("_"))


def stands(difference: Mapping[str, Any]) -> int:
    """1 for a gain, −1 for a loss, 0 where the 95 % interval holds zero, or is not known."""
    low, high = difference.get("low"), difference.get("high")
    if low is None or high is None:
        return 0
    return 1 if low > 0 else -1 if high < 0 else 0


def signed(value: float) -> str:
    """A difference with its sign, +0.031 or −0.002; none where it is nothing to three digits, 0.000."""
    written = f"{value:+.3f}"
    return written.replace("-", "−") if float(written) else written[1:]


def branch_stands(row: Mapping[str, Any], id: str) -> int:
    """The same for a branch; with fewer than FEWEST_NAMES names nothing is for certain."""
    return stands(row["differences"].get(id, {})) if row["queries"] >= FEWEST_NAMES else 0


def reach(rows: Sequence[Mapping[str, Any]]) -> float:
    """How far from zero the intervals of differences reach, so that all are drawn on one scale."""
    enough = [row for row in rows if row["queries"] >= FEWEST_NAMES] or rows  # few names reach far and say little
    ends = [less[end] for row in enough for less in row["differences"].values() for end in ("low", "high")]
    return max((abs(end) for end in ends if end is not None), default=0.0) or 1.0


def cells_of(
    row: Mapping[str, Any], encoders: Iterable[str], way: Callable[[Mapping[str, Any], str], int], far: float
) -> list[dict[str, Any]]:
    """A cell an encoder: {"value", "best"} and, but for the first, {"way", "sign", "less", "range", "summary", "at"}.

    way: (row, encoder) -> 1 for a gain, −1 for a loss, 0 for neither. “at” are the low end, the difference and the high
    end on a scale from 0 to 1 with zero in the middle, whose ends are `far` from it.
    """
    values = {id: row["values"].get(id, {}).get("value") for id in encoders}
    best = min if (row.get("task"), row.get("metric")) in LESS_IS_BETTER else max
    top = best((value for value in values.values() if value is not None), default=None)
    cells = []
    for id, value in values.items():
        cell: dict[str, Any] = {"value": "–" if value is None else f"{value:.3f}", "best": value == top is not None}
        less = row["differences"].get(id)
        if less and less.get("low") is not None:
            sign = way(row, id)
            cell |= {
                "way": sign,
                "sign": SIGNS[sign],
                "less": signed(less["difference"]),
                "range": f"{signed(less['low'])} to {signed(less['high'])}",
                "summary": f"{signed_interval(less)}: {MEANINGS[sign]}",
                "at": [0.5 + 0.5 * max(-1.0, min(1.0, less[end] / far)) for end in ("low", "difference", "high")],
            }
        cells.append(cell)
    return cells


def probability(p: float | None) -> str:
    """p as it is told: p = 0.034, p < 0.001."""
    return "" if p is None else "p < 0.001" if p < 0.001 else f"p = {p:.3f}"


def signed_interval(less: Mapping[str, Any]) -> str:
    """A difference with its interval: '+0.031, 95 % interval +0.010 to +0.052, p = 0.004'."""
    if less.get("difference") is None:
        return "not known"
    if less.get("low") is None:
        return f"{signed(less['difference'])}, {TOO_FEW}"
    interval = f"95 % interval {signed(less['low'])} to {signed(less['high'])}"
    return f"{signed(less['difference'])}, {interval}, {probability(less['p'])}"
