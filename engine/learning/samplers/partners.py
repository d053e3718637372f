"""A second name of the same class, for each of many names at once."""

from __future__ import annotations

import numpy as np

from engine.learning.samplers.names import Batch, Names


def with_partner(names: Names) -> np.ndarray:
    """Which names have another name of their class: bool [n]."""
    return sizes(names) > 1


def sizes(names: Names) -> np.ndarray:
    """How many names each name's class has, itself among them: int [n]."""
    _, place, counts = np.unique(names.classes, return_inverse=True, return_counts=True)
    return np.asarray(counts[place.reshape(-1)])


def partners(names: Names, anchors: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """One other name of each anchor's class, every one as likely: positions int [anchors].

    Every anchor must have one.
    """
    order = np.argsort(names.classes, kind="stable")
    rank = np.empty_like(order)
    rank[order] = np.arange(len(order))
    start = np.searchsorted(names.classes[order], names.classes[anchors])
    drawn = start + rng.integers(0, sizes(names)[anchors] - 1)
    return np.asarray(order[drawn + (drawn >= rank[anchors])])


def beside(leads: np.ndarray, others: np.ndarray) -> Batch:
    """A batch without triplets: these leads, and others that are only encoded beside them; positions in the split."""
    rows, places = np.unique(np.concatenate([leads, others]), return_inverse=True)
    return Batch(rows, places[: len(leads)])
