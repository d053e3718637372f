"""The classes that the desk suggests for a name, one a button."""

from __future__ import annotations

import numpy as np

from engine.labelling.orders import RANDOM
from engine.labelling.prototypes import Prototypes
from engine.labelling.queue import QueueSettings
from engine.labelling.sets import Definition

MOST_SUGGESTIONS = 9  # one a digit key


def suggestions(
    definition: Definition, settings: QueueSettings, prototypes: Prototypes, row: np.ndarray
) -> tuple[tuple[tuple[str, float | None], ...], str]:
    """What stands on the buttons of a name with the unit row float32 [dim], and the best class.

    Up to nine classes keep their places, so that a key always means the same; of more, the nine best come, best first.
    Hidden, the first nine stand in the set's order, without scores.
    """
    if settings.hidden or settings.order == RANDOM:
        return tuple((title, None) for title in definition.titles[:MOST_SUGGESTIONS]), ""
    ranked = prototypes.ranked(row)
    best = ranked[0][0] if row.any() else ""
    if len(ranked) > MOST_SUGGESTIONS:
        return tuple(ranked[:MOST_SUGGESTIONS]), best
    scores = dict(ranked)
    return tuple((title, scores[title]) for title in definition.titles), best
