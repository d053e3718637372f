"""Rank concepts for a text: exact matches first, marked, then by the learnt order or the encoder; edits count."""

from __future__ import annotations

import time
from collections.abc import Container, Sequence
from dataclasses import replace
from functools import cache, partial
from typing import NamedTuple

from engine.ranking import BILLABLE, CONCEPT, ENCODER, EVIDENCE, NAME
from engine.ranking.candidates import CLOSELY, OF_SEVERAL, gather
from engine.ranking.each_part import PartSearch, Ways, with_each_part
from engine.ranking.exact import CONCEPT_ID, exact_candidates, named_code
from engine.ranking.lending.lenders import Lenders
from engine.ranking.long_texts import as_far_as_accounted
from engine.ranking.marks.additional_codes import goes_with
from engine.ranking.marks.billable_codes import in_billable_codes
from engine.ranking.marks.coding_marks import codes_below, coding_marks
from engine.ranking.marks.differing import as_shown, with_certainty, with_lost_side
from engine.ranking.ordering.by_cosine import by_cosine
from engine.ranking.ordering.by_evidence import by_evidence
from engine.ranking.ordering.evidence import ConceptEvidence
from engine.ranking.ordering.merging import merged, with_added
from engine.ranking.ordering.order import LearntOrder, order_in_force
from engine.ranking.query_check import check_query
from engine.ranking.query_reader import QueryReader, note_on
from engine.ranking.question import Question, questions
from engine.ranking.reading.listed_findings import Listing
from engine.ranking.reading.readings import Reading
from engine.ranking.request import RankingRequest
from engine.ranking.shelves.shelves import Shelves
from engine.ranking.sure_part import for_sure_part, in_place_of, is_unsure
from engine.ranking.unknown import as_far_as_known, guess, half_known
from engine.ranking.withdrawn_codes import retired_code, withdrawn_code
from engine.retrieval.indexes import Indexes
from engine.text.codes import code_behind, several_codes
from engine.text.counts import joined_with_and
from engine.text.findings.assertion import denies
from engine.workspace import Workspace
from store.records.terminology import Candidate, Ranking, Terminology
from store.sqlite import Database

UNREADABLE = "This encoder knows no part of what you typed, so only exact matches are shown; try other words."


class RankedText(NamedTuple):
    """What is ranked in place of a text, the note that says so, and whether that is all that is noted."""

    text: str
    note: str = ""
    is_all: bool = False


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
        self.reader = QueryReader(self.shelves, without)
        self._lenders = Lenders(self.shelves, self.reader, without)

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

    def over(self, shelves: Shelves) -> Ranker:
        """The same ranker over other shelves of its workspace."""
        return Ranker(self.workspace, self._order, self._without, shelves)

    def rank(self, text: str, request: RankingRequest, db: Database | None = None) -> Ranking:
        """The best concepts or names for a text, as a request says; BadInput for unusable text.

        One connection serves the query: `db` where one is open. A text of several parts that is no more than a guess as
        a whole is ranked for the part that is sure.
        """
        started = time.perf_counter()
        top, unit = request.top, request.unit
        check_query(text, top, unit)
        if unit == BILLABLE:  # a heading and its code take one place of two
            request = replace(request, top=2 * top, unit=CONCEPT)
        if "evidence" in self._without:
            request = replace(request, order=ENCODER)
        with self.workspace.reading(db) as db:
            ranking = self._ranked(db, text, request)
            if request.order == EVIDENCE and is_unsure(ranking):
                ranking = for_sure_part(db, ranking, partial(self._ranked, db, request=request)) or ranking
            ways = partial(self.reader.ways, db, chosen=request.chosen)
            ranking = self._of_each_part(db, ranking, request, ways) or ranking
            ranking = as_far_as_accounted(replace(ranking, candidates=with_certainty(ranking.candidates, text, ways)))
        if unit == BILLABLE:
            ranking = replace(ranking, candidates=tuple(in_billable_codes(ranking.candidates))[:top])
        self.indexes.let_go_of_rows()
        return replace(ranking, milliseconds=(time.perf_counter() - started) * 1000)

    def _of_each_part(self, db: Database, whole: Ranking, request: RankingRequest, ways: Ways) -> Ranking | None:
        """The ranking of a text that joins several findings with what stands for each of them first; None of another,
        and where several terminologies are asked, each of which may be sure of something else."""
        if not request.by_parts or request.order != EVIDENCE or request.unit == NAME or len(request.chosen) != 1:
            return None
        splits = self.reader.splits(db, request.chosen)
        is_known = partial(self.reader.is_finding, db, chosen=request.chosen)
        beside = cache(partial(goes_with, db, request.chosen[0].slug))  # asked of a pair more than once
        search = PartSearch(partial(self._ranked, db, request=request), ways, is_known, beside)
        return with_each_part(whole, splits, search)

    def _ranked(self, db: Database, text: str, request: RankingRequest) -> Ranking:
        """The ranking of a text as a whole."""
        chosen, encoder, top, unit = request.chosen, request.encoder, request.top, request.unit
        exact = exact_candidates(db, text, chosen, self.shelves)
        imported = any(not candidate.added for candidate in exact)
        if not imported and (bare := self._bare(db, text, chosen)) != text:
            of_it = self._ranked(db, bare, request)
            found = with_added(self.order_in(db), exact, with_lost_side(of_it.candidates, text, bare), unit)[:top]
            return in_place_of(text, replace(of_it, query=bare), found)
        meant, meant_note, is_all = self._meant(db, text, chosen, exact, imported)
        if request.order == ENCODER:
            row, read = encoder.encode([meant])[0], [Reading(meant)]
            knows = bool(row.any())
            found = by_cosine(db, self.shelves, row, request) if knows else []
            note = "" if knows else UNREADABLE
        else:
            reads = self.reader.read(db, meant, chosen, encoder)
            by_terminology = self._gathered(db, meant, reads, request)
            read = list(dict.fromkeys(one for some in reads for one in some))
            found = by_evidence(db, self.order_in(db), by_terminology, chosen, top)
            note = note_on(meant, read) if found else UNREADABLE
        if exact:
            note = note if note == UNREADABLE else ""  # a name by itself: how else it may be read tells nothing
        else:
            indexes, texts = {one.slug: self.shelves.words(db, one) for one in chosen}, [one.text for one in read]
            found, unknown = as_far_as_known(meant.strip(), texts, indexes, self.reader.learnt_by(encoder), found)
            if not unknown and request.order == EVIDENCE:
                found, unknown = half_known(partial(self.reader.unknown_in, db, meant, chosen, encoder), found)
            if gone := retired_code(db, self.shelves, text, chosen) or withdrawn_code(db, text, chosen):
                found, unknown = list(map(guess, found)), gone
            note = unknown or note
        first = merged(self.order_in(db), exact, found, unit)[:top]
        codes = {one.slug: [each.concept_id for each in first if each.terminology == one.slug] for one in chosen}
        marks = {slug: coding_marks(db, slug, some) for slug, some in codes.items()}
        defaults = {slug: codes_below(db, slug, some) for slug, some in marks.items()}
        ranked = tuple(as_shown(first, meant, read, marks, defaults))
        note = meant_note if is_all else f"{meant_note} {note}".strip()
        return Ranking(text, request.encoder_id, ranked, note, 0.0, meant)

    def _meant(
        self, db: Database, text: str, chosen: Sequence[Terminology], exact: Sequence[Candidate], imported: bool
    ) -> RankedText:
        """What is ranked for a text with these exact matches (`imported`: people did not add all of them): an id says
        nothing to an encoder, so that the concept's name is ranked in its place."""
        if by_id := [candidate for candidate in exact if candidate.source == CONCEPT_ID]:
            name = by_id[-1].preferred_name
            if ids := several_codes(text):
                return RankedText(
                    name, f"{joined_with_and(ids)} are ids; the rest is ranked for “{name}”.", is_all=True
                )
            id = code_behind(text) or text.strip()
            return RankedText(name, f"{id} is an id; the rest is ranked for “{name}”.", is_all=True)
        if (named := named_code(db, text, chosen, self.shelves)) != text:
            return RankedText(named, f"{text.split()[0].rstrip(',;:')} is an id; ranked for “{named}”.")
        if added_to := "" if imported else self.reader.added_to(db, text, chosen):
            return RankedText(
                added_to, f"“{text.strip()}” was added to “{added_to}”; the rest is ranked for that.", is_all=True
            )
        return RankedText(text)

    def introduced(self, db: Database, text: str, chosen: Sequence[Terminology]) -> str:
        """The finding that a text which is no name introduces, “gout” of “Dx: gout”; else the text itself."""
        return self.reader.introduced(db, text, chosen)

    def listing(self, db: Database, text: str, chosen: Sequence[Terminology]) -> Listing:
        """The codes or findings that a text may list, none where it names one thing."""
        return self.reader.listing(db, text, chosen)

    def _bare(self, db: Database, text: str, chosen: Sequence[Terminology]) -> str:
        """What a text introduces, or the name that stands in it beside what is said around it; else the text itself, as
        where it denies that: “MI ruled out”."""
        bare = self.introduced(db, text, chosen)
        bare = bare if bare != text else self.reader.name_in(db, text, chosen) or text
        return bare if denies(bare) == denies(text) else text

    def candidates(self, db: Database, text: str, request: RankingRequest) -> tuple[Question, list[ConceptEvidence]]:
        """The candidates of the only terminology of a request with all that speaks for them, in no order, and the
        question that they answer."""
        reads = self.reader.read(db, text, request.chosen, request.encoder)
        ((question, found),) = self._gathered(db, text, reads, request)
        return question, found

    def _gathered(
        self, db: Database, text: str, reads: Sequence[tuple[Reading, ...]], request: RankingRequest
    ) -> list[tuple[Question, list[ConceptEvidence]]]:
        """The question that each chosen terminology is asked, and its candidates; `reads` are the readings for each."""
        chosen, encoder, by_name = request.chosen, request.encoder, request.unit == NAME
        first = partial(self._first, request)
        names = self._lenders.names(db, text, reads, chosen, encoder, first, request.not_lending)
        weights = None if request.to_learn_from else self.order_in(db).weights
        closely = CLOSELY if len(chosen) == 1 else OF_SEVERAL
        found = []
        for one, question in zip(chosen, questions(text, reads, names, encoder), strict=True):
            if request.between:
                request.between()
            imported, added = self.shelves.imported(db, one, encoder), self.shelves.added(db, one, encoder)
            found.append((question, gather(db, question, imported, added, request.top, by_name, weights, closely)))
        return found

    def _first(self, request: RankingRequest, db: Database, text: str, terminology: Terminology) -> Sequence[Candidate]:
        """The first candidate of a terminology for another text, ended and lent to as `request` says, if any."""
        alone = replace(request, chosen=[terminology], top=1, unit=CONCEPT, order=EVIDENCE)
        return self.rank(text, replace(alone, to_learn_from=False, by_parts=False), db).candidates[:1]
