"""Every name of a label set: exactly what people labelled, none left over."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from engine.errors import BadInput
from engine.learning.samplers.few_shot import different, largest_first
from engine.learning.selection.sample import Sample
from engine.learning.selection.source import Source
from engine.learning.selection.top_classes import TopClasses
from engine.settings import setting
from engine.terminology.hierarchy import Classes

BOTH = 4  # a class of this many names trains and validates; a smaller one only trains


@dataclass(frozen=True)
class EveryLabel(TopClasses):
    """All labelled names: half of each class trains, the odd one too, and half tells when to stop.

    A class of fewer than four names only trains. How many names a class has is for the labels to say, not the sampler.
    `upto` holds a recipe to the labels of one moment, so that it makes the same model again after more labelling.
    """

    title = "every label"
    upto: int = setting(0, "Labels up to", "The number of the newest label that counts; 0 counts all.", low=0)

    def sample(self, source: Source, seed: int, shots: int = 0, most_classes: int = 0) -> Sample:
        """BadInput: this is for label sets."""
        raise BadInput(f"“{source.title}” is no label set; choose top classes to learn from a terminology.")

    def of_classes(self, classes: Classes, seed: int, shots: int = 0, most_classes: int = 0) -> Sample:
        """The split; it depends on the seed and on the names, never on the order they come in."""
        names = {title: different(own) for title, own in classes.names.items() if own}
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
        return Sample(train, validation, list(dict.fromkeys(title for _, title in train)))

    def why_left_out(self, sizes: dict[str, int], shots: int, most_classes: int) -> dict[str, str]:
        """Nothing is left out."""
        return {}
