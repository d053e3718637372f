"""Every name beside one of its class; the rest of the batch are its negatives (BNE)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from engine.learning.samplers.names import Batch, Names
from engine.learning.samplers.negatives import need_two_classes
from engine.learning.samplers.partners import beside, partners, with_partner
from engine.settings import Settings


@dataclass(frozen=True)
class InBatch(Settings):
    """Every name leads once an epoch, and a random name of its class is in its batch (BNE section 3.3).

    There are no triplets: losses find positives and negatives among the rows (`LossView.same`, `LossView.apart`). A
    batch of b leads has up to 2b rows; names alone in their class come without a partner.
    """

    title = "in-batch sampler"

    def epoch(
        self, names: Names, current: Callable[[], np.ndarray], anchors: int, rng: np.random.Generator
    ) -> Iterator[Batch]:
        """Batches of `anchors` leads, one pass over the names in random order."""
        need_two_classes(names)
        second = np.arange(len(names))  # a name alone is its own
        paired = np.flatnonzero(with_partner(names))
        second[paired] = partners(names, paired, rng)
        order = rng.permutation(len(names))
        for start in range(0, len(order), anchors):
            leads = order[start : start + anchors]
            yield beside(leads, second[leads])

    def steps(self, names: Names, anchors: int) -> int:
        """How many batches an epoch has."""
        return -(-len(names) // anchors)
