"""Every pair of names of a class, once an epoch (CG)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from engine.learning.samplers.names import Batch, Names
from engine.learning.samplers.nearest import NearestNegatives
from engine.learning.samplers.negatives import FORMS, need_two_classes
from engine.settings import Settings, setting


@dataclass(frozen=True)
class Pairs(Settings):
    """Every unordered pair of a class once an epoch, in a random direction, with one negative (CG section 3.2).

    A class of more than `most_pairs` + 1 names would have too many: there each name meets `most_pairs` others of its
    class (one less for the odd name out), each as likely. Names alone in their class lead nothing and are only drawn as
    negatives; where all are alone, they lead without pairs.
    """

    title = "pair sampler"
    gives_triplets: ClassVar[bool] = True
    most_pairs: int = setting(10, "Pairs a name", "In larger classes a name meets this many others.", low=1, high=1_000)
    negatives: str = setting(
        "inverse distance", "Negatives", "How names of other classes are drawn, near ones more often.", choices=FORMS
    )
    nearest: int = setting(200, "Nearest", "Draw among so many nearest names; 0 draws among all.", low=0, high=100_000)

    def epoch(
        self, names: Names, current: Callable[[], np.ndarray], anchors: int, rng: np.random.Generator
    ) -> Iterator[Batch]:
        """Batches of `anchors` pairs in random order; a name leads once for each pair that it is the anchor of."""
        need_two_classes(names)
        pairs = directed(class_pairs(names, self.most_pairs, rng), rng)
        if not len(pairs):
            order = rng.permutation(len(names))
            for start in range(0, len(order), anchors):
                yield Batch.of(order[start : start + anchors], np.zeros((0, 3), dtype=np.int64))
            return
        own = NearestNegatives(names, current(), self.negatives, self.nearest).draw(pairs[:, 0], rng)
        triplets = np.column_stack([pairs, own])
        for start in range(0, len(triplets), anchors):
            part = triplets[start : start + anchors]
            yield Batch.of(part[:, 0], part)

    def steps(self, names: Names, anchors: int) -> int:
        """How many batches an epoch has."""
        met = [pair_count(len(places), self.most_pairs) for places in names.members.values()]
        return -(-(sum(met) or len(names)) // anchors)


def directed(pairs: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """The pairs in random order, each in a random direction."""
    pairs = pairs[rng.permutation(len(pairs))]
    turned = rng.random(len(pairs)) < 0.5
    pairs[turned] = pairs[turned][:, ::-1]
    return pairs


def class_pairs(names: Names, most: int, rng: np.random.Generator) -> np.ndarray:
    """Unordered pairs of names of one class, each at most once: positions int [t, 2]."""
    of_size: dict[int, list[np.ndarray]] = defaultdict(list)
    for places in names.members.values():
        of_size[len(places)].append(places)
    found = [np.zeros((0, 2), dtype=np.int64)]
    for size, classes in of_size.items():
        if size - 1 <= most:
            found.append(np.stack(classes)[:, np.column_stack(np.triu_indices(size, 1))].reshape(-1, 2))
        else:
            found += [some_pairs(places, most, rng) for places in classes]
    return np.concatenate(found)


def some_pairs(places: np.ndarray, most: int, rng: np.random.Generator) -> np.ndarray:
    """Pairs in which each name meets `most` others, without listing all pairs; each pair is as likely.

    The names stand in a random circle; each meets its neighbours up to most / 2 steps away, and for an odd `most` the
    one across (in a class of an odd size one name then meets one fewer).
    """
    circle = rng.permutation(places)
    met = [np.column_stack([circle, np.roll(circle, -step)]) for step in range(1, most // 2 + 1)]
    if most % 2:
        half = len(circle) // 2
        met.append(np.column_stack([circle[:half], circle[half : 2 * half]]))
    return np.concatenate(met)


def pair_count(size: int, most: int) -> int:
    """How many pairs a class of `size` names gives."""
    return size * (size - 1) // 2 if size - 1 <= most else size * (most // 2) + (most % 2) * (size // 2)
