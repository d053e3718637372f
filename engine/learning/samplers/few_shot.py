"""k names of each class: drawing them, and the batches they train in."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from engine.errors import BadInput
from engine.learning.samplers.names import Batch, Names, some_of
from engine.learning.samplers.nearest import NearestNegatives
from engine.learning.samplers.negatives import AT_ONCE, FORMS, Negatives
from engine.settings import Settings, setting
from engine.text import normalise

LEAST_SHOTS = 2
MOST_POSITIVES = 100  # the paper's classes have 15 names; in one of thousands all of them would be gigabytes a step


@dataclass(frozen=True)
class FewShot(Settings):
    """Every name leads once an epoch, with all other names of its class as positives (FS section 2.2).

    In a class of more than 101 names a leading name has 100 of them, drawn anew each epoch. Each pair of anchor and
    positive has a negative of its own, redrawn each epoch from the current encoder.
    """

    title = "few-shot sampler"
    gives_triplets: ClassVar[bool] = True
    shots: int = setting(
        15, "Names a class", "k: this many train, as many again validate.", low=LEAST_SHOTS, high=1_000
    )
    most_classes: int = setting(21, "Most classes", "The largest classes with at least 2k names.", low=2, high=1_000)
    negatives: str = setting(
        "inverse distance", "Negatives", "How names of other classes are drawn, near ones more often.", choices=FORMS
    )
    nearest: int = setting(0, "Nearest", "Draw among this many nearest names; 0 draws among all.", low=0, high=100_000)
    least_steps: int = setting(
        1, "Least steps an epoch", "Fewer names lead a step where there are few in all.", low=1, high=1_000
    )

    def epoch(
        self, names: Names, current: Callable[[], np.ndarray], anchors: int, rng: np.random.Generator
    ) -> Iterator[Batch]:
        """Batches of at most `anchors` leads, one pass over the names in random order."""
        many = self.nearest > 0 and len(names) > AT_ONCE
        kind = NearestNegatives if many else Negatives
        negatives = kind(names, current(), self.negatives, self.nearest)
        order, leading = rng.permutation(len(names)), self.leading(names, anchors)
        for start in range(0, len(order), leading):
            leads = order[start : start + leading]
            others = [names.members[int(names.classes[a])] for a in leads]
            others = [some_of(own[own != a], MOST_POSITIVES, rng) for a, own in zip(leads, others, strict=True)]
            counts = np.array([len(own) for own in others])
            firsts = np.repeat(leads, counts)
            if isinstance(negatives, Negatives):
                drawn = negatives.draw(leads, int(counts.max(initial=0)), rng)
                own = np.concatenate([line[:count] for line, count in zip(drawn, counts, strict=True)])
            else:
                own = negatives.draw(firsts, rng)
            yield Batch.of(leads, np.column_stack([firsts, np.concatenate(others), own.astype(np.int64)]))

    def steps(self, names: Names, anchors: int) -> int:
        """How many batches an epoch has."""
        return -(-len(names) // self.leading(names, anchors))

    def leading(self, names: Names, anchors: int) -> int:
        """How many names lead a step: `anchors`, or fewer so that an epoch has its least steps."""
        return min(anchors, -(-len(names) // self.least_steps))


@dataclass(frozen=True)
class FewShotSample:
    """(name, class) pairs to train and to validate on, disjoint; and why each class that is not in them is not."""

    train: list[tuple[str, str]]
    validation: list[tuple[str, str]]
    left_out: dict[str, str]

    @property
    def classes(self) -> list[str]:
        """The sampled classes, largest first; their places are the class numbers of training."""
        return list(dict.fromkeys(title for _, title in self.train))


def few_shot_sample(
    classes: Mapping[str, Sequence[str]], shots: int, seed: int, most_classes: int = 21
) -> FewShotSample:
    """`shots` training and `shots` validation names from each of the largest classes (FS sections 3.1 and 3.2).

    Equal normalised texts of one class count as one name. Classes need 2 × shots names; the `most_classes` largest are
    taken, ties by title. The draw depends on the seed and on the names, never on the order they come in. Fewer than two
    classes left raises BadInput.
    """
    FewShot(shots=shots, most_classes=most_classes)  # says so when a number is out of bounds
    distinct = {title: different(names) for title, names in classes.items()}
    sizes = {title: len(names) for title, names in distinct.items()}
    left_out = why_left_out(sizes, shots, most_classes)
    enough = [title for title in largest_first(sizes) if sizes[title] >= 2 * shots]
    if len(enough) < 2:
        raise BadInput(
            f"{shots} names a class need at least two classes of {2 * shots} names; here "
            f"{len(enough) or 'none'} of {len(classes)} has as many. {_remedy(sizes)}"
        )
    rng = np.random.default_rng([seed, shots])
    train: list[tuple[str, str]] = []
    validation: list[tuple[str, str]] = []
    for title in enough[:most_classes]:
        drawn = [distinct[title][i] for i in rng.permutation(len(distinct[title]))[: 2 * shots]]
        train += [(name, title) for name in drawn[:shots]]
        validation += [(name, title) for name in drawn[shots:]]
    return FewShotSample(train, validation, left_out)


def _remedy(sizes: Mapping[str, int]) -> str:
    """How many names a class two classes of these sizes have at most, or what else helps where that is too few."""
    shots = sorted(sizes.values())[-2] // 2 if len(sizes) > 1 else 0
    if shots < LEAST_SHOTS:
        return "Fewer do not help either: choose a terminology or a label set with more classes, or with larger ones."
    return f"Choose at most {shots:,} names a class."


def why_left_out(sizes: Mapping[str, int], shots: int, most_classes: int) -> dict[str, str]:
    """Why each class of this many different names that is not drawn from is not."""
    largest = largest_first(sizes)
    reasons = {
        title: f"{sizes[title]} names, and {shots} a class need {2 * shots}"
        for title in largest
        if sizes[title] < 2 * shots
    }
    enough = [title for title in largest if title not in reasons]
    return reasons | dict.fromkeys(enough[most_classes:], f"not among the {most_classes} largest classes")


def largest_first(sizes: Mapping[str, int]) -> list[str]:
    """The classes by their number of names, ties by title."""
    return sorted(sizes, key=lambda title: (-sizes[title], title))


def different(names: Sequence[str]) -> list[str]:
    """The names sorted, one of each normalised text."""
    return sorted({normalise(name): name for name in sorted(names)}.values())
