"""The order ENCODER: candidates by the encoder's cosine alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from sqlite_utils import Database

from engine.models.protocol import NameEncoder
from engine.ranking.exact import candidate_of_added, candidate_of_row, once
from engine.ranking.shelves import Shelves
from engine.retrieval.index import Index
from store import imported_names
from store.records.terminology import Candidate, Terminology


def by_cosine(
    db: Database,
    shelves: Shelves,
    query: np.ndarray,
    chosen: Sequence[Terminology],
    encoder: NameEncoder,
    top: int,
    unit: str,
) -> list[Candidate]:
    """The `top` candidates of each terminology nearest to a unit query [dim], best first."""
    found = [one for terminology in chosen for one in _nearest(db, shelves, query, terminology, encoder, top, unit)]
    return sorted(found, key=lambda candidate: -candidate.score)


def _nearest(
    db: Database,
    shelves: Shelves,
    query: np.ndarray,
    terminology: Terminology,
    encoder: NameEncoder,
    top: int,
    unit: str,
) -> list[Candidate]:
    slug = terminology.slug
    names, delta = shelves.names(db, slug), shelves.delta(db, slug)
    index = shelves.indexes.get(terminology, encoder, db)
    concepts = names.concepts if unit == "concept" else None
    found = _first_places(index, query, delta.withdrawn, concepts, top)
    rows = imported_names.by_id(db, [names.first + place for place, _ in found])
    candidates = [candidate_of_row(rows[names.first + place], slug, score) for place, score in found]
    if delta.added:
        cosines = (shelves.added_rows.of([edit.name for edit in delta.added], encoder) @ query).tolist()
        candidates += [
            candidate_of_added(edit, delta.preferred, cosine) for edit, cosine in zip(delta.added, cosines, strict=True)
        ]
    candidates = [replace(candidate, cosine=candidate.score) for candidate in candidates]
    return once(sorted(candidates, key=lambda candidate: -candidate.score), unit)


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
