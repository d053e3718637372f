"""Names as training sees them: rows, classes and texts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from engine.errors import BadInput
from engine.text import normalise


@dataclass(frozen=True)
class Names:
    """n names of one split: `rows` float32 [n, d] of unit length, `classes` int [n], `texts` n strings."""

    rows: np.ndarray
    classes: np.ndarray
    texts: Sequence[str]

    def __post_init__(self) -> None:
        object.__setattr__(self, "rows", np.ascontiguousarray(self.rows, dtype=np.float32))
        object.__setattr__(self, "classes", np.asarray(self.classes, dtype=np.int64))
        if not (self.rows.ndim == 2 and len(self.rows) == len(self.classes) == len(self.texts)):
            raise BadInput(
                f"Rows {self.rows.shape}, {len(self.classes)} classes and {len(self.texts)} texts are not one split."
            )

    def __len__(self) -> int:
        return len(self.classes)

    def with_vectors(self) -> Names:
        """Only the names that have a vector: an all-zero row says nothing and trains nothing."""
        kept = np.flatnonzero(self.rows.any(axis=1))
        return Names(self.rows[kept], self.classes[kept], [self.texts[i] for i in kept.tolist()])

    @cached_property
    def text_ids(self) -> np.ndarray:
        """One number per normalised text, int [n]: equal numbers are the same text."""
        return np.unique([normalise(text) for text in self.texts], return_inverse=True)[1].reshape(-1)

    @cached_property
    def members(self) -> dict[int, np.ndarray]:
        """Positions of the names of each class."""
        order = np.argsort(self.classes, kind="stable")
        found, starts = np.unique(self.classes[order], return_index=True)
        return dict(zip(found.tolist(), np.split(order, starts[1:]), strict=True))


@dataclass(frozen=True)
class TrainingData:
    """What training learns from and what stops it. Class numbers mean the same in both."""

    train: Names
    validation: Names


@dataclass(frozen=True)
class Batch:
    """The names that one step encodes, each once, and how they meet.

    `rows` are positions in the split [u]; `leads` are positions in `rows` of the names that lead the batch [b];
    `anchors`, `positives` and `negatives` are positions in `rows`, one triplet a line [t].
    """

    rows: np.ndarray
    leads: np.ndarray
    anchors: np.ndarray
    positives: np.ndarray
    negatives: np.ndarray

    @classmethod
    def of(cls, leads: np.ndarray, triplets: np.ndarray) -> Batch:
        """A batch from positions in the split: leads [b] and triplets [t, 3]."""
        flat = np.concatenate([leads, triplets.reshape(-1)])
        rows, places = np.unique(flat, return_inverse=True)
        met = places[len(leads) :].reshape(-1, 3)
        return cls(rows, places[: len(leads)], met[:, 0], met[:, 1], met[:, 2])
