"""The rows of the few-shot tables: each encoder on each relatedness set, with intervals over the judged pairs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from engine.evaluation.relatedness import JudgedPair, half_of_pair
from engine.experiments.cells import Measured
from engine.experiments.few_shot.baselines import Cosines
from engine.experiments.few_shot.trainings import Chain, Stage, title
from engine.metrics.correlation import spearman
from engine.metrics.significance import paired_spearman, spearman_interval

Pairs = Mapping[str, Sequence[JudgedPair]]
DRAWS = 1_000


def rows_of(
    pairs: Pairs, base: Mapping[str, Cosines], stages: Sequence[Stage], measured: Mapping[str, Measured]
) -> list[dict[str, Any]]:
    """The table: what trains nothing, "vectors" first, then CCA on each hierarchy, then one row a chain.

    `base`: row -> set -> similarities. Over the seeds, chains' rows also have what they learned and kept of their first
    hierarchy, and the median of their seconds.
    """
    vectors = [base["vectors"]]
    chains = list(dict.fromkeys(stage.chain for stage in stages))
    rows = [row_of(pairs, name, [found], [] if name == "vectors" else vectors) for name, found in base.items()]
    for row in rows:
        row["seeds"] = 0
    for chain in chains:
        if len(chain) == 1:
            runs = [measured[f"CCA {stage.key}"]["cosines"] for stage in stages if stage.chain == chain]
            rows.append(row_of(pairs, f"CCA {title(chain)}", runs, vectors, vectors))
    return [*rows, *(chain_row(pairs, base["vectors"], chain, stages, measured) for chain in chains)]


def chain_row(
    pairs: Pairs, vectors: Cosines, chain: Chain, stages: Sequence[Stage], measured: Mapping[str, Measured]
) -> dict[str, Any]:
    """A trained chain over its seeds, against the vectors and against its direct parent."""
    own = [stage for stage in stages if stage.chain == chain]
    runs = [measured[stage.key] for stage in own]
    parents = [measured[stage.cut(-1).key]["cosines"] if len(chain) > 1 else vectors for stage in own]
    first = np.mean([run["first_map"] for run in runs], axis=0)
    return {
        **row_of(pairs, title(chain), [run["cosines"] for run in runs], [vectors], parents),
        "first_map": dict(zip(("vectors", "after_first", "after_all"), first.tolist(), strict=True)),
        "seconds": float(np.median([run["seconds"] for run in runs])),
    }


def row_of(
    pairs: Pairs, name: str, runs: Sequence[Cosines], vectors: Sequence[Cosines], parents: Sequence[Cosines] = ()
) -> dict[str, Any]:
    """Each set: Spearman's mean and std over the runs (None for one run), on both halves; low and high; differences.

    The intervals are those of that mean over resampled pairs; `over_vectors` and `over_parent` are paired, and None
    without these. Where a run has no correlation, as on a half of one pair, there is no mean: None.
    """
    sets = {}
    for set_name, judged in pairs.items():
        scores, own = scores_of(judged), np.array([run[set_name] for run in runs])
        sets[set_name] = {
            **correlation(judged, own),
            "over_vectors": over(own, vectors, set_name, scores),
            "over_parent": over(own, parents, set_name, scores),
        }
    return {"row": name, "seeds": len(runs), "sets": sets}


def scores_of(judged: Sequence[JudgedPair]) -> np.ndarray:
    """What people said, float [pairs]."""
    return np.array([pair.score for pair in judged])


def correlation(judged: Sequence[JudgedPair], own: np.ndarray) -> dict[str, float | None]:
    """Of similarities [runs, pairs] "mean" and "std" over the runs, "half_a" and "half_b", "low" and "high"."""
    scores, halves = scores_of(judged), np.array([half_of_pair(pair) for pair in judged])
    mean, std = over_seeds(own, scores)
    parts = {f"half_{half}": over_seeds(own[:, halves == half], scores[halves == half])[0] for half in "ab"}
    around = spearman_interval(own, scores, DRAWS)
    return {"mean": mean, "std": std, **parts, "low": around["low"], "high": around["high"]}


def over(own: np.ndarray, others: Sequence[Cosines], name: str, scores: np.ndarray) -> dict[str, Any] | None:
    """The paired difference of mean correlations; None without others."""
    return paired_spearman(own, np.array([run[name] for run in others]), scores, DRAWS) if others else None


def over_seeds(runs: Sequence[np.ndarray] | np.ndarray, scores: np.ndarray) -> tuple[float | None, float | None]:
    """Mean correlation of several runs and its deviation; None where it is not defined."""
    values = [value for value in (spearman(run, scores) for run in runs) if value is not None]
    if len(values) < len(runs):
        return None, None
    return float(np.mean(values)), float(np.std(values, ddof=1)) if len(values) > 1 else None
