"""What training minimises. A new loss is one file here and one line in LOSSES.

A loss is a `Loss`, a frozen dataclass of settings, `weight` among them, with one method, `loss(view)`, a scalar
tensor from what one batch looks like (engine.learning.losses.view.LossView); zero, with zero gradients, where the batch
holds nothing to compare. Distances are 1 − cosine. One that needs names standing for whole classes in its batch says
`whole_classes = True` and has settings `dropout` and `most_names`; one that only learns from the sampler's triplets
says `needs_triplets = True`, and one that draws towards the rows of the vectors `grounds = True`.
"""

from __future__ import annotations

from engine.learning.losses.batch_hard import BatchHard
from engine.learning.losses.contextual import Contextual
from engine.learning.losses.halfway import Halfway
from engine.learning.losses.logistic import LogisticConcept, LogisticContext, LogisticSynonym
from engine.learning.losses.margin import Margin
from engine.learning.losses.multi_similarity import MultiSimilarity
from engine.learning.losses.prototypical import Prototypical
from engine.learning.losses.triplet import Triplet
from engine.settings import Settings

LOSSES: dict[str, type[Settings]] = {
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
