"""The order ENCODER: candidates by the encoder's cosine alone."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from engine.ranking import CONCEPT
from engine.ranking.exact import candidate_of_added, candidate_of_row, first_of_each
from engine.ranking.request import RankingRequest
from engine.ranking.shelves.shelves import Shelves
from engine.retrieval.cosines import clipped
from engine.retrieval.index import Index
from store import imported_names
from store.records.terminology import Candidate
from store.sqlite import Database


def by_cosine(db: Database, shelves: Shelves, query: np.ndarray, request: RankingRequest) -> list[Candidate]:
    """The `top` candidates of each terminology of a request nearest to a unit query [dim], best first; its `between`
    is called before each is searched."""
    encoder, top, unit = request.encoder, request.top, request.unit
    candidates: list[Candidate] = []
    for terminology in request.chosen:
        request.between()
        slug, index = terminology.slug, shelves.indexes.get(terminology, encoder, db)
        names, delta = shelves.names(db, slug), shelves.delta(db, slug)
        found = _first_places(index, query, delta.withdrawn, names.concepts if unit == CONCEPT else None, top)
        rows = imported_names.by_id(db, [names.first + place for place, _ in found])
        here = [candidate_of_row(rows[names.first + place], slug, score, delta.preferred) for place, score in found]
        if delta.added:
            scores = (shelves.added_rows.of([edit.name for edit in delta.added], encoder) @ query).tolist()
            added = zip(delta.added, scores, strict=True)
            here += [candidate_of_added(edit, delta.preferred, score) for edit, score in added]
        here.sort(key=lambda one: -one.score)
        candidates += first_of_each(here, unit)
    ordered = sorted(candidates, key=lambda one: -one.score)
    return [replace(one, score=clipped(one.score), cosine=clipped(one.score)) for one in ordered]


def _first_places(
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
