"""Rank concepts for a text: exact matches first, marked, then by the learnt order or the encoder; edits count."""

from __future__ import annotations

import time
from collections.abc import Container, Sequence
from dataclasses import replace
from functools import cache, partial
from typing import NamedTuple

from engine.ranking import BILLABLE, CONCEPT, ENCODER, EVIDENCE, NAME
from engine.ranking.candidates import gather
from engine.ranking.each_part import PartSearch, with_each_part
from engine.ranking.exact import exact_candidates
from engine.ranking.known_by_wording import KnownByWording
from engine.ranking.lending.lenders import Lenders
from engine.ranking.long_texts import as_far_as_accounted
from engine.ranking.marks.additional_codes import goes_with
from engine.ranking.marks.billable_codes import in_billable_codes
from engine.ranking.marks.coding_marks import codes_below, coding_marks
from engine.ranking.marks.differing import as_shown, with_certainty, with_lost_side
from engine.ranking.ordering.by_cosine import by_cosine
from engine.ranking.ordering.by_evidence import by_evidence
from engine.ranking.ordering.evidence import ConceptEvidence
from engine.ranking.ordering.merging import merged, with_added, with_side_first
from engine.ranking.ordering.order import LearntOrder, order_in_force
from engine.ranking.query_check import check_query
from engine.ranking.query_reader import QueryReader, note_on
from engine.ranking.question import Question, questions
from engine.ranking.ranked_text import bare_text, ranked_text
from engine.ranking.reading.readings import Reading
from engine.ranking.request import RankingRequest
from engine.ranking.shelves.shelves import Shelves
from engine.ranking.sure_part import for_sure_part, in_place_of, is_unsure
from engine.ranking.unknown import as_far_as_known, guess, half_known
from engine.ranking.withdrawn_codes import retired_code, withdrawn_code
from engine.retrieval.indexes import Indexes
from engine.workspace import Workspace
from store.records.terminology import Candidate, Ranking, Terminology
from store.sqlite import Database

UNREADABLE = "This encoder knows no part of what you typed, so only exact matches are shown; try other words."


class FoundFor(NamedTuple):
    """What is found for a text in its readings, and a note on how it was read."""

    candidates: list[Candidate]
    read: list[Reading]
    note: str = ""


class Ranker:
    """Answers queries over the terminologies of a workspace; keeps its indexes, words and deltas in memory."""

    def __init__(
        self,
        workspace: Workspace,
        order: LearntOrder | None = None,
        without: Container[str] = (),
        shelves: Shelves | None = None,
    ) -> None:
        """`order` stands in place of the one in force; `without` are those of LEADS that are left out; `shelves` are
        those of a ranker of the same workspace, with what it has read."""
        self.workspace = workspace
        self.shelves = shelves or Shelves(workspace)
        self._order, self._without = order, without
        self._known = KnownByWording(self.shelves, without)
        self._lenders = Lenders(self.shelves, self._known, without)

    @property
    def indexes(self) -> Indexes:
        """The indexes open in this process."""
        return self.shelves.indexes

    @property
    def order(self) -> LearntOrder:
        """What orders candidates: the order given, else the one in force in the workspace."""
        with self.workspace.reading() as db:
            return self.order_in(db)

    def order_in(self, db: Database) -> LearntOrder:
        """The same, read through an open connection."""
        return self._order or order_in_force(db)

    def reader(self, db: Database, chosen: Sequence[Terminology]) -> QueryReader:
        """What reads texts for the chosen terminologies through a connection, for the time of a query."""
        return QueryReader(db, chosen, self._known, self.shelves)

    def over(self, shelves: Shelves) -> Ranker:
        """The same ranker over other shelves of its workspace."""
        return Ranker(self.workspace, self._order, self._without, shelves)

    def rank(self, text: str, request: RankingRequest, db: Database | None = None) -> Ranking:
        """The best concepts or names for a text, as a request says; BadInput for unusable text.

        One connection serves the query: `db` where one is open. A text of several parts that is no more than a guess as
        a whole is ranked for the part that is sure; what stands for each of several findings goes first.
        """
        started = time.perf_counter()
        top, unit = request.top, request.unit
        check_query(text, top, unit)
        if unit == BILLABLE:  # a heading and its code take one place of two
            request = replace(request, top=2 * top, unit=CONCEPT)
        if "evidence" in self._without:
            request = replace(request, order=ENCODER)
        with self.workspace.reading(db) as db:
            reader = self.reader(db, request.chosen)
            ranking = self._ranked_as_one(db, reader, request, text)
            if request.by_parts and request.order == EVIDENCE and unit != NAME and len(request.chosen) == 1:
                ranking = self._with_parts(db, reader, ranking, request)  # of several it would take a second
            marked = with_certainty(ranking.candidates, text, reader.ways)
            ranking = as_far_as_accounted(replace(ranking, candidates=marked))
        if unit == BILLABLE:
            ranking = replace(ranking, candidates=tuple(in_billable_codes(ranking.candidates))[:top])
        self.indexes.let_go_of_rows()
        return replace(ranking, milliseconds=(time.perf_counter() - started) * 1000)

    def _ranked_as_one(self, db: Database, reader: QueryReader, request: RankingRequest, text: str) -> Ranking:
        """The ranking of a text as a whole, or for its part that is sure."""
        rank = partial(self._ranked, db, reader, request)
        whole = rank(text)
        unsure = request.order == EVIDENCE and is_unsure(whole)
        return (for_sure_part(db, whole, rank) if unsure else None) or whole

    def _with_parts(self, db: Database, reader: QueryReader, whole: Ranking, request: RankingRequest) -> Ranking:
        """The ranking of a text, of one that joins several findings with what stands for each of them first, in the
        only terminology of a request."""
        beside = cache(partial(goes_with, db, request.chosen[0].slug))  # asked of a pair more than once
        search = PartSearch(partial(self._ranked, db, reader, request), reader.ways, reader.joins_finding, beside)
        return with_each_part(whole, reader.splits(), search, request.top) or whole

    def _ranked(self, db: Database, reader: QueryReader, request: RankingRequest, text: str) -> Ranking:
        """The ranking of a text as a whole."""
        chosen, top, unit = request.chosen, request.top, request.unit
        exact = exact_candidates(db, text, chosen, self.shelves)
        imported = any(not candidate.added for candidate in exact)
        if not imported and (bare := bare_text(reader, text)) != text:
            of_it = self._ranked(db, reader, request, bare)
            found = with_added(self.order_in(db), exact, with_lost_side(of_it.candidates, text, bare), unit)[:top]
            return in_place_of(text, replace(of_it, query=bare), found)
        meant, meant_note, is_all = ranked_text(db, reader, self.shelves, chosen, text, exact)
        search = self._by_cosine if request.order == ENCODER else self._by_evidence
        found, read, note = search(db, reader, request, meant)
        if not exact:
            found, unknown = self._as_far_as_known(db, reader, request, meant, read, found)
            if gone := retired_code(db, self.shelves, text, chosen) or withdrawn_code(db, text, chosen):
                found, unknown = list(map(guess, found)), gone
            note = unknown or note
        elif note != UNREADABLE:
            note = ""  # of a name by itself: how else it may be read tells nothing
        request.between()
        first = merged(self.order_in(db), exact, found, unit)[:top]
        note = meant_note if is_all else f"{meant_note} {note}".strip()
        marked = with_side_first(_marked(db, first, meant, read, chosen))
        return Ranking(text, request.encoder_id, tuple(marked), note, 0.0, meant)

    def _by_cosine(self, db: Database, reader: QueryReader, request: RankingRequest, text: str) -> FoundFor:
        """The concepts nearest to a text, read as it stands, by the encoder alone."""
        row, read = request.encoder.encode([text])[0], [Reading(text)]
        known = bool(row.any())
        return FoundFor(by_cosine(db, self.shelves, row, request) if known else [], read, "" if known else UNREADABLE)

    def _by_evidence(self, db: Database, reader: QueryReader, request: RankingRequest, text: str) -> FoundFor:
        """The concepts for which most speaks, of a text in all its readings."""
        request.between()
        reads = reader.read(text, request.encoder)
        by_terminology = self._gathered(db, text, reads, request)
        request.between()
        read = list(dict.fromkeys(one for some in reads for one in some))
        found = by_evidence(db, self.order_in(db), by_terminology, request.chosen, request.top)
        return FoundFor(found, read, note_on(text, read) if found else UNREADABLE)

    def _as_far_as_known(
        self,
        db: Database,
        reader: QueryReader,
        request: RankingRequest,
        text: str,
        read: Sequence[Reading],
        found: Sequence[Candidate],
    ) -> tuple[list[Candidate], str]:
        """What is found for a text, as sure as the words of it that are known allow, and a note on the others."""
        encoder, texts = request.encoder, [one.text for one in read]
        indexes = {one.slug: self.shelves.words(db, one) for one in request.chosen}
        known, unknown = as_far_as_known(text.strip(), texts, indexes, self._known.learnt_by(encoder), found)
        if unknown or request.order == ENCODER:
            return known, unknown
        return half_known(partial(reader.unknown_in, text, encoder), partial(reader.left_out_in, text), known)

    def candidates(self, db: Database, text: str, request: RankingRequest) -> tuple[Question, list[ConceptEvidence]]:
        """The candidates of the only terminology of a request with all that speaks for them, in no order, and the
        question that they answer."""
        reads = self.reader(db, request.chosen).read(text, request.encoder)
        ((question, found),) = self._gathered(db, text, reads, request)
        return question, found

    def _gathered(
        self, db: Database, text: str, reads: Sequence[tuple[Reading, ...]], request: RankingRequest
    ) -> list[tuple[Question, list[ConceptEvidence]]]:
        """The question that each chosen terminology is asked, and its candidates; `reads` are the readings for each."""
        chosen, encoder = request.chosen, request.encoder
        names = self._lenders.names(db, text, reads, request, partial(self._first, db, request))
        weights = None if request.to_learn_from else self.order_in(db).weights
        found = []
        for one, question in zip(chosen, questions(text, reads, names, encoder), strict=True):
            request.between()
            imported, added = self.shelves.imported(db, one, encoder), self.shelves.added(db, one, encoder)
            found.append((question, gather(db, question, imported, added, request, weights)))
        return found

    def _first(self, db: Database, request: RankingRequest, terminology: Terminology, text: str) -> Sequence[Candidate]:
        """The first candidate of a terminology for what a text says under a heading, ended and lent to as `request`
        says, if any."""
        alone = replace(request, chosen=[terminology], top=1, unit=CONCEPT, order=EVIDENCE)
        within = replace(alone, to_learn_from=False, by_parts=False, headings=request.headings - 1)
        return self.rank(text, within, db).candidates[:1]


def _marked(
    db: Database, ranked: Sequence[Candidate], text: str, read: Sequence[Reading], chosen: Sequence[Terminology]
) -> tuple[Candidate, ...]:
    """The candidates with what a coder must know of each, and in what it differs from a text that is read so."""
    codes = {one.slug: [each.concept_id for each in ranked if each.terminology == one.slug] for one in chosen}
    marks = {slug: coding_marks(db, slug, some) for slug, some in codes.items()}
    defaults = {slug: codes_below(db, slug, some) for slug, some in marks.items()}
    return tuple(as_shown(ranked, text, read, marks, defaults))
