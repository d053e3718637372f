"""Some texts of each of many concepts in a batch, for losses that find the hardest ones there (TS)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from engine.learning.samplers.names import Batch, Names
from engine.learning.samplers.negatives import need_two_classes
from engine.learning.samplers.partners import beside, with_partner
from engine.settings import Settings, setting


@dataclass(frozen=True)
class ConceptGroups(Settings):
    """A batch draws `texts` names of each class in it (TS sections 3.1 and 4.2); the names of an epoch each once.

    The names of a class are dealt into groups of about this size, never of one. Names alone in their class lead
    nothing; they are spread over the batches, to be negatives. Where all are alone, they lead without positives. There
    are no triplets.

    Where the split has mentions (D) and other names (O), mentions take more turns, so that |D| / |O| is
    `mention_ratio`; never fewer than one each. Where a mention has more turns than its class has others, random ones
    come with it again, beyond the ratio.
    """

    title = "concept-group sampler"
    texts: int = setting(2, "Texts a concept", "How many names of a class come together.", low=2, high=1_000)
    mention_ratio: float = setting(
        1 / 3, "Mentions", "Repeat mentions to this share of the other names; 0 takes them as they come.", low=0.0
    )

    def epoch(
        self, names: Names, current: Callable[[], np.ndarray], anchors: int, rng: np.random.Generator
    ) -> Iterator[Batch]:
        """Batches of about `anchors` names, those alone in their class among them; groups stay whole."""
        need_two_classes(names)
        alone = rng.permutation(np.flatnonzero(~with_partner(names)))
        groups = self.groups(names, rng)
        if not groups:
            for start in range(0, len(alone), anchors):
                yield beside(alone[start : start + anchors], alone[:0])
            return
        groups = [groups[i] for i in rng.permutation(len(groups))]
        count = batches(groups, len(alone), anchors)
        bounds = np.linspace(0, len(groups), count + 1).astype(np.int64).tolist()
        for first, last, others in zip(bounds, bounds[1:], np.array_split(alone, count), strict=False):
            leads = np.array([name for group in groups[first:last] for name in group])
            yield beside(np.unique(leads), others[:anchors])

    def steps(self, names: Names, anchors: int) -> int:
        """How many batches an epoch has; where mentions are repeated it may have a few more or fewer."""
        alone = int((~with_partner(names)).sum())
        groups = self.groups(names, np.random.default_rng(0))
        return batches(groups, alone, anchors) if groups else -(-alone // anchors)

    def groups(self, names: Names, rng: np.random.Generator) -> list[list[int]]:
        """The turns of an epoch as groups of different names of one class, in no particular order."""
        times = turns(names, self.mention_ratio, rng)
        shuffled = rng.permutation(np.flatnonzero(times))
        by_class = shuffled[np.argsort(names.classes[shuffled], kind="stable")]
        found: list[list[int]] = []
        for own in np.split(by_class, np.flatnonzero(np.diff(names.classes[by_class])) + 1) if len(by_class) else []:
            found += dealt(own, times[own], self.texts, rng)
        return found


def batches(groups: list[list[int]], alone: int, anchors: int) -> int:
    """How many batches of about `anchors` names, each with a group, these groups and names alone fill."""
    return min(-(-(sum(map(len, groups)) + alone) // anchors), len(groups))


def turns(names: Names, ratio: float, rng: np.random.Generator) -> np.ndarray:
    """How often each name takes a turn in an epoch: int [n]; names alone in their class never.

    With mentions and a `ratio`, each mention has ratio · |O| / |D| turns, at least one; which of them have the one more
    that makes up a fraction is random.
    """
    company = with_partner(names)
    times = company.astype(np.int64)
    if names.mentions is not None and ratio:
        mentions = np.asarray(names.mentions, dtype=bool)
        able = np.flatnonzero(mentions & company)
        mention_count = round(ratio * int((~mentions).sum()))
        if 0 < len(able) < mention_count:
            times[able] = mention_count // len(able)
            times[rng.permutation(able)[: mention_count % len(able)]] += 1
    return times


def dealt(own: np.ndarray, times: np.ndarray, texts: int, rng: np.random.Generator) -> list[list[int]]:
    """The turns of one class's names, in this order, as groups of about `texts` different names, at least two.

    They are dealt like cards: a name's turns follow each other, so that with no fewer groups than turns none meets
    itself. Only where one name has most of the turns does a group need another name for company.
    """
    taken = np.repeat(own, times).tolist()
    count = max(min(-(-len(taken) // texts), len(taken) // 2), int(times.max()))
    groups = [taken[first::count] for first in range(count)]
    for group in groups:
        if len(group) == 1:
            group.append(int(rng.choice(own[own != group[0]])))
    return groups
