"""Small splits for the samplers' tests, and the question whether counts fit what was expected."""

from __future__ import annotations

import numpy as np
from scipy.stats import chisquare

from engine.learning.samplers import Batch, Names


def split(classes, dim=5, seed=0, texts=None, mentions=None) -> Names:
    """Random unit rows of these classes."""
    rows = np.random.default_rng(seed).normal(size=(len(classes), dim))
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    return Names(rows, np.array(classes), texts or [f"name {i}" for i in range(len(classes))], mentions)


def batches(sampler, names: Names, anchors: int, seed: int = 0) -> list[Batch]:
    """One epoch over names that the encoder leaves where they are."""
    return list(sampler.epoch(names, lambda: names.rows, anchors, np.random.default_rng(seed)))


def triplets(epoch: list[Batch]) -> np.ndarray:
    """All triplets of an epoch as positions in the split [t, 3]."""
    return np.concatenate([b.rows[np.column_stack([b.anchors, b.positives, b.negatives])] for b in epoch])


def leads(epoch: list[Batch]) -> np.ndarray:
    """All leads of an epoch as positions in the split."""
    return np.concatenate([b.rows[b.leads] for b in epoch])


def fits(counts, expected) -> bool:
    """Whether counts may come from these chances (chi-square, one in a thousand); rare outcomes are pooled."""
    counts, expected = np.asarray(counts, dtype=float), np.asarray(expected, dtype=float)
    if counts[expected == 0].any():
        return False
    expected = expected * counts.sum() / expected.sum()
    rare = expected < 5
    counts, expected = (np.append(v[~rare], v[rare].sum()) for v in (counts, expected))
    some = expected > 0
    return some.sum() == 1 or bool(chisquare(counts[some], expected[some]).pvalue > 0.001)
