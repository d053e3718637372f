"""Which class a name looks like: the nearest of the classes' prototypes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

AT_ONCE = 8_192  # rows multiplied between two, so that a mapped index is never in memory whole


@dataclass(frozen=True)
class Prototypes:
    """One unit row a class: the mean of its labelled names or, where it has none, of its title and names.

    rows: float32 [classes, dim], zero where the encoder can read nothing of it; sizes: labelled names behind each.
    """

    titles: tuple[str, ...]
    rows: np.ndarray
    sizes: np.ndarray

    def scores(self, names: np.ndarray) -> np.ndarray:
        """Cosine of each unit row [n, dim] with each prototype: float32 [n, classes]."""
        parts = [
            np.asarray(names[start : start + AT_ONCE], dtype=np.float32) @ self.rows.T
            for start in range(0, len(names), AT_ONCE)
        ]
        return np.concatenate(parts) if parts else np.zeros((0, len(self.titles)), np.float32)

    def ranked(self, name: np.ndarray) -> list[tuple[str, float]]:
        """(class, score) for one unit row [dim], best first, ties in the set's order."""
        scores = self.scores(name[None])[0]
        return [(self.titles[at], float(scores[at])) for at in np.argsort(-scores, kind="stable")]


def prototypes(
    titles: Sequence[str], labelled: Mapping[str, np.ndarray], wording: Mapping[str, np.ndarray]
) -> Prototypes:
    """The prototypes of classes from the rows of their labelled names, else from those of their title and names.

    labelled, wording: class -> unit rows float32 [n, dim]. Rows of zeros, names that the encoder cannot read, do not
    count; a class with nothing to go by has a row of zeros (prototypical networks, Snell et al. 2017, equation 1).
    """
    dim = next((rows.shape[1] for rows in (*labelled.values(), *wording.values()) if len(rows)), 0)
    found, sizes = np.zeros((len(titles), dim), np.float32), np.zeros(len(titles), np.int64)
    for at, title in enumerate(titles):
        own = readable(labelled.get(title))
        sizes[at] = len(own)
        found[at] = unit_mean(own if len(own) else readable(wording.get(title)), dim)
    return Prototypes(tuple(titles), found, sizes)


def unit_mean(rows: np.ndarray, dim: int) -> np.ndarray:
    """The direction of the mean of rows [n, dim]; zeros where there is none."""
    mean = rows.mean(axis=0) if len(rows) else np.zeros(dim, np.float32)
    length = float(np.linalg.norm(mean))
    return (mean / length).astype(np.float32) if length else np.zeros(dim, np.float32)


def readable(rows: np.ndarray | None) -> np.ndarray:
    """The rows that are not all zero; none for None."""
    if rows is None or not len(rows):
        return np.zeros((0, 0), np.float32)
    return rows[rows.any(axis=1)]
