"""What training minimises. A new objective is one file here and one line in OBJECTIVES.

An objective is a frozen dataclass of settings, `weight` among them, with one method, `loss(view)`, which gives a scalar
tensor from what one batch looks like (engine.objectives.view.View); zero, with a gradient of zeros, where the batch
holds nothing to compare. Distances are 1 − cosine. One that needs names standing for whole classes in its batch says
`whole_classes = True` and has settings `dropout` and `most_names`; one that only learns from the sampler's triplets
says `needs_triplets = True`, and one that draws towards the rows of the vectors `grounds = True`.
"""

from __future__ import annotations

from engine.objectives.batch_hard import BatchHard
from engine.objectives.contextual import Contextual
from engine.objectives.halfway import Halfway
from engine.objectives.logistic import LogisticConcept, LogisticContext, LogisticSynonym
from engine.objectives.margin import Margin
from engine.objectives.multi_similarity import MultiSimilarity
from engine.objectives.prototypical import Prototypical
from engine.objectives.triplet import Triplet
from engine.settings import Settings

OBJECTIVES: dict[str, type[Settings]] = {
    "triplet": Triplet,
    "margin": Margin,
    "batch-hard": BatchHard,
    "multi-similarity": MultiSimilarity,
    "prototypical": Prototypical,
    "halfway": Halfway,
    "contextual": Contextual,
    "logistic-synonym": LogisticSynonym,
    "logistic-concept": LogisticConcept,
    "logistic-context": LogisticContext,
}
