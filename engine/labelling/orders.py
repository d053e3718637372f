"""In which order names are asked about. A new order is one function here and one line in ORDERS."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

UNCERTAIN, DIVERSE, RAREST, RANDOM = "uncertain", "diverse", "rarest", "random"
AT_ONCE = 256  # centres compared with all rows at a time


@dataclass(frozen=True)
class OrderFeatures:
    """What an order decides by, for n names.

    rows: unit float32 [n, dim], zero where the encoder reads nothing; scores: cosine with each class [n, classes];
    counts: labels that each class has [classes]; centres: rows of names labelled or queued before [m, dim].
    """

    rows: np.ndarray
    scores: np.ndarray
    counts: np.ndarray
    centres: np.ndarray


def uncertain(names: OrderFeatures, count: int) -> np.ndarray:
    """The positions of the `count` names whose two best classes are nearest to each other, the closest call first.

    Margin sampling (Scheffer et al. 2001). Ties in the given order; what the encoder cannot read comes last.
    """
    return np.argsort(_unreadable_last(names, margins(names.scores)), kind="stable")[:count]


def margins(scores: np.ndarray) -> np.ndarray:
    """How far the best class of each row stands above the second: float32 [n]; the score itself with one class."""
    if scores.shape[1] < 2:
        return scores.max(axis=1, initial=-1.0)
    best = np.partition(scores, -2, axis=1)
    return best[:, -1] - best[:, -2]


def diverse(names: OrderFeatures, count: int) -> np.ndarray:
    """`count` positions, each the name farthest from all centres and all names taken before it.

    k-centre greedy (Gonzalez 1985; Sener and Savarese 2018, algorithm 1) by cosine. Without a centre it begins with
    the name nearest to the mean of all. Ties in the given order; what the encoder cannot read comes last.
    """
    readable = readable_rows(names.rows)
    if len(names.centres):
        nearest = closest(names.rows, names.centres)
    else:
        nearest = -(names.rows @ names.rows.mean(axis=0)) if len(readable) else np.zeros(0, np.float32)
    taken: list[int] = []
    open_ = readable.copy()
    while len(taken) < count and open_.any():
        at = int(np.argmin(np.where(open_, nearest, np.inf)))
        along = names.rows @ names.rows[at]
        nearest = np.maximum(nearest, along) if taken or len(names.centres) else along
        taken.append(at)
        open_[at] = False
    rest = np.flatnonzero(~readable)[: count - len(taken)]
    return np.array([*taken, *rest], dtype=np.int64)


def closest(rows: np.ndarray, centres: np.ndarray) -> np.ndarray:
    """The cosine of each unit row [n, dim] with the nearest of the centres [m, dim]: float32 [n]."""
    parts = [centres[start : start + AT_ONCE] for start in range(0, len(centres), AT_ONCE)]
    return np.max([(rows @ part.T).max(axis=1) for part in parts], axis=0)


def rarest(names: OrderFeatures, count: int) -> np.ndarray:
    """`count` positions: in turn for the class with fewest labels, the name of it that the encoder is surest of.

    A name belongs to the class that scores best; what has been taken counts as a label; a class without names left is
    passed over. Ties in the set's order; what the encoder cannot read comes last.
    """
    readable = readable_rows(names.rows)
    best = np.argmax(names.scores, axis=1) if len(readable) else np.zeros(0, np.int64)
    waiting = {}
    for kind in range(names.scores.shape[1]):
        own = np.flatnonzero((best == kind) & readable)
        if len(own):
            waiting[kind] = list(own[np.argsort(-names.scores[own, kind], kind="stable")][::-1])
    counts = {kind: int(names.counts[kind]) for kind in waiting}
    taken: list[int] = []
    while waiting and len(taken) < count:
        kind = min(waiting, key=lambda one: (counts[one], one))
        taken.append(int(waiting[kind].pop()))
        counts[kind] += 1
        if not waiting[kind]:
            del waiting[kind]
    rest = np.flatnonzero(~readable)[: count - len(taken)]
    return np.array([*taken, *rest], dtype=np.int64)


def shuffled(number: int, seed: int) -> np.ndarray:
    """All positions in random order: the same numbers give the same order, whatever has been labelled."""
    return np.random.default_rng([number, seed]).permutation(number)


ORDERS: dict[str, Callable[[OrderFeatures, int], np.ndarray]] = {UNCERTAIN: uncertain, DIVERSE: diverse, RAREST: rarest}


def readable_rows(rows: np.ndarray) -> np.ndarray:
    """Which rows [n, dim] are not all zero: bool [n]."""
    found: np.ndarray = np.any(rows, axis=1)
    return found


def _unreadable_last(names: OrderFeatures, keys: np.ndarray) -> np.ndarray:
    return np.where(readable_rows(names.rows), keys, np.inf)
