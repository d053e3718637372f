"""Names of held-out concepts below four levels of a hierarchy: what is asked about levels and hypernyms.

The papers hold out names (HLS section 4.2); an encoder that was trained on another selection may know those. Here the
queries are the names of the concepts that the workspace keeps from every training, so that all encoders are equal.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from engine.errors import BadInput
from engine.text import normalise
from engine.workspace import Workspace
from store.records.terminology import Terminology

if TYPE_CHECKING:
    from engine.evaluation.level_samples import LevelSamples
    from engine.learning.selection.sample import Pair

LEVELS = 4
MOST_QUERIES, MOST_POOL = 400, 20_000  # so that a transformer, too, answers within a minute or two


def level_names(workspace: Workspace, terminology: Terminology) -> LevelSamples:
    """Queries, pool and hypernyms under the terminology's fittest root; BadInput where there are too few levels."""
    from engine.evaluation.level_samples import level_samples
    from engine.learning.selection import Source
    from engine.learning.selection.levels import Levels
    from engine.learning.selection.sample import Sample
    from engine.learning.selection.subgraphs import subgraphs
    from engine.learning.selection.synonyms import TRAINED

    source = Source.of_workspace(workspace, terminology.slug)
    source.need_hierarchy()
    known = {normalise(text) for code, texts in source.names.items() if code not in source.held_out for text in texts}
    root = subgraphs(source, 1, LEVELS)[0].root
    drawn = {}
    queries: frozenset[str] = frozenset()
    for level in range(LEVELS, 0, -1):
        whole = Levels(root=root, levels=LEVELS, level=level, share=0.0, held_out=TRAINED).sample(source, 0)
        if level == LEVELS:
            texts = {normalise(text) for text, _ in whole.train}
            queries = _some(texts - known, MOST_QUERIES)
            pool = _some(texts & known, MOST_POOL)
            if not queries:
                raise BadInput(f"“{terminology.slug}” has no held-out names below level {LEVELS} of its hierarchy.")
        drawn[level] = Sample(
            _of(whole.train, pool), [], whole.classes, _of(whole.train, queries), hypernyms=whole.hypernyms
        )
    return level_samples(drawn)


def _of(pairs: list[Pair], norms: frozenset[str]) -> list[Pair]:
    return [pair for pair in pairs if normalise(pair[0]) in norms]


def _some(norms: set[str], most: int) -> frozenset[str]:
    """All of them, or `most` drawn."""
    ordered = sorted(norms)
    if len(ordered) <= most:
        return frozenset(ordered)
    chosen = np.random.default_rng(0).choice(len(ordered), most, replace=False)
    return frozenset(ordered[i] for i in chosen.tolist())
