"""What the level experiments measured, by subgraph, encoder and level, beside the paper's figures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from engine.experiments.cells import Measured
from engine.metrics.significance import DRAWS, FEWEST, bounds, resampled

BASE, MEAN = "vectors", "mean over the subgraphs"
# HLS tables 4 and 5: levels 1 to 4 of each of its three subgraphs of SNOMED CT.
PAPER: dict[str, dict[str, list[list[float]]]] = {
    "map": {
        "vectors": [[0.26, 0.27, 0.25, 0.33], [0.36, 0.29, 0.28, 0.32], [0.33, 0.30, 0.24, 0.30]],
        "DAN level 1": [[0.57, 0.50, 0.39, 0.43], [0.70, 0.44, 0.36, 0.37], [0.64, 0.55, 0.36, 0.36]],
        "DAN level 2": [[0.49, 0.58, 0.46, 0.48], [0.55, 0.58, 0.44, 0.44], [0.58, 0.59, 0.40, 0.39]],
        "DAN level 3": [[0.43, 0.51, 0.56, 0.54], [0.51, 0.51, 0.52, 0.54], [0.52, 0.52, 0.51, 0.48]],
        "DAN level 4": [[0.38, 0.43, 0.47, 0.60], [0.45, 0.45, 0.48, 0.58], [0.45, 0.44, 0.41, 0.54]],
    },
    "mrr": {
        "vectors": [[0.46, 0.44, 0.53, 0.65], [0.34, 0.47, 0.49, 0.63], [0.38, 0.45, 0.50, 0.59]],
        "DAN level 1": [[0.60, 0.58, 0.59, 0.68], [0.48, 0.54, 0.52, 0.63], [0.52, 0.57, 0.55, 0.62]],
        "DAN level 2": [[0.52, 0.59, 0.62, 0.70], [0.45, 0.58, 0.56, 0.67], [0.50, 0.60, 0.57, 0.63]],
        "DAN level 3": [[0.55, 0.57, 0.66, 0.73], [0.41, 0.54, 0.58, 0.70], [0.48, 0.57, 0.62, 0.67]],
        "DAN level 4": [[0.53, 0.52, 0.63, 0.74], [0.39, 0.53, 0.58, 0.74], [0.46, 0.54, 0.59, 0.71]],
    },
}


def trained_on(level: int) -> str:
    """What the row of an encoder trained on a level is called."""
    return f"DAN level {level}"


def rows_of(metric: str, measured: Sequence[Measured]) -> list[dict[str, Any]]:
    """A row for each subgraph, encoder and level; `spread` is the deviation over seeds."""
    cells: dict[tuple[str, str], list[np.ndarray]] = {}
    for one in measured:
        cells.setdefault((one["part"], one["row"]), []).append(np.array(one[metric], np.float64))
    parts = list(dict.fromkeys(part for part, _ in cells))
    names = list(dict.fromkeys(row for _, row in cells))
    # over seeds first, so that a query counts once: [rows, levels, queries]
    stacks = {part: np.stack([np.mean(cells[part, row], axis=0) for row in names]) for part in parts}
    values = {part: means(stack) for part, stack in stacks.items()}
    spreads = {part: np.stack([spread(cells[part, row]) for row in names]) for part in parts}
    drawn = {part: redrawn(stack - stack[names.index(BASE)]) for part, stack in stacks.items()}
    values[MEAN] = np.mean([values[part] for part in parts], axis=0)
    spreads[MEAN] = np.stack([spread(across(cells, parts, row)) for row in names])
    drawn[MEAN] = np.mean([drawn[part] for part in parts], axis=0)
    rows = []
    for part in [*parts, MEAN]:
        base = values[part][names.index(BASE)]
        for i, row in enumerate(names):
            for j, value in enumerate(values[part][i]):
                found = {"subgraph": part, "row": row, "level": j + 1, "value": float(value)}
                found["spread"] = float(spreads[part][i, j])
                if row != BASE:
                    found |= {"difference": float(value - base[j]), **bounds(drawn[part][i, j])}
                    found["ratio"] = float(value / base[j]) if base[j] else None
                rows.append(found | beside(metric, part, row, j))
    return rows


def redrawn(differences: np.ndarray) -> np.ndarray:
    """Means of [rows, levels, queries] over resampled queries: [rows, levels, draws].

    On each level without the queries that have NaN, as the paired bootstrap of two encoders has it.
    """
    return np.stack([redrawn_level(differences[:, level]) for level in range(differences.shape[1])], axis=1)


def redrawn_level(differences: np.ndarray) -> np.ndarray:
    """The same of [rows, queries]: [rows, draws]; NaN where fewer than FEWEST queries are left."""
    known = differences[:, ~np.isnan(differences).any(axis=0)]
    if known.shape[1] < FEWEST:
        return np.full((len(known), DRAWS), np.nan)
    parts = [known @ counts.T / known.shape[1] for counts in resampled(known.shape[1], DRAWS, seed=0)]
    return np.concatenate(parts, axis=1)


def spread(runs: Sequence[np.ndarray]) -> np.ndarray:
    """Deviation over seeds of the means of [levels, queries]."""
    found = [means(run) for run in runs]
    return np.std(found, axis=0, ddof=1) if len(found) > 1 else np.zeros(len(found[0]))


def across(cells: Mapping[tuple[str, str], list[np.ndarray]], parts: Sequence[str], row: str) -> list[np.ndarray]:
    """Each seed's means over the subgraphs, as [levels, 1]."""
    runs = zip(*(cells[part, row] for part in parts), strict=True)
    return [np.mean([means(one) for one in run], axis=0)[:, None] for run in runs]


def means(numbers: np.ndarray) -> np.ndarray:
    """Means over the last axis, NaN left out; 0 where all are NaN."""
    known = ~np.isnan(numbers)
    return np.where(known, numbers, 0).sum(axis=-1) / np.maximum(known.sum(axis=-1), 1)


def beside(metric: str, part: str, row: str, level: int) -> dict[str, float]:
    """The paper's figure, on the mean's rows only: its subgraphs are others than ours."""
    figures = PAPER[metric].get(row)
    if part != MEAN or figures is None or level >= len(figures[0]):
        return {}
    own, base = (float(np.mean([one[level] for one in of])) for of in (figures, PAPER[metric][BASE]))
    return {"paper": own} | ({} if row == BASE else {"paper_difference": own - base, "paper_ratio": own / base})
