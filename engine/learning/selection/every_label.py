"""Every name of a label set: exactly what people labelled, none left over."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256

import numpy as np

from engine.errors import BadInput
from engine.learning.samplers.few_shot import different, largest_first
from engine.learning.selection.sample import Sample
from engine.learning.selection.source import Source
from engine.learning.selection.top_classes import TopClasses
from engine.settings import setting
from engine.terminology.top_classes import Classes
from engine.text import normalise

SLICE, ENOUGH = 5, 8  # one name in five of a class of at least eight
BOTH = 4  # a class of this many names trains and validates; a smaller one only trains


@dataclass(frozen=True)
class EveryLabel(TopClasses):
    """All labelled names: half of each class trains, the odd one too, and half tells when to stop.

    A class of fewer than four names only trains. How many names a class has is for the labels to say, not the sampler.
    `upto` holds a recipe to the labels of one moment, so that it makes the same model again after more labelling.
    With `slice`, one name in five of a class of at least eight is left out, to judge the model on.
    """

    title = "every label"
    upto: int = setting(0, "Labels up to", "The number of the newest label that counts; 0 counts all.", low=0)
    slice: bool = setting(False, "Hold a slice out", "One name in five of a class of eight or more judges the model.")

    def sample(self, source: Source, seed: int, shots: int = 0, most_classes: int = 0) -> Sample:
        """BadInput: this is for label sets."""
        raise BadInput(f"“{source.title}” is no label set; choose top classes to learn from a terminology.")

    def of_classes(self, classes: Classes, seed: int, shots: int = 0, most_classes: int = 0) -> Sample:
        """The split; it depends on the seed and on the names, never on the order they come in."""
        names = {title: different(own) for title, own in classes.names.items() if own}
        held = slice_of(names) if self.slice else set()
        test = [(name, title) for title, own in names.items() for name in own if normalise(name) in held]
        names = {title: [name for name in own if normalise(name) not in held] for title, own in names.items()}
        wide = [title for title in names if len(names[title]) >= BOTH]
        if len(wide) < 2:
            raise BadInput(
                f"A training needs at least two classes with {BOTH} labelled names each; here "
                f"{len(wide) or 'none'} of {len(names)} has as many. Label more names first."
            )
        rng = np.random.default_rng([seed, len(names)])
        train: list[tuple[str, str]] = []
        validation: list[tuple[str, str]] = []
        for title in largest_first({title: len(own) for title, own in names.items()}):
            mixed = [names[title][place] for place in rng.permutation(len(names[title]))]
            held_back = len(mixed) // 2 if len(mixed) >= BOTH else 0
            train += [(name, title) for name in mixed[held_back:]]
            validation += [(name, title) for name in mixed[:held_back]]
        return Sample(train, validation, list(dict.fromkeys(title for _, title in train)), sorted(test))

    def why_left_out(self, sizes: dict[str, int], shots: int, most_classes: int) -> dict[str, str]:
        """Nothing is left out."""
        return {}


def slice_of(classes: Mapping[str, Sequence[str]]) -> set[str]:
    """The normalised names that are held out: of each class of at least eight, those that their own hash chooses.

    A name's hash depends on nothing else, so trainings on top of one another hold the same names out.
    """
    held: set[str] = set()
    for own in classes.values():
        chosen = {name for name in map(normalise, own) if int(sha256(name.encode()).hexdigest(), 16) % SLICE == 0}
        if len(own) >= ENOUGH and len(own) - len(chosen) >= BOTH:
            held |= chosen
    return held
