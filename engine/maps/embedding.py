"""UMAP's layout: pairs that belong together pull, others push (McInnes, Healy and Melville 2018, section 3.2).

Its reference implementation moves one pair after another, compiled. Here all pairs of a part of an epoch pull at once
and all names are pushed at once, as arrays; a part is so small that few names are moved twice in it.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np

from engine.maps.fuzzy_graph import FuzzyPairs

PAIRS_IN_PART = 0.5  # pairs of a name in one part of an epoch, on average
PUSHES = 5  # other names, drawn at random, that push a name for each pair that pulls it
FARTHEST = 4.0  # that one pull or push moves a name along an axis
TINY, SOFT = 1e-12, 1e-3  # added to squared distances, so that names on one spot do not divide by zero
THREAD, PIECE = 25_000, 8_192  # names that are worth a thread; at once, so that what is worked out stays in the cache
REPORTS = 50  # times that progress is told


@dataclass(frozen=True)
class Curve:
    """How surely two names of a layout at distance d belong together: 1 / (1 + a d^2b)."""

    a: float
    b: float

    @classmethod
    def of(cls, least: float) -> Curve:
        """The curve nearest to one that is 1 up to the least distance, and falls by e with each unit beyond."""
        from scipy.optimize import curve_fit

        distances = np.linspace(0, 3, 300)
        wished = np.where(distances < least, 1, np.exp(least - distances))
        (a, b), _ = curve_fit(lambda d, a, b: 1 / (1 + a * d ** (2 * b)), distances, wished)
        return cls(float(a), float(b))

    def pull(self, apart: np.ndarray) -> np.ndarray:
        """How far a name moves towards another one from which it lies so far, float32 [2, n]."""
        squared, raised = self._raised(apart)
        return _limited(np.float32(-2 * self.b) * raised / (squared * (1 + raised)), apart)

    def push(self, apart: np.ndarray) -> np.ndarray:
        """How far it moves away from it."""
        squared, raised = self._raised(apart)
        return _limited(np.float32(2 * self.b) / ((np.float32(SOFT) + squared) * (1 + raised)), apart)

    def _raised(self, apart: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The squared distances d², and a d^2b of them."""
        squared = apart[0] ** 2 + apart[1] ** 2 + np.float32(TINY)
        return squared, np.float32(self.a) * np.exp(np.float32(self.b) * np.log(squared))


def _limited(force: np.ndarray, apart: np.ndarray) -> np.ndarray:
    displacement = force * apart
    np.minimum(displacement, FARTHEST, out=displacement)
    return np.maximum(displacement, -FARTHEST, out=displacement)


def embedded(
    pairs: FuzzyPairs, start: np.ndarray, curve: Curve, epochs: int, seed: int
) -> Iterator[float | np.ndarray]:
    """Shares done, 0 to 1, and at last where the names lie, float32 [n, 2]; `start` [n, 2] is where they begin.

    A pair pulls in the more epochs the more it weighs, the heaviest in each; those that would in none are left out.
    Steps shrink to nothing.
    """
    count, draw = len(start), np.random.default_rng(seed)
    heavy = np.flatnonzero(pairs.weights * epochs >= pairs.weights.max(initial=0))
    mixed = draw.permutation(heavy)
    first, second = pairs.first[mixed], pairs.second[mixed]
    every = pairs.weights.max(initial=0) / pairs.weights[mixed]  # epochs from one pull to the next
    due, parts = every.copy(), max(1, round(2 * float((1 / every).sum()) / count / PAIRS_IN_PART))
    at = np.ascontiguousarray(start.T, dtype=np.float32)
    with ThreadPoolExecutor(max(1, min(os.cpu_count() or 1, count // THREAD))) as threads:
        for epoch in range(epochs):
            step, pulling = np.float32(1 - epoch / epochs), np.flatnonzero(due <= epoch)
            due[pulling] += every[pulling]
            for part in range(parts):
                some = pulling[part::parts]
                at += step * _displacement(at, first[some], second[some], curve, draw, threads)
            if epoch * REPORTS // epochs != (epoch + 1) * REPORTS // epochs:
                yield (epoch + 1) / epochs
    yield np.ascontiguousarray(at.T)


def _displacement(
    at: np.ndarray,
    first: np.ndarray,
    second: np.ndarray,
    curve: Curve,
    draw: np.random.Generator,
    threads: ThreadPoolExecutor,
) -> np.ndarray:
    """How far names at float32 [2, n] move while these pairs pull, each as seen from either end.

    What pushes a name are others at random: a shuffled copy of all, shifted.
    """
    count = at.shape[1]
    others = np.tile(at[:, draw.permutation(count)], 2)
    shifts = draw.integers(0, count, PUSHES).tolist()

    def pulled(piece: slice) -> np.ndarray:
        return curve.pull(at[:, first[piece]] - at[:, second[piece]])

    def pushed(piece: slice) -> np.ndarray:
        total, own = np.zeros((2, piece.stop - piece.start), np.float32), at[:, piece]
        for shift in shifts:
            total += curve.push(own - others[:, piece.start + shift : piece.stop + shift])
        return total

    pushes = threads.map(pushed, _pieces(count))
    pulls = np.concatenate(list(threads.map(pulled, _pieces(len(first)))), axis=1) if len(first) else at[:, :0]
    displacement = np.concatenate(list(pushes), axis=1)
    displacement *= np.bincount(first, minlength=count) + np.bincount(second, minlength=count)
    for axis in (0, 1):
        displacement[axis] += 2 * (np.bincount(first, pulls[axis], count) - np.bincount(second, pulls[axis], count))
    return displacement


def _pieces(count: int) -> list[slice]:
    return [slice(start, min(start + PIECE, count)) for start in range(0, count, PIECE)]
