"""Drawing negatives among many names: the nearest of each anchor found block by block, then weighed exactly."""

from __future__ import annotations

import numpy as np

from engine.learning.samplers.names import Names
from engine.learning.samplers.negatives import log_weights, need_two_classes

CELLS = 2**24  # cosines held at once, 64 MB
BARRED = np.float32(-2)  # below every cosine: may not be drawn
BELOW_COSINES = -1.5  # between BARRED and every cosine
TWINS = 0.999  # above this 1 − cos has too few digits left in float32
GROUPS = 12  # maxima looked at for each candidate wanted


class NearestNegatives:
    """Draws as `Negatives` does, from the same distribution, in bounded memory and for 100,000 names.

    The `nearest` allowed names of each anchor are found on float32 cosines (ties with the last are kept too), and
    weighed in float64. `nearest` 0 weighs all, which is slow for many names. One class alone raises BadInput.
    """

    def __init__(self, names: Names, rows: np.ndarray, form: str = "inverse distance", nearest: int = 200) -> None:
        need_two_classes(names)
        self.names, self.form = names, form
        self.nearest = nearest if 0 < nearest < len(names) else len(names)
        self.order = np.argsort(names.classes, kind="stable")  # a class is one slice of the columns
        self.place = np.empty_like(self.order)
        self.place[self.order] = np.arange(len(names))
        in_order = names.classes[self.order]
        self.start = np.searchsorted(in_order, names.classes, side="left")
        self.stop = np.searchsorted(in_order, names.classes, side="right")
        depth = max(len(names) // (GROUPS * self.nearest), 1)  # columns that share one maximum
        self.groups = -(-len(names) // depth)
        self.table = np.zeros((depth * self.groups, rows.shape[1]), dtype=np.float32)
        self.table[: len(names)] = rows[self.order]
        at_once = min(max(CELLS // len(self.table), 1), len(names))
        self.cosines = np.empty((at_once, len(self.table)), dtype=np.float32)
        self.elsewhere = elsewhere(names, self.place)

    def draw(self, anchors: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        """One negative for each of `anchors` [t], which may repeat: positions int [t]."""
        chances = np.minimum(rng.random(len(anchors)), 1 - 1e-9)  # below 1 even after adding a line's number
        once, line = np.unique(anchors, return_inverse=True)
        by_line = np.argsort(line, kind="stable")
        at_once = len(self.cosines)
        drawn = np.empty(len(anchors), dtype=np.int64)
        for first in range(0, len(once), at_once):
            here = once[first : first + at_once]
            requested = by_line[slice(*np.searchsorted(line[by_line], [first, first + len(here)]))]
            at, chance = line[requested] - first, chances[requested]
            columns, weights = self.candidates(here)
            total = weights.sum(axis=1)
            rising = np.cumsum(weights, axis=1) / np.where(total > 0, total, 1)[:, None]
            flat = (rising / np.where(total > 0, rising[:, -1], 1)[:, None] + np.arange(len(here))[:, None]).ravel()
            found = np.searchsorted(flat, at + chance, side="right").clip(max=columns.size - 1)
            chosen = columns.ravel()[found]
            lost = total[at] == 0
            if lost.any():
                chosen[lost] = self.other(here[at[lost]], chance[lost])
            drawn[requested] = self.order[chosen]
        return drawn

    def candidates(self, anchors: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Columns (places in `order`) and weights float64 [anchors, w] of what may be drawn, for so many at once.

        A weight of 0 fills the line up; a line of zeros has no candidate.
        """
        cosine = self.cosines[: len(anchors)]  # fresh memory for each block would cost a third of the time
        np.matmul(self.table[self.place[anchors]], self.table.T, out=cosine)
        cosine[:, len(self.names) :] = BARRED
        for line, anchor in zip(cosine, anchors.tolist(), strict=True):
            line[self.start[anchor] : self.stop[anchor]] = BARRED
            barred = self.elsewhere.get(int(self.names.classes[anchor]))
            if barred is not None:
                line[barred] = BARRED
        columns, near = best(cosine, self.nearest, self.groups)
        exact = near.astype(np.float64)
        lines, slots = np.nonzero(near > TWINS)
        for first in range(0, len(lines), 2**14):
            i, j = lines[first : first + 2**14], slots[first : first + 2**14]
            own, others = self.table[self.place[anchors[i]]], self.table[columns[i, j]]
            exact[i, j] = np.einsum("td,td->t", own.astype(np.float64), others.astype(np.float64))
        logs = np.where(near > BELOW_COSINES, log_weights(exact, self.form, self.table.shape[1]), -np.inf)
        most = logs.max(axis=1, keepdims=True, initial=-np.inf)
        return columns, np.exp(logs - np.where(np.isfinite(most), most, 0))

    def other(self, anchors: np.ndarray, chances: np.ndarray) -> np.ndarray:
        """The column that a chance in [0, 1) picks, evenly, among those of other classes [t]."""
        start, stop = self.start[anchors], self.stop[anchors]
        picked = (chances * (len(self.names) - (stop - start))).astype(np.int64)
        return picked + np.where(picked >= start, stop - start, 0)


def best(cosine: np.ndarray, count: int, groups: int) -> tuple[np.ndarray, np.ndarray]:
    """The `count` largest of each line and all ties with the last: columns and values [lines, w], BARRED to fill up.

    `groups` divides the line's length and is at least `count`. The count-th largest of the groups' maxima is no more
    than the count-th largest of the line, so that whole groups below it are passed over: several times faster than
    a partition of the line, and as exact.
    """
    lines, width = cosine.shape
    maxima = cosine.reshape(lines, width // groups, groups).max(axis=1)
    bound = np.maximum(kth_largest(maxima, count), BELOW_COSINES)
    line, group = np.nonzero(maxima >= bound[:, None])
    column = group[:, None] + groups * np.arange(width // groups)
    value = cosine[line[:, None], column]
    enough = value >= bound[line][:, None]
    line, column, value = np.repeat(line, enough.sum(axis=1)), column[enough], value[enough]
    counts = np.bincount(line, minlength=lines)
    slot = np.arange(len(line)) - (np.cumsum(counts) - counts)[line]
    columns = np.zeros((lines, max(int(counts.max()), 1)), dtype=np.int64)
    values = np.full(columns.shape, BARRED)
    columns[line, slot], values[line, slot] = column, value
    values[values < kth_largest(values, count)[:, None]] = BARRED
    return columns, values


def kth_largest(values: np.ndarray, count: int) -> np.ndarray:
    """The count-th largest of each line; the least where a line is shorter."""
    at = max(values.shape[1] - count, 0)
    return np.partition(values, at, axis=1)[:, at]


def elsewhere(names: Names, place: np.ndarray) -> dict[int, np.ndarray]:
    """For each class, the places of other classes' names whose text also stands in it."""
    by_text = np.argsort(names.text_ids, kind="stable")
    starts = np.flatnonzero(np.diff(names.text_ids[by_text], prepend=-1))
    found: dict[int, list[np.ndarray]] = {}
    for same in np.split(by_text, starts[1:]):
        if len(same) > 1:
            for number in np.unique(names.classes[same]).tolist():
                found.setdefault(number, []).append(place[same[names.classes[same] != number]])
    return {number: np.concatenate(places) for number, places in found.items()}
