"""How well each concept would do as the parent of a name: by its own names and by those of its children."""

from __future__ import annotations

import numpy as np

from engine.placement.family import Links

OWN = 0.2  # the weight of a concept's own names beside its children's
NEAREST = 3  # children that count
CHILDLESS = 0.7  # what the own names of a concept without children count in their place


def own_scores(names: np.ndarray, starts: np.ndarray) -> np.ndarray:
    """The best of each concept's names [concepts], from the scores of all names [names]; `starts` is where each begins.

    Without any name a concept has no entry, so every one in `starts` has at least one.
    """
    return np.maximum.reduceat(names, starts) if len(starts) else np.zeros(0, names.dtype)


def by_own(own: np.ndarray, links: Links) -> np.ndarray:
    """The plain baseline: the nearest concept is the parent."""
    return own


def by_children(own: np.ndarray, links: Links) -> np.ndarray:
    """The mean of the NEAREST best children, as nearest neighbours vote; none for a concept without children."""
    return children_scores(own, links)[0]


def by_both(own: np.ndarray, links: Links) -> np.ndarray:
    """OWN · own names + (1 − OWN) · mean of the NEAREST best children.

    A new concept is more like its siblings than like its parent, whose name is wider; so the children weigh most. They
    number as many as there are up to NEAREST; a concept without any has CHILDLESS times its own names in their place.
    """
    return combined(own, *children_scores(own, links))


def combined(own: np.ndarray, children: np.ndarray, some: np.ndarray) -> np.ndarray:
    """`by_both` from what `children_scores` gave."""
    return OWN * own + (1 - OWN) * np.where(some, children, CHILDLESS * own)


def children_scores(own: np.ndarray, links: Links) -> tuple[np.ndarray, np.ndarray]:
    """The mean of each concept's NEAREST best children [concepts], −inf where none counts; and whether one does."""
    means = np.full(len(own), -np.inf, dtype=np.float64)
    some = np.zeros(len(own), dtype=bool)
    if not len(links.parents):
        return means, some
    values = own[links.children].astype(np.float64)
    values = values[np.lexsort((-values, links.parents))]
    sizes = np.diff(links.starts, append=len(values))
    place = np.arange(len(values)) - np.repeat(links.starts, sizes)
    counted = (place < NEAREST) & np.isfinite(values)
    total = np.add.reduceat(np.where(counted, values, 0.0), links.starts)
    number = np.add.reduceat(counted.astype(np.float64), links.starts)
    some[links.above] = number > 0
    means[links.above] = np.where(number > 0, total / np.maximum(number, 1), -np.inf)
    return means, some
