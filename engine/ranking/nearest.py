"""The rows of an index nearest to a query, of different concepts where that is asked."""

from __future__ import annotations

import numpy as np

from engine.retrieval.index import Index


def first_places(
    index: Index, query: np.ndarray, without: np.ndarray, concepts: np.ndarray | None, top: int
) -> list[tuple[int, float]]:
    """The best `top` rows with their cosines, of different concepts when `concepts` [names] is given."""
    nearest = top
    while True:  # widen until enough different concepts are seen
        ((scores,), (places,)) = index.search(query[None], nearest, without)
        if concepts is not None:
            first = np.sort(np.unique(concepts[places], return_index=True)[1])
            scores, places = scores[first], places[first]
        if len(places) >= top or nearest >= len(index):
            return list(zip(places[:top].tolist(), scores[:top].tolist(), strict=True))
        nearest *= 4
