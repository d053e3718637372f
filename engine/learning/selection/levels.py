"""Names under the concepts of four consecutive levels of a hierarchy: classes that grow coarser on the way up."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from engine.errors import BadInput, NotFound
from engine.learning.selection.below import classes_of, names_below, text_of
from engine.learning.selection.sample import Pair, Sample
from engine.learning.selection.source import Source
from engine.learning.selection.subgraphs import fittest
from engine.learning.selection.synonyms import LEFT_OUT, TRAINED
from engine.settings import Settings, setting
from engine.terminology.levels import classes_at, clean_hierarchy


@dataclass(frozen=True)
class Levels(Settings):
    """The concepts of one level below a root are the classes of all names below the last level (HLS sections 4.1, 4.2).

    The same seed draws the same test and validation names whatever `level` is, so encoders trained on different levels
    are measured on the same names; a name of several classes stands once for each. The hypernyms are the names of the
    classes themselves, which are in no split.
    """

    title = "levels of a hierarchy"
    root: str = setting("", "Root", "The id of the concept whose levels are taken; empty takes the fittest subgraph.")
    levels: int = setting(4, "Levels", "Names come from below this many levels.", low=1, high=20)
    level: int = setting(
        1, "Trained level", "Which level's concepts are the classes; 1 is the highest.", low=1, high=20
    )
    share: float = setting(
        0.05, "Held-out share", "Of the names, for test and again for validation.", low=0.0, high=0.4
    )
    held_out: str = setting(
        LEFT_OUT,
        "Held-out concepts",
        "What becomes of the concepts that the workspace keeps for evaluation.",
        choices=(LEFT_OUT, TRAINED),
    )

    def sample(self, source: Source, seed: int) -> Sample:
        """The names below the last level with their classes; BadInput when the root has too few levels or names."""
        if self.level > self.levels:
            raise BadInput(f"{self.title}: level {self.level} is below the {self.levels} levels; choose a higher one.")
        source.need_hierarchy()
        root = self.root or fittest(source, 1, self.levels)[0]
        if root not in source.titles:
            raise NotFound(f"“{source.title}” has no concept “{root}” to take levels from; check the root's id.")
        clean = clean_hierarchy(source.parents, root)
        concepts = {level: classes_at(clean, level, self.levels) for level in {self.level, self.levels}}
        held_back = source.held_out if self.held_out == LEFT_OUT else frozenset()
        names, left_out = names_below(source, clean, self.levels, held_back)
        if len({key for codes in names.values() for code in codes for key in concepts[self.level][code]}) < 2:
            raise BadInput(
                f"“{source.titles[root]}” ({root}) has no two classes with names below level {self.levels}; "
                "choose another root or fewer levels."
            )
        lowest = classes_of(names, concepts[self.levels])
        tested, validated = held_out_texts(lowest, self.share, np.random.default_rng(seed))
        of = classes_of(names, concepts[self.level])
        splits: dict[int, list[Pair]] = {0: [], 1: [], 2: []}
        for norm in sorted(names):
            split = 1 if norm in tested else 2 if norm in validated else 0
            text = text_of(source, names[norm], norm)
            splits[split] += [(text, key) for key in of[norm]]
        classes = sorted({key for _, key in splits[0]})
        hypernyms = [(name, key) for key in classes for name in source.names.get(key, ())]
        return Sample(splits[0], splits[2], classes, splits[1], hypernyms=hypernyms, left_out=left_out)


def held_out_texts(
    lowest: Mapping[str, tuple[str, ...]], share: float, rng: np.random.Generator
) -> tuple[set[str], set[str]]:
    """Test and validation texts: text -> its classes on the last level, each share reached in whole rounds.

    In a round every class, in random order, gives one of its texts at random; a text whose class would be left with
    none is not given. A round that starts before the share is reached is finished (HLS section 4.2).
    """
    members: dict[str, list[str]] = defaultdict(list)
    for text in sorted(lowest):
        for key in lowest[text]:
            members[key].append(text)
    keys = sorted(members)
    left = {key: len(members[key]) for key in keys}
    waiting = {key: [members[key][i] for i in rng.permutation(len(members[key]))] for key in keys}
    taken: list[set[str]] = []
    for _ in range(2):
        split: set[str] = set()
        while len(split) < share * len(lowest):
            before = len(split)
            for i in rng.permutation(len(keys)):
                own = waiting[keys[i]]
                while own:
                    text = own.pop()  # one that cannot be given now never can be later
                    if all(text not in other for other in (*taken, split)) and all(left[k] > 1 for k in lowest[text]):
                        split.add(text)
                        for key in lowest[text]:
                            left[key] -= 1
                        break
            if len(split) == before:
                break
        taken.append(split)
    return taken[0], taken[1]
