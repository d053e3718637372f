"""Which names meet in a batch. A new sampler is one file here and one line in SAMPLERS.

A sampler is a frozen dataclass of settings with one method, `epoch(names, current, anchors, rng)`, which yields the
batches of one pass over the names; `current()` gives the rows as the encoder places them now, for those that ask.
`steps(names, anchors)` says how many batches that will be. Every name of a class of at least two is among the rows of
every epoch, each batch encodes a name once, and one random generator gives the same batches again. One whose batches
hold triplets says `gives_triplets = True`.
"""

from __future__ import annotations

from engine.learning.samplers.concept_groups import ConceptGroups
from engine.learning.samplers.few_shot import FewShot, FewShotSample, few_shot_sample
from engine.learning.samplers.in_batch import InBatch
from engine.learning.samplers.names import Batch, Names, TrainingData
from engine.learning.samplers.one_positive import OnePositive
from engine.learning.samplers.pairs import Pairs
from engine.settings import Settings

SAMPLERS: dict[str, type[Settings]] = {
    "few-shot": FewShot,
    "pairs": Pairs,
    "one-positive": OnePositive,
    "in-batch": InBatch,
    "concept-groups": ConceptGroups,
}

__all__ = [
    "SAMPLERS",
    "Batch",
    "ConceptGroups",
    "FewShot",
    "FewShotSample",
    "InBatch",
    "Names",
    "OnePositive",
    "Pairs",
    "TrainingData",
    "few_shot_sample",
]
