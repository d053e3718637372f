"""How sure a number is: percentile bootstrap intervals, of one encoder and of two on the same queries.

Everything is seeded, and drawn in blocks, so that memory stays bounded. Below FEWEST queries there is no interval and
no p: resamples of so few are all alike, and would call chance certain.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from engine.errors import BadInput

DRAWS = 10_000
LEVEL = 0.95
FEWEST = 5  # queries or pairs
BLOCK = 1_000_000  # drawn places held at once


def mean_interval(values: np.ndarray, draws: int = DRAWS, seed: int = 0) -> dict[str, Any]:
    """{"value", "low", "high"} of the mean of one number a query; NaN numbers are left out, None without any.

    low and high are None below FEWEST numbers, here and below.
    """
    values = np.asarray(values, np.float64)
    values = values[~np.isnan(values)]
    if not len(values):
        return {"value": None, "low": None, "high": None}
    means = np.concatenate([counts @ values / len(values) for counts in resampled(len(values), draws, seed)])
    return {"value": float(values.mean()), **bounds(means)}


def paired_bootstrap(a: np.ndarray, b: np.ndarray, draws: int = DRAWS, seed: int = 0) -> dict[str, Any]:
    """{"difference", "low", "high", "p"} of mean(a) − mean(b), one number a query each, the same queries in both.

    p is two-sided: twice the share of draws on the rarer side of 0, the data themselves counted as one draw. Queries
    with NaN in either are left out; without any left everything is None, below FEWEST all but the difference.
    """
    difference = np.asarray(a, np.float64) - np.asarray(b, np.float64)
    difference = difference[~np.isnan(difference)]
    if not len(difference):
        return {"difference": None, "low": None, "high": None, "p": None}
    means = [counts @ difference / len(difference) for counts in resampled(len(difference), draws, seed)]
    return difference_of(float(difference.mean()), np.concatenate(means))


def spearman_interval(values: np.ndarray, judged: np.ndarray, draws: int = DRAWS, seed: int = 0) -> dict[str, Any]:
    """{"value", "low", "high"} of Spearman's correlation over pairs drawn with replacement, ranks taken anew.

    Of several runs [runs, pairs] the mean of their correlations, in each draw too; None where one has none.
    """
    found, drawn = correlations(list(np.atleast_2d(values)), judged, draws, seed)
    return {"value": mean_of(found), **bounds(drawn.mean(axis=0))}


def paired_spearman(
    a: np.ndarray, b: np.ndarray, judged: np.ndarray, draws: int = DRAWS, seed: int = 0
) -> dict[str, Any]:
    """{"difference", "low", "high", "p"} of the correlations of `a` and of `b` with `judged`, pairs drawn together.

    Either may be several runs [runs, pairs], which count as the mean of their correlations.
    """
    own, others = np.atleast_2d(a), np.atleast_2d(b)
    found, drawn = correlations([*own, *others], judged, draws, seed)
    ours, theirs = mean_of(found[: len(own)]), mean_of(found[len(own) :])
    if ours is None or theirs is None:
        return {"difference": None, "low": None, "high": None, "p": None}
    gained = drawn[: len(own)].mean(axis=0) - drawn[len(own) :].mean(axis=0)
    return difference_of(ours - theirs, gained)


def resampled(size: int, draws: int, seed: int) -> Iterator[np.ndarray]:
    """Blocks of resamples with replacement, as how often each of `size` places was drawn: float64 [block, size].

    One block of none below FEWEST places. BadInput for fewer draws than one.
    """
    if draws < 1:
        raise BadInput(f"Asked for {draws} draws; choose at least 1.")
    if size < FEWEST:
        yield np.zeros((0, size))
        return
    rng = np.random.default_rng(seed)
    step = max(1, BLOCK // size)
    for start in range(0, draws, step):
        block = min(step, draws - start)
        places = rng.integers(0, size, (block, size)) + size * np.arange(block)[:, None]
        yield np.bincount(places.reshape(-1), minlength=block * size).reshape(block, size).astype(np.float64)


def correlations(
    series: list[np.ndarray], judged: np.ndarray, draws: int, seed: int
) -> tuple[list[float | None], np.ndarray]:
    """Spearman of each series with `judged` over all pairs, and over each resample [series, draws]."""
    if len(judged) < 2:
        return [None for _ in series], np.full((len(series), 0), np.nan)
    ranks = [_ranker(np.asarray(values)) for values in (*series, judged)]

    def of(counts: np.ndarray) -> np.ndarray:
        *placed, people = (rank(counts) for rank in ranks)
        return np.stack([_weighted_correlation(place, people, counts) for place in placed])

    whole = of(np.ones((1, len(judged))))[:, 0]
    drawn = np.concatenate([of(counts) for counts in resampled(len(judged), draws, seed)], axis=1)
    return [None if np.isnan(value) else float(value) for value in whole], drawn


def _ranker(values: np.ndarray) -> Callable[[np.ndarray], np.ndarray]:
    """Mean ranks of `values` in resamples given as counts [block, n], without sorting each: values sorted once."""
    _, group = np.unique(values, return_inverse=True)
    group = group.reshape(-1)
    order = np.argsort(group, kind="stable")
    starts = np.flatnonzero(np.diff(group[order], prepend=-1))

    def ranks(counts: np.ndarray) -> np.ndarray:
        together = np.add.reduceat(counts[:, order], starts, axis=1)  # how many drawn values are equal
        return (np.cumsum(together, axis=1) - (together - 1) / 2)[:, group]

    return ranks


def _weighted_correlation(x: np.ndarray, y: np.ndarray, counts: np.ndarray) -> np.ndarray:
    """Pearson's correlation of each line of x and y [block, n], the place i counted counts[·, i] times; NaN if flat."""
    size = counts.shape[1]
    x = x - (np.einsum("ij,ij->i", counts, x) / size)[:, None]
    y = y - (np.einsum("ij,ij->i", counts, y) / size)[:, None]
    weighted = counts * x
    scale = np.einsum("ij,ij->i", weighted, x) * np.einsum("ij,ij,ij->i", counts, y, y)
    flat = scale <= 0
    return np.where(flat, np.nan, np.einsum("ij,ij->i", weighted, y) / np.sqrt(np.where(flat, 1, scale)))


def mean_of(values: Sequence[float | None]) -> float | None:
    """The mean; None where one is."""
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if len(known) == len(values) else None


def bounds(drawn: np.ndarray) -> dict[str, float | None]:
    """{"low", "high"} of drawn numbers, NaN ones left out: the quantiles that hold LEVEL of them."""
    drawn = drawn[~np.isnan(drawn)]
    if not len(drawn):
        return {"low": None, "high": None}
    low, high = np.quantile(drawn, [(1 - LEVEL) / 2, (1 + LEVEL) / 2])
    return {"low": float(low), "high": float(high)}


def difference_of(difference: float, drawn: np.ndarray) -> dict[str, Any]:
    """{"difference", "low", "high", "p"} of a difference and of each draw; p as in `paired_bootstrap`, None of none."""
    drawn = drawn[~np.isnan(drawn)]
    if not len(drawn):
        return {"difference": difference, "low": None, "high": None, "p": None}
    rarer = min((drawn <= 0).sum(), (drawn >= 0).sum())
    return {
        "difference": difference,
        **bounds(drawn),
        "p": float(min(1.0, 2 * (rarer + 1) / (len(drawn) + 1))),
    }
