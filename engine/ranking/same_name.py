"""A heading and a concept of its name with nothing below it: the latter is meant, since a record can be coded with it.

ICD-10-CM has 735 headings with a child of their own name, R79.8 and R79.89 “Other specified abnormal findings of blood
chemistry”: nothing but that one has children tells the two apart, and a heading cannot be billed.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.ranking.evidence import Found
from engine.ranking.order import FEATURES
from engine.text import normalise

LEAF = FEATURES.index("leaf")


def leaves_first(found: Sequence[tuple[str, Found]], sums: np.ndarray) -> np.ndarray:
    """`sums` [n] with those of a heading and of a leaf of its name exchanged where the heading's is the higher.

    found: the terminology of each candidate, and the candidate.
    """
    best: dict[tuple[str, str, bool], int] = {}
    for place in np.argsort(-sums, kind="stable").tolist():
        slug, one = found[place]
        best.setdefault((slug, normalise(one.name.preferred), bool(one.features[LEAF])), place)
    exchanged = sums.copy()
    for (slug, name, leaf), place in best.items():
        heading = best.get((slug, name, False))
        if leaf and heading is not None and sums[heading] > sums[place]:
            exchanged[[place, heading]] = sums[[heading, place]]
    return exchanged
