"""Every name once an epoch, with one positive and one negative (HLS)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from engine.learning.samplers.names import Batch, Names
from engine.learning.samplers.nearest import NearestNegatives
from engine.learning.samplers.negatives import FORMS
from engine.learning.samplers.partners import partners, with_partner
from engine.settings import Settings, setting


@dataclass(frozen=True)
class OnePositive(Settings):
    """Every name leads once an epoch, with one random name of its class and one negative (HLS section 5).

    So large classes weigh by their names, not by their pairs. A name of several classes leads once for each. Names
    alone in their class lead without a triplet.
    """

    title = "one-positive sampler"
    gives_triplets: ClassVar[bool] = True
    negatives: str = setting(
        "inverse distance", "Negatives", "How names of other classes are drawn, near ones more often.", choices=FORMS
    )
    nearest: int = setting(200, "Nearest", "Draw among so many nearest names; 0 draws among all.", low=0, high=100_000)

    def epoch(
        self, names: Names, current: Callable[[], np.ndarray], anchors: int, rng: np.random.Generator
    ) -> Iterator[Batch]:
        """Batches of `anchors` leads, one pass over the names in random order."""
        leads = np.flatnonzero(with_partner(names))
        negatives = NearestNegatives(names, current(), self.negatives, self.nearest).draw(leads, rng)
        triplets = np.full((len(names), 3), -1)
        triplets[leads] = np.column_stack([leads, partners(names, leads, rng), negatives])
        order = rng.permutation(len(names))
        for start in range(0, len(order), anchors):
            part = order[start : start + anchors]
            yield Batch.of(part, triplets[part[triplets[part, 0] >= 0]])

    def steps(self, names: Names, anchors: int) -> int:
        """How many batches an epoch has."""
        return -(-len(names) // anchors)
