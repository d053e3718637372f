"""Rank concepts for a text: exact matches first, marked, then the encoder's order; edits count at once."""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from engine.encoding import NameEncoder
from engine.errors import BadInput
from engine.index import Indexes, best
from engine.text import LONGEST_NAME, normalise
from engine.workspace import Workspace
from store import edits, terminologies
from store.records import Candidate, Edit, Ranking, Terminology

UNITS = ("concept", "name")
MOST = 1_000
CONCEPT_ID = "concept id"


@dataclass(frozen=True)
class Delta:
    """What the edits of a terminology come to: names added, rows taken out. Valid up to edit `last`."""

    last: int
    added: tuple[Edit, ...]
    withdrawn: np.ndarray  # row numbers
    gone: frozenset[tuple[str, str]]  # (concept, normalised text)


class Ranker:
    """Answers queries over the terminologies of a workspace; keeps its indexes and deltas in memory."""

    def __init__(self, workspace: Workspace) -> None:
        self.workspace = workspace
        self.indexes = Indexes(workspace)
        self._concepts: dict[str, np.ndarray] = {}
        self._first: dict[str, int] = {}
        self._deltas: dict[str, Delta] = {}
        self._added_rows: dict[tuple[str, str], np.ndarray] = {}
        self._lock = threading.Lock()

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
        exact = self._exact(text, chosen)
        by_id = [candidate for candidate in exact if candidate.source == CONCEPT_ID]
        # An id says nothing to an encoder: the concept's name is ranked in its place.
        meant = by_id[-1].preferred_name if by_id else text
        query = encoder.encode([meant])[0]
        known = bool(query.any())
        found: list[Candidate] = []
        for terminology in chosen:
            if known:
                found += self._nearest(query, terminology, encoder, top, unit)
        found.sort(key=lambda candidate: -candidate.score)
        taken = {_key(candidate, unit) for candidate in exact}
        merged = exact + [candidate for candidate in found if _key(candidate, unit) not in taken]
        ranked = tuple(replace(candidate, rank=place) for place, candidate in enumerate(merged[:top], 1))
        note = f"{text.strip()} is an id; the rest is ranked for “{meant}”." if by_id else ""
        note = (
            note
            if known
            else "This encoder knows no part of what you typed, so only exact matches are shown; try other words."
        )
        return Ranking(text, encoder_id, ranked, note, (time.perf_counter() - started) * 1000)

    def _nearest(
        self, query: np.ndarray, terminology: Terminology, encoder: NameEncoder, top: int, unit: str
    ) -> list[Candidate]:
        scores = self.indexes.get(terminology, encoder).scores(query)
        delta = self.delta(terminology.slug)
        if len(delta.withdrawn):
            scores[delta.withdrawn] = -np.inf
        concepts = self._concept_numbers(terminology.slug)
        wanted = top
        while True:  # widen until enough different concepts are seen
            rows = best(scores, wanted)
            rows = rows[np.isfinite(scores[rows])]
            firsts = rows if unit == "name" else rows[np.sort(np.unique(concepts[rows], return_index=True)[1])]
            if len(firsts) >= top or wanted >= len(scores):
                break
            wanted *= 4
        firsts = firsts[:top]
        first = self._first[terminology.slug]
        with self.workspace.reading() as db:
            rows_by_id = terminologies.names_by_id(db, [first + int(row) for row in firsts])
        candidates = [_candidate(rows_by_id[first + int(row)], terminology.slug, float(scores[row])) for row in firsts]
        candidates += self._from_delta(query, terminology, encoder, delta)
        candidates.sort(key=lambda candidate: -candidate.score)
        unique: dict[tuple, Candidate] = {}
        for candidate in candidates:
            unique.setdefault(_key(candidate, unit), candidate)
        return list(unique.values())

    def _from_delta(
        self, query: np.ndarray, terminology: Terminology, encoder: NameEncoder, delta: Delta
    ) -> list[Candidate]:
        if not delta.added:
            return []
        key = (terminology.slug, encoder.sha256)
        rows = self._added_rows.get(key)
        if rows is None or len(rows) != len(delta.added):
            rows = encoder.encode([edit.name for edit in delta.added])
            self._added_rows[key] = rows
        with self.workspace.reading() as db:
            preferred = terminologies.preferred_of(db, terminology.slug, {edit.concept_id for edit in delta.added})
        return [
            _added(edit, preferred[edit.concept_id], float(score))
            for edit, score in zip(delta.added, rows @ query, strict=True)
            if edit.concept_id in preferred
        ]

    def _exact(self, text: str, chosen: Sequence[Terminology]) -> list[Candidate]:
        norm, slugs = normalise(text), [terminology.slug for terminology in chosen]
        candidates: list[Candidate] = []
        with self.workspace.reading() as db:
            for row in terminologies.exact_names(db, slugs, norm):
                if (row["code"], norm) not in self.delta(row["slug"]).gone:
                    candidates.append(_candidate(row, row["slug"], 1.0))
            for terminology in chosen:
                hits = [edit for edit in self.delta(terminology.slug).added if normalise(edit.name) == norm]
                preferred = terminologies.preferred_of(db, terminology.slug, {edit.concept_id for edit in hits})
                candidates += [
                    _added(edit, preferred[edit.concept_id], 1.0) for edit in hits if edit.concept_id in preferred
                ]
            for row in terminologies.by_code(db, slugs, text.strip()):
                candidates.append(_of_code(row))
                if row["replaced_by"]:
                    candidates += map(_of_code, terminologies.by_code(db, [row["slug"]], row["replaced_by"]))
        unique: dict[tuple, Candidate] = {}
        for candidate in candidates:
            unique.setdefault((candidate.terminology, candidate.concept_id), replace(candidate, exact=True))
        return list(unique.values())

    def delta(self, slug: str) -> Delta:
        """The edits of a terminology as they stand; re-read only when an edit was made since."""
        with self.workspace.reading() as db:
            last = edits.last_id(db)
            known = self._deltas.get(slug)
            if known is not None and known.last == last:
                return known
            standing = edits.standing(db, slug)
            present: dict[tuple[str, str], list[int]] = {}
            self._concept_numbers(slug)
            for edit in standing:
                norm = normalise(edit.name)
                present[edit.concept_id, norm] = [
                    row["id"] - self._first[slug]
                    for row in terminologies.exact_names(db, [slug], norm)
                    if row["code"] == edit.concept_id
                ]
        keyed = {(edit.concept_id, normalise(edit.name)): edit for edit in standing}
        added = tuple(e for key, e in keyed.items() if e.action == "add" and not present[key])
        gone = frozenset(key for key, e in keyed.items() if e.action == "withdraw")
        rows = [row for key in gone for row in present[key]]
        delta = Delta(last, added, np.array(sorted(rows), dtype=np.int64), gone)
        with self._lock:
            if known is None or added != known.added:
                self._added_rows = {key: value for key, value in self._added_rows.items() if key[0] != slug}
            self._deltas[slug] = delta
        return delta

    def _concept_numbers(self, slug: str) -> np.ndarray:
        """The database number of each row's concept: int64 [names]."""
        if slug not in self._concepts:
            with self.workspace.reading() as db:
                rows = terminologies.name_rows(db, slug)
            self._first[slug] = rows[0][0] if rows else 0
            self._concepts[slug] = np.array([row[1] for row in rows], dtype=np.int64)
        return self._concepts[slug]


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


def _added(edit: Edit, preferred: str, score: float) -> Candidate:
    return Candidate(
        0, score, edit.name, edit.concept_id, preferred, f"added by {edit.who}", edit.terminology, added=True
    )


def _key(candidate: Candidate, unit: str) -> tuple:
    key = (candidate.terminology, candidate.concept_id)
    return key if unit == "concept" else (*key, normalise(candidate.name))
