"""Rows for words that the vectors do not know, or hardly: where the other names of their concepts lie.

“Lipitor” stands in no text that the vectors were trained on, but beside “atorvastatin” in a terminology. Its row is
the ridge regression of the names that hold it on the means of their concepts, drawn to the row that it began with.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from scipy.sparse import csr_matrix, diags

from engine.learning.word_names import WordNames

FREQUENT, RARE = 5_000, 20_000  # places in the vectors' list of words, the most frequent first
HELD, HELD_UNKNOWN = 1.0, 0.05  # how strongly a word is drawn to its own row
LATER = 0.3  # what a name of unknown words counts once they have rows
ROUNDS, STEPS = 2, 12


def filled(names: WordNames, rows: np.ndarray, place: np.ndarray) -> np.ndarray:
    """The words' rows [words, d], of those that are not frequent estimated anew.

    `place` [words]: where each stands in the vectors' list of words, −1 for a word that it lacks.
    """
    unknown = place < 0
    sought = np.flatnonzero((unknown | (place >= FREQUENT)) & np.array([token[0].isalpha() for token in names.tokens]))
    hold = np.where(unknown, HELD_UNKNOWN, HELD * np.maximum(1, RARE / np.maximum(place, 1)))[sought, None]
    trust = np.where(unknown, 0.0, np.where(place >= RARE, 0.5, 1.0)).astype(np.float32)
    counts = diags((1 / np.asarray(names.counts.sum(axis=1)).ravel()).astype(np.float32)) @ names.counts
    share = np.asarray(counts @ trust).ravel()
    of_sought = csr_matrix(counts[:, sought])
    with_sought = np.flatnonzero(np.diff(of_sought.indptr))
    of_sought = of_sought[with_sought]
    back = csr_matrix(of_sought.T)
    found, begun = rows.copy(), rows[sought].astype(np.float32)
    for round in range(ROUNDS):
        lengths, means = _concept_means(
            counts @ found, names.classes, share if round == 0 else np.maximum(share, LATER)
        )
        known = np.linalg.norm(means, axis=1) > 0
        size = float(np.median(lengths[share >= 1])) if (share >= 1).any() else float(np.median(lengths))
        rest = found.copy()
        rest[sought] = 0
        target = size * means[names.classes[with_sought]] - counts[with_sought] @ rest
        heard = diags(known[names.classes[with_sought]].astype(np.float32))
        found[sought] = _solved(
            lambda x: back @ (heard @ (of_sought @ x)) + hold * x,  # noqa: B023 - used up in this round
            back @ (heard @ target) + hold * begun,
            found[sought],
        )
    return found


def _concept_means(rows: np.ndarray, classes: np.ndarray, weights: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The names' lengths [n], and the unit mean of each concept's unit names [concepts, d]; zero where all weigh 0."""
    lengths = np.linalg.norm(rows, axis=1)
    rows = rows / np.maximum(lengths, 1e-9)[:, None]
    gather = csr_matrix((weights.astype(np.float32), (classes, np.arange(len(rows)))))
    sums = gather @ rows
    sizes = np.linalg.norm(sums, axis=1, keepdims=True)
    return lengths, np.where(sizes > 0.05, sums / np.maximum(sizes, 1e-9), 0).astype(np.float32)


def _solved(apply: Callable[[np.ndarray], np.ndarray], right: np.ndarray, start: np.ndarray) -> np.ndarray:
    """A X = right by conjugate gradients (Hestenes and Stiefel 1952), each column [n, d] on its own, `STEPS` steps from
    `start`."""
    found = start.astype(np.float32)
    left = right - apply(found)
    way, size = left.copy(), np.square(left).sum(axis=0)
    for _ in range(STEPS):
        onward = apply(way)
        step = size / np.maximum((way * onward).sum(axis=0), 1e-20)
        found += way * step
        left -= onward * step
        before, size = size, np.square(left).sum(axis=0)
        way = left + way * (size / np.maximum(before, 1e-20))
    return found.astype(np.float32)
