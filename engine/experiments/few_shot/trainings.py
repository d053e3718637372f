"""The few-shot paper's trainings (table 3, figure 1): k names a class, on one hierarchy or on one after another."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

import numpy as np

from engine.evaluation.baselines import by_cca
from engine.evaluation.relatedness import JudgedPair, relatedness_outcome
from engine.evaluation.trained_model import few_shot_mean_average_precision
from engine.events import Event, Finished, Progress
from engine.experiments.cells import Cell
from engine.experiments.few_shot.baselines import Cosines, along
from engine.experiments.training import TrainingOutcome, train_encoder
from engine.learning.recipe import Recipe
from engine.learning.samplers import FewShotSample, few_shot_sample
from engine.learning.selection import as_rows
from engine.models.protocol import Encode, TextEncoder

Chain = tuple[str, ...]


@dataclass(frozen=True)
class Stage:
    """A chain of hierarchies, trained one on top of the other with `shots` names a class (FS section 3.3)."""

    chain: Chain
    shots: int
    seed: int

    @property
    def key(self) -> str:
        """How its measurement is filed."""
        return f"{title(self.chain)}, {self.shots} names a class, seed {self.seed}"

    def cut(self, length: int) -> Stage:
        """The beginning of this chain; one hierarchy less is its direct parent."""
        return Stage(self.chain[:length], self.shots, self.seed)


@dataclass(frozen=True)
class Materials:
    """Everything an experiment is made from.

    `hierarchies`: name -> class title -> names, without the names that stand in two classes; `encode`: the vectors,
    texts to unit rows, whose files have the hash `vectors`; `pairs`: relatedness set -> judged pairs; `recipe`: what to
    train, with each seed and number of names in turn; `titles`: letter of a hierarchy -> what it is called.
    """

    hierarchies: Mapping[str, Mapping[str, Sequence[str]]]
    encode: Encode
    pairs: Mapping[str, Sequence[JudgedPair]]
    recipe: Recipe
    vectors: str = ""
    titles: Mapping[str, str] = field(default_factory=dict)

    def recipe_of(self, stage: Stage) -> Recipe:
        """The recipe with a stage's seed and number of names a class."""
        return replace(self.recipe, sampler=replace(self.recipe.sampler, shots=stage.shots), seed=stage.seed)

    def sample(self, hierarchy: str, stage: Stage) -> FewShotSample:
        """The names that a stage draws from a hierarchy."""
        most_classes = self.recipe.sampler.most_classes
        return few_shot_sample(self.hierarchies[hierarchy], stage.shots, stage.seed, most_classes)

    def cosines(self, encode: Encode) -> Cosines:
        """The cosine of each judged pair, by set."""
        found = {name: relatedness_outcome(pairs, encode) for name, pairs in self.pairs.items()}
        return {name: outcome.numbers["spearman"].tolist() for name, outcome in found.items()}


def stages_of(chains: Sequence[Chain], shots: Sequence[int], seeds: Sequence[int]) -> list[Stage]:
    """Every beginning of every chain, a parent right before what is trained on it."""
    beginnings = list(dict.fromkeys(chain[:end] for chain in chains for end in range(1, len(chain) + 1)))
    return [Stage(chain, k, seed) for seed in seeds for k in shots for chain in beginnings]


class Trainings:
    """The cells of trained stages, and of CCA fitted on the same names; encoders are kept while the next may need them.

    A cell's plan holds what it depends on and no more, so experiments in one folder share theirs.
    """

    def __init__(self, materials: Materials) -> None:
        self.materials = materials
        self.made: dict[Stage, TrainingOutcome] = {}
        self.hashes = {name: _hash(classes) for name, classes in materials.hierarchies.items()}
        self.judged = _hash({name: [vars(pair) for pair in pairs] for name, pairs in materials.pairs.items()})

    def cell(self, stage: Stage) -> Cell:
        """The cosines of a trained stage, its few-shot mAP on the first hierarchy, and its training's seconds."""
        return Cell(
            stage.key, [self.materials.recipe_of(stage).to_dict(), *self._made_from(stage)], partial(self.work, stage)
        )

    def cca_cell(self, stage: Stage) -> Cell:
        """The cosines of the vectors under CCA fitted on the names of a stage of one hierarchy."""
        most_classes = self.materials.recipe.sampler.most_classes
        return Cell(f"CCA {stage.key}", [most_classes, *self._made_from(stage)], partial(self.cca, stage))

    def _made_from(self, stage: Stage) -> list[Any]:
        return [self.materials.vectors, [self.hashes[name] for name in stage.chain], self.judged]

    def work(self, stage: Stage) -> Iterator[Event]:
        """Train and measure. `first_map`: under the vectors, after the first training and after the last.

        The fall between these two is what the later trainings made the encoder forget of the first hierarchy.
        """
        made = yield from self.encoder(stage)
        first = yield from self.encoder(stage.cut(1))
        sample = self.materials.sample(stage.chain[0], stage)
        along_the_way = [self.materials.encode, first.encode, made.encode]
        yield Finished(
            {
                "cosines": self.materials.cosines(made.encode),
                "first_map": [few_shot_mean_average_precision(as_rows(sample, encode)) for encode in along_the_way],
                "seconds": made.seconds,
            }
        )

    def encoder(self, stage: Stage) -> Generator[Event, None, TrainingOutcome]:
        """The trained stage, on top of its parent; a parent whose cell was found is trained once more."""
        if stage not in self.made:
            kin = (stage.shots, stage.seed)
            self.made = {other: made for other, made in self.made.items() if (other.shots, other.seed) == kin}
            input: TextEncoder = self.materials
            if len(stage.chain) > 1:
                input = yield from self.encoder(stage.cut(-1))
            data = as_rows(self.materials.sample(stage.chain[-1], stage), input.encode)
            self.made[stage] = yield from train_encoder(self.materials.recipe_of(stage), data, input)
        return self.made[stage]

    def cca(self, stage: Stage) -> Iterator[Event]:
        """Fit and measure, in closed form; a cell's work."""
        yield Progress(0, 1, "Fitting")
        sample, place = self.materials.sample(stage.chain[0], stage), dict[str, int]()
        numbers = np.array([place.setdefault(title, len(place)) for _, title in sample.train])
        compare = by_cca(self.materials.encode, [name for name, _ in sample.train], numbers)
        yield Finished({"cosines": {name: along(compare, pairs) for name, pairs in self.materials.pairs.items()}})


def title(chain: Chain) -> str:
    """A chain in the paper's notation: S → I."""
    return " → ".join(chain)


def _hash(made_from: Any) -> str:
    return hashlib.sha256(json.dumps(made_from).encode()).hexdigest()
