"""Names as training sees them: rows, classes and texts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from math import floor
from pathlib import Path

import numpy as np

from engine.device import in_blocks
from engine.errors import BadInput
from engine.learning.scratch import empty_rows
from engine.models.transforms.rows import not_zero
from engine.text import normalise


@dataclass(frozen=True)
class Names:
    """n names of one split: `rows` float32 [n, d] of unit length, `classes` int [n], `texts` n strings.

    A name of several classes stands here once for each. `mentions` bool [n] marks names met in text or added by people
    (D of the triplet-search paper) among those of the terminology (O); None means that all are O.
    """

    rows: np.ndarray
    classes: np.ndarray
    texts: Sequence[str]
    mentions: np.ndarray | None = None

    def __post_init__(self) -> None:
        if self.rows.dtype != np.float32 or not self.rows.flags.c_contiguous:  # else a mapped file's stay one
            object.__setattr__(self, "rows", np.ascontiguousarray(self.rows, dtype=np.float32))
        object.__setattr__(self, "classes", np.asarray(self.classes, dtype=np.int64))
        if not (self.rows.ndim == 2 and len(self.rows) == len(self.classes) == len(self.texts)):
            raise BadInput(
                f"Rows {self.rows.shape}, {len(self.classes)} classes and {len(self.texts)} texts are not one split."
            )

    def __len__(self) -> int:
        return len(self.classes)

    @cached_property
    def known(self) -> np.ndarray:
        """Places of the names that have a vector, int [k]: an all-zero row says nothing and trains nothing."""
        return not_zero(self.rows)

    def known_rows(
        self, through: Callable[[np.ndarray], np.ndarray] | None = None, scratch: Path | None = None
    ) -> np.ndarray:
        """The rows of the names that have a vector, `through` a function of rows [k, d] to as many; float32 [k, d], a
        copy, in memory or, of very many, in a file in the folder `scratch`."""
        rows = empty_rows(len(self.known), self.rows.shape[1], scratch)
        for part in in_blocks(rows, self.rows):
            found = self.rows[self.known[part]]
            rows[part] = found if through is None else through(found)
        return rows

    def at(self, places: np.ndarray, rows: np.ndarray | None = None) -> Names:
        """The names at these places, in their order; with other `rows`, where they are given."""
        return Names(
            self.rows[places] if rows is None else rows,
            self.classes[places],
            [self.texts[i] for i in places.tolist()],
            None if self.mentions is None else self.mentions[places],
        )

    @cached_property
    def text_ids(self) -> np.ndarray:
        """One number per normalised text, int [n]: equal numbers are the same text."""
        number: dict[str, int] = {}
        found = (number.setdefault(normalise(text), len(number)) for text in self.texts)
        return np.fromiter(found, np.int64, len(self.texts))

    @cached_property
    def members(self) -> dict[int, np.ndarray]:
        """Positions of the names of each class."""
        order = np.argsort(self.classes, kind="stable")
        found, starts = np.unique(self.classes[order], return_index=True)
        return dict(zip(found.tolist(), np.split(order, starts[1:]), strict=True))

    @cached_property
    def meanings(self) -> np.ndarray:
        """Every (class, text) there is, as one sorted number each."""
        return np.unique(self.classes * self.text_span + self.text_ids)

    @cached_property
    def shared(self) -> np.ndarray:
        """Which names' texts stand in several classes: bool [n]."""
        counts = np.bincount(self.meanings % self.text_span, minlength=self.text_span)
        return np.asarray(counts[self.text_ids] > 1)

    @cached_property
    def text_span(self) -> int:
        """One more than the largest text id."""
        return int(self.text_ids.max(initial=0)) + 1

    def apart(self, anchors: np.ndarray, others: np.ndarray | None = None) -> np.ndarray:
        """Which of `others` (default: all) may be negatives of each anchor: bool [anchors, others].

        A name of another class may, unless its text also stands in the anchor's class.
        """
        others = np.arange(len(self)) if others is None else others
        classes = self.classes[anchors][:, None]
        apart = np.asarray(classes != self.classes[others][None, :])
        shared = np.flatnonzero(self.shared[others])
        if len(shared):
            meant = classes * self.text_span + self.text_ids[others[shared]][None, :]
            place = np.searchsorted(self.meanings, meant).clip(max=len(self.meanings) - 1)
            apart[:, shared] &= self.meanings[place] != meant
        return apart


@dataclass(frozen=True)
class TrainingData:
    """What training learns from and what stops it. Class numbers mean the same in both.

    `encode` turns other texts, such as single words, into rows like those of the names, for encoders that read texts.
    Rows of very many names may lie in a file in the folder `scratch`.
    """

    train: Names
    validation: Names
    encode: Callable[[Sequence[str]], np.ndarray] | None = None
    scratch: Path | None = None


def none() -> np.ndarray:
    """No positions."""
    return np.zeros(0, dtype=np.int64)


@dataclass(frozen=True)
class Batch:
    """The names that one step encodes, each once, and how they meet.

    `rows` are positions in the split [u]; `leads` are positions in `rows` of the names that lead the batch [b];
    `anchors`, `positives` and `negatives` are positions in `rows`, one triplet a line [t]. `members` are positions in
    `rows` [m] of names that stand for their classes together, `groups` which class each stands for: places in
    `group_classes` [g], the class numbers.
    """

    rows: np.ndarray
    leads: np.ndarray
    anchors: np.ndarray = field(default_factory=none)
    positives: np.ndarray = field(default_factory=none)
    negatives: np.ndarray = field(default_factory=none)
    members: np.ndarray = field(default_factory=none)
    groups: np.ndarray = field(default_factory=none)
    group_classes: np.ndarray = field(default_factory=none)

    @classmethod
    def of(cls, leads: np.ndarray, triplets: np.ndarray) -> Batch:
        """A batch from positions in the split: leads [b] and triplets [t, 3]."""
        flat = np.concatenate([leads, triplets.reshape(-1)])
        rows, places = np.unique(flat, return_inverse=True)
        met = places[len(leads) :].reshape(-1, 3)
        return cls(rows, places[: len(leads)], met[:, 0], met[:, 1], met[:, 2])

    def grouped(self, names: Names, dropout: float, most: int, rng: np.random.Generator) -> Batch:
        """The batch with names that stand for each of its leads' classes: ceil(|C| (1 − dropout)) drawn of each.

        Drawn anew at every call (CG section 3.3, synonym dropout); `most` bounds the names of one class.
        """
        classes = np.unique(names.classes[self.rows[self.leads]])
        drawn = []
        for number in classes.tolist():
            own = names.members[number]
            count = min(len(own) - floor(len(own) * Fraction(str(dropout))), most)  # in floats 10 × 0.3 is above 3
            drawn.append(some_of(own, count, rng))
        flat = np.concatenate(drawn)
        rows, places = np.unique(np.concatenate([self.rows, flat]), return_inverse=True)
        old, members = places[: len(self.rows)], places[len(self.rows) :]
        return Batch(
            rows,
            old[self.leads],
            old[self.anchors],
            old[self.positives],
            old[self.negatives],
            members,
            np.repeat(np.arange(len(classes)), [len(part) for part in drawn]),
            classes,
        )


def some_of(places: np.ndarray, most: int, rng: np.random.Generator) -> np.ndarray:
    """The places, or `most` of them drawn where there are more."""
    return places if len(places) <= most else rng.choice(places, most, replace=False)
