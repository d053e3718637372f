"""Rank concepts for a text: exact matches first, marked, then the encoder's order; edits count at once."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from sqlite_utils import Database

from engine.delta import AddedRows, Delta, read_delta
from engine.encoding import NameEncoder
from engine.errors import BadInput
from engine.index import Indexes, best
from engine.mentions.differences import between
from engine.text import LONGEST_NAME, normalise
from engine.workspace import Workspace
from store import edits, terminologies
from store.records.terminology import Candidate, Edit, Ranking, Terminology

UNITS = ("concept", "name")
MOST = 1_000
CONCEPT_ID = "concept id"
UNREADABLE = "This encoder knows no part of what you typed, so only exact matches are shown; try other words."


@dataclass(frozen=True)
class NameRows:
    """Where the names of a terminology stand: row i of its index is the name with the id `first` + i."""

    first: int
    concepts: np.ndarray  # database number of each row's concept, int64 [names]


class Ranker:
    """Answers queries over the terminologies of a workspace; keeps its indexes and deltas in memory."""

    def __init__(self, workspace: Workspace) -> None:
        self.workspace = workspace
        self.indexes = Indexes(workspace)
        self._names: dict[str, NameRows] = {}
        self._deltas: dict[str, Delta] = {}
        self._added = AddedRows()

    def rank(
        self,
        text: str,
        chosen: Sequence[Terminology],
        encoder: NameEncoder,
        encoder_id: str,
        top: int = 10,
        unit: str = "concept",
    ) -> Ranking:
        """The `top` best concepts (or names) of the chosen terminologies for `text`; BadInput for unusable text."""
        started = time.perf_counter()
        check_query(text, top, unit)
        with self.workspace.reading() as db:
            exact = self._exact(db, text, chosen)
            by_id = [candidate for candidate in exact if candidate.source == CONCEPT_ID]
            # An id says nothing to an encoder: the concept's name is ranked in its place.
            meant = by_id[-1].preferred_name if by_id else text
            query = encoder.encode([meant])[0]
            found: list[Candidate] = []
            if query.any():
                for terminology in chosen:
                    found += self._nearest(db, query, terminology, encoder, top, unit)
        found.sort(key=lambda candidate: -candidate.score)
        merged = _once(exact + found, unit)
        ranked = tuple(
            replace(candidate, rank=place, differs=between(meant, candidate.name))
            for place, candidate in enumerate(merged[:top], 1)
        )
        note = f"{text.strip()} is an id; the rest is ranked for “{meant}”." if by_id else ""
        return Ranking(
            text, encoder_id, ranked, note if query.any() else UNREADABLE, (time.perf_counter() - started) * 1000
        )

    def delta(self, db: Database, slug: str) -> Delta:
        """The edits of a terminology as they stand; read again only when an edit was made since."""
        last, known = edits.last_id(db), self._deltas.get(slug)
        if known is None or known.last != last:
            known = self._deltas[slug] = read_delta(db, slug, self._rows(db, slug).first, last)
        return known

    def _nearest(
        self, db: Database, query: np.ndarray, terminology: Terminology, encoder: NameEncoder, top: int, unit: str
    ) -> list[Candidate]:
        rows, delta = self._rows(db, terminology.slug), self.delta(db, terminology.slug)
        scores = self.indexes.get(terminology, encoder).scores(query)
        scores[delta.withdrawn] = -np.inf
        places = _first_places(scores, rows.concepts if unit == "concept" else None, top)
        names = terminologies.names_by_id(db, [rows.first + int(place) for place in places])
        candidates = [
            _candidate(names[rows.first + int(place)], terminology.slug, float(scores[place])) for place in places
        ]
        if delta.added:
            added = self._added.of([edit.name for edit in delta.added], encoder) @ query
            candidates += [
                _added(edit, delta.preferred, float(score)) for edit, score in zip(delta.added, added, strict=True)
            ]
        return _once(sorted(candidates, key=lambda candidate: -candidate.score), unit)

    def _exact(self, db: Database, text: str, chosen: Sequence[Terminology]) -> list[Candidate]:
        norm, slugs = normalise(text), [terminology.slug for terminology in chosen]
        found = [
            _candidate(row, row["slug"], 1.0)
            for row in terminologies.exact_names(db, slugs, norm)
            if (row["code"], norm) not in self.delta(db, row["slug"]).gone
        ]
        for slug in slugs:
            delta = self.delta(db, slug)
            found += [_added(edit, delta.preferred, 1.0) for edit in delta.added if normalise(edit.name) == norm]
            code = next((code for code in delta.concepts if code.casefold() == text.strip().casefold()), None)
            if code is not None:
                found.append(replace(_added(delta.concepts[code], delta.preferred, 1.0), source=CONCEPT_ID))
        for row in terminologies.by_code(db, slugs, text.strip()):
            if row["code"] in self.delta(db, row["slug"]).without:
                continue
            found.append(_of_code(row))
            if row["replaced_by"]:
                found += map(_of_code, terminologies.by_code(db, [row["slug"]], row["replaced_by"]))
        return [replace(candidate, exact=True) for candidate in _once(found, "concept")]

    def _rows(self, db: Database, slug: str) -> NameRows:
        if slug not in self._names:
            rows = terminologies.name_rows(db, slug)
            self._names[slug] = NameRows(rows[0][0] if rows else 0, np.array([row[1] for row in rows], dtype=np.int64))
        return self._names[slug]


def _first_places(scores: np.ndarray, concepts: np.ndarray | None, top: int) -> np.ndarray:
    """The best `top` places, of different concepts when `concepts` [names] is given."""
    wanted = top
    while True:  # widen until enough different concepts are seen
        places = best(scores, wanted)
        places = places[np.isfinite(scores[places])]
        if concepts is not None:
            places = places[np.sort(np.unique(concepts[places], return_index=True)[1])]
        if len(places) >= top or wanted >= len(scores):
            return places[:top]
        wanted *= 4


def _once(candidates: Sequence[Candidate], unit: str) -> list[Candidate]:
    """The first candidate of each concept, or of each name of a concept."""
    unique: dict[tuple[str, ...], Candidate] = {}
    for candidate in candidates:
        key: tuple[str, ...] = (candidate.terminology, candidate.concept_id)
        unique.setdefault(key if unit == "concept" else (*key, normalise(candidate.name)), candidate)
    return list(unique.values())


def check_query(text: str, top: int, unit: str) -> None:
    """BadInput, in one sentence, for a query that cannot be answered."""
    if not text.strip():
        raise BadInput("Type a name or a concept id to search for.")
    if len(text) > LONGEST_NAME:
        raise BadInput(
            f"What you typed has {len(text):,} characters; a name has at most {LONGEST_NAME:,}. "
            "Shorten it, or search for one name at a time."
        )
    if not 1 <= top <= MOST:
        raise BadInput(f"Asked for {top} candidates; choose a number from 1 to {MOST:,}.")
    if unit not in UNITS:
        raise BadInput(f"Asked for “{unit}” as the unit of a ranking; choose concept or name.")


def _candidate(row: dict[str, Any], slug: str, score: float) -> Candidate:
    return Candidate(0, score, row["text"], row["code"], row["preferred"], row["source"], slug, scope=row["scope"])


def _of_code(row: dict[str, Any]) -> Candidate:
    return Candidate(
        0,
        1.0,
        row["preferred"],
        row["code"],
        row["preferred"],
        CONCEPT_ID,
        row["slug"],
        obsolete=bool(row["obsolete"]),
        replaced_by=row["replaced_by"] or "",
    )


def _added(edit: Edit, preferred: dict[str, str], score: float) -> Candidate:
    return Candidate(
        0,
        score,
        edit.name,
        edit.concept_id,
        preferred[edit.concept_id],
        f"added by {edit.who}",
        edit.terminology,
        added=True,
    )
