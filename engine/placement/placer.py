"""Ranked parents for a name: every concept scored, leaves and the tops of the hierarchy alike."""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from engine.errors import BadInput, NotFound
from engine.models.protocol import NameEncoder
from engine.placement.families import Families
from engine.placement.family import Family
from engine.placement.parent_view import NameScores, ParentView, on_levels
from engine.placement.records import Placing, Ref
from engine.placement.scores import children_scores, combined, own_scores
from engine.ranking.query_reader import note_on
from engine.ranking.ranker import Ranker, check_query
from engine.ranking.reading.readings import Reading
from engine.retrieval.delta import Delta
from engine.retrieval.encoding_cache import RowsOfTexts
from engine.retrieval.index import best
from engine.text import folded, letters, normalise, words
from engine.text.plurals import singular
from engine.workspace import Workspace
from store import imported_names, terminologies
from store.records.terminology import Terminology
from store.sqlite import Database

TOP = 10
MOST_READ = 2  # ways to read a name beside as typed
VOTERS = 20  # best parents that say which ancestors stand above the name
WITHIN, NEAR = 0.1, 50  # what a parent whose words all stand in the name gains, looked for among the nearest
LEAD = 2.0
UNREADABLE = "This encoder knows no part of the name; try another encoder or other words."
FOREIGN = "The name is in a script that no name here is written in; translate it, or choose another terminology."
FLAT = "This terminology has no hierarchy: no concept has a parent. Its nearest names are still shown."


@dataclass(frozen=True)
class ParentCandidates:
    """The names of a terminology as rows of its indexes, and the concepts they belong to."""

    first: int  # the database id of row 0
    starts: np.ndarray  # where each concept's rows begin, int64 [concepts with names]
    numbers: np.ndarray  # of these concepts in the family, −1 for one taken out, int64 [concepts with names]
    at: np.ndarray  # of each concept of the family its place in `starts`, −1 where it has no row, int64 [concepts]


class Placer:
    """Places names in the terminologies of a workspace; keeps the hierarchies in memory."""

    def __init__(self, workspace: Workspace, ranker: Ranker) -> None:
        self.workspace, self.ranker = workspace, ranker
        self.families = Families(workspace)
        self._added = RowsOfTexts()
        self._rows: dict[str, tuple[str, int, np.ndarray, list[str]]] = {}
        self._names: dict[str, tuple[Family, ParentCandidates]] = {}
        self._lock = threading.Lock()

    def place(
        self,
        text: str,
        terminology: Terminology,
        encoder: NameEncoder,
        id: str,
        top: int = TOP,
        concept: str = "",
        in_full: bool = True,
    ) -> Placing:
        """The `top` best parents for `text`; BadInput for unusable text, NotFound for a `concept` that is not there.

        With `concept` it is an existing concept that is to get a further parent: neither it nor what stands below it
        can be one. Without it no concept that has the name already can be one. The name counts as typed and as it is
        read, short forms written out, whichever is nearer. Without `in_full` siblings, levels and the parents' own
        nearest names are left out, which is faster.
        """
        started = time.perf_counter()
        check_query(text, top, "concept")
        slug = terminology.slug
        family = self.families.of(slug)
        if concept and concept not in family.titles:
            raise NotFound(f"{terminology.title} has no concept “{concept}”; check the id.")
        named = self.named(text, terminology)
        read = self.read(text, terminology, encoder)
        queries = encoder.encode([text, *(one.text for one in read[1:])])
        queries = queries[queries.any(axis=1)]
        if not len(queries):
            return Placing(text, slug, id, encoder.sha256, (), (), named, note=UNREADABLE)
        scored = self.scored(queries, terminology, encoder, family)
        if concept:
            scored.own[[family.number[code] for code in family.branch(concept)]] = -np.inf
        children, some = children_scores(scored.own, family.links)
        scores = combined(scored.own, children, some)
        scores[self.wider(text, scored, terminology, family)] += WITHIN
        same = [concept] if concept else [code for code, _ in named]
        scores[[family.number[code] for code in same]] = -np.inf
        over = {parent for code in same for parent in family.parents.get(code, ())}
        places = best(scores, max(top, VOTERS))
        places = places[np.isfinite(scores[places])]
        nearest = best(scored.own, 1).tolist() if len(places) else []
        shown = places[:top].tolist() if in_full else []
        matched = self.matched(scored, [*shown, *nearest], terminology, family)
        means = np.where(some, children, np.nan)
        parents = ParentView(text, scored, family, matched, means, in_full).parents(scores, places[:top], concept, over)
        here = " ".join([*(one.preferred for one in parents), *matched.values()])
        if here and (typed := letters(text)) and not typed & letters(here):
            return Placing(text, slug, id, encoder.sha256, (), (), named, note=FOREIGN)
        near = [(family.codes[place], matched[place], float(scored.own[place])) for place in nearest]
        return Placing(
            text,
            slug,
            id,
            encoder.sha256,
            parents,
            on_levels(family, places[:VOTERS], scores[places[:VOTERS]]) if in_full else (),
            named,
            near[0] if near else None,
            evidence(scores[places[:2]]),
            " ".join(filter(None, ("" if len(family.links.parents) else FLAT, note_on(text, read)))),
            (time.perf_counter() - started) * 1000,
        )

    def read(self, text: str, terminology: Terminology, encoder: NameEncoder) -> list[Reading]:
        """A name as typed, and at most MOST_READ ways to read it as a whole: its words corrected, its short forms
        written out."""
        with self.workspace.reading() as db:
            typed, *others = self.ranker.reader(db, [terminology]).read(text, encoder)[0]
        return [typed, *[one for one in others if not one.finding][:MOST_READ]]

    def scored(self, queries: np.ndarray, terminology: Terminology, encoder: NameEncoder, family: Family) -> NameScores:
        """The best name of each concept for unit queries [n, dim], of which the nearest counts, or for one [dim]: with
        people's names, without those withdrawn. The scores of the names alone are those of the first query."""
        queries = np.atleast_2d(queries)
        index = self.ranker.indexes.get(terminology, encoder)
        of_each = [index.scores(query) for query in queries]
        rows, nearest = of_each[0], np.maximum.reduce(of_each)
        with self.workspace.reading() as db:
            delta = self.ranker.shelves.delta(db, terminology.slug)
        rows[delta.withdrawn] = nearest[delta.withdrawn] = -np.inf
        own = np.full(len(family.codes), -np.inf, dtype=np.float32)
        names = self.names(terminology, family)
        there = names.numbers >= 0
        own[names.numbers[there]] = own_scores(nearest, names.starts)[there]
        people: dict[str, tuple[str, float]] = {}
        if delta.added:
            scores = self._added.of([edit.name for edit in delta.added], encoder) @ queries.T
            for edit, (score, *others) in zip(delta.added, scores.tolist(), strict=True):
                number = family.number.get(edit.concept_id)
                if number is None:
                    continue
                own[number] = max(own[number], score, *others)
                if score > people.get(edit.concept_id, ("", -np.inf))[1]:
                    people[edit.concept_id] = edit.name, score
        return NameScores(own, rows, people)

    def names(self, terminology: Terminology, family: Family) -> ParentCandidates:
        """Where the names of the family's concepts stand in an index."""
        slug = terminology.slug
        with self._lock:
            fingerprint, first, starts, codes = self._rows.get(slug, ("", 0, np.zeros(0, np.int64), []))
            if fingerprint != terminology.fingerprint:
                with self.workspace.reading() as db:
                    rows = self.ranker.shelves.names(db, slug)
                    code = terminologies.codes(db, slug)
                starts = np.flatnonzero(np.diff(rows.concepts, prepend=-1))
                codes = [code[number] for number in rows.concepts[starts].tolist()]
                first = rows.first
                self._rows[slug] = terminology.fingerprint, first, starts, codes
                self._names.pop(slug, None)
            known = self._names.get(slug)
            if known is None or known[0] is not family:
                numbers = np.array([family.number.get(code, -1) for code in codes], dtype=np.int64)
                at = np.full(len(family.codes), -1, dtype=np.int64)
                at[numbers[numbers >= 0]] = np.flatnonzero(numbers >= 0)
                known = self._names[slug] = family, ParentCandidates(first, starts, numbers, at)
            return known[1]

    def matched(
        self, scored: NameScores, places: Sequence[int], terminology: Terminology, family: Family
    ) -> dict[int, str]:
        """Number of a concept -> its nearest name."""
        names = self.names(terminology, family)
        ends = np.append(names.starts[1:], len(scored.rows))
        rows: dict[int, int] = {}
        for place in places:
            if (at := int(names.at[place])) >= 0:
                start = int(names.starts[at])
                rows[place] = start + int(np.argmax(scored.rows[start : ends[at]]))
        with self.workspace.reading() as db:
            texts = imported_names.by_id(db, [names.first + row for row in rows.values()])
        found = {place: texts[names.first + row]["text"] for place, row in rows.items()}
        for code, (name, score) in scored.added.items():
            place = family.number[code]
            if place in places and (place not in rows or score > scored.rows[rows[place]]):
                found[place] = name
        return found

    def wider(self, text: str, scored: NameScores, terminology: Terminology, family: Family) -> list[int]:
        """Of the nearest concepts those with a name that says less in the same words: “ear pain”, “left ear pain”."""
        named_kinds = spoken(text)
        near = [place for place in best(scored.own, NEAR).tolist() if np.isfinite(scored.own[place])]
        matched = self.matched(scored, near, terminology, family)
        return [
            place
            for place in near
            if any(
                spoken(name) < named_kinds
                for name in (matched.get(place, ""), family.titles[family.codes[place]])
                if name
            )
        ]

    def named(self, text: str, terminology: Terminology, db: Database | None = None) -> tuple[Ref, ...]:
        """The concepts that have this name already."""
        family, norm = self.families.of(terminology.slug), normalise(text)
        with self.workspace.reading(db) as db:
            delta = self.ranker.shelves.delta(db, terminology.slug)
            rows = imported_names.exact(db, [terminology.slug], norm)
        codes = [row["code"] for row in rows if (row["code"], norm) not in delta.gone]
        codes += codes_of(norm, delta)
        return tuple((code, family.titles[code]) for code in dict.fromkeys(codes) if code in family.titles)

    def refuse_twice(self, text: str, parent: str, terminology: Terminology, db: Database | None = None) -> None:
        """BadInput when the parent, or a concept under it, has the name `text` as of now."""
        family = self.families.of(terminology.slug)
        for code, _ in self.named(text, terminology, db):
            if code == parent:
                raise BadInput(f"“{text}” is a name of {parent} itself, so it cannot stand under it.")
            if parent in family.parents.get(code, ()):
                raise BadInput(f"“{text}” is a name of {code}, which stands under {parent} already.")


def codes_of(norm: str, delta: Delta) -> list[str]:
    """The concepts to which people added the name with this normalised text."""
    return [edit.concept_id for edit in delta.by_text.get(folded(norm), ()) if normalise(edit.name) == norm]


@lru_cache(maxsize=100_000)
def spoken(name: str) -> frozenset[str]:
    """The words of a name, in the singular."""
    return frozenset(words(singular(normalise(name))))


def evidence(scores: np.ndarray) -> float:
    """How much speaks for the best parent, from the scores of the best two: its own plus LEAD times its lead.

    A high score alone says little where the second is as high: of 800 concepts of HPO and ICD-10-CM taken out and
    placed again, this told right from wrong with an area under the curve of 0.81, the score alone with 0.67 to 0.75.
    """
    if len(scores) == 0:
        return -1.0
    return float(scores[0] + LEAD * (scores[0] - scores[1])) if len(scores) > 1 else float(scores[0])
