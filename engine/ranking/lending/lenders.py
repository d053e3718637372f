"""Who lends a question names beside those typed: other terminologies, a terminology's own notes, and its headings for
what a family or somebody in a pregnancy has."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from functools import partial

from engine.models.protocol import NameEncoder
from engine.ranking.headings.histories import heading_for
from engine.ranking.headings.pregnancies import name_for
from engine.ranking.known_by_wording import KnownByWording
from engine.ranking.lending.bridges import lent_names
from engine.ranking.question import BRIDGE, LentName
from engine.ranking.reading.readings import Reading
from engine.ranking.request import RankingRequest
from engine.ranking.shelves.shelves import Shelves
from engine.text.findings.assertion import family_condition
from engine.text.findings.weeks_of_pregnancy import in_pregnancy_or_weeks
from store.records.terminology import Candidate, Terminology
from store.sqlite import Database

FirstOf = Callable[[str], Sequence[Candidate]]  # the first candidate of a terminology for a condition, if any


class Lenders:
    """All that lends names in a workspace."""

    def __init__(self, shelves: Shelves, known: KnownByWording, without: Container[str] = ()) -> None:
        """`without` are those of `engine.ranking.LEADS` that are left out."""
        self._shelves, self._known, self._without = shelves, known, without

    def names(
        self,
        db: Database,
        text: str,
        reads: Sequence[tuple[Reading, ...]],
        request: RankingRequest,
        first: Callable[[Terminology, str], Sequence[Candidate]],
    ) -> list[list[LentName]]:
        """The names lent to each terminology of a request, for a text that is read so for each.

        `first` ranks the condition of which a heading is sought, lent names as here, and gives the first candidate, if
        any.
        """
        chosen, encoder, not_lending = request.chosen, request.encoder, request.not_lending
        lent = {read: self._by_others(db, read, chosen, encoder) for read in dict.fromkeys(reads)}
        return [
            [
                *self._by_itself(db, text, read, one, partial(first, one) if request.headings else _none),
                *(name for slug, some in lent[read].items() if slug not in (one.slug, *not_lending) for name in some),
            ]
            for one, read in zip(chosen, reads, strict=True)
        ]

    def _by_others(
        self, db: Database, read: Sequence[Reading], chosen: Sequence[Terminology], encoder: NameEncoder
    ) -> dict[str, list[LentName]]:
        """The names that each terminology lends, by short name, of those that lend to one of the chosen."""
        found: dict[str, list[LentName]] = {}
        for one in [] if "bridges" in self._without else self._shelves.at_hand(db):
            if len(chosen) != 1 or one.slug != (chosen[0].newer or chosen[0].slug):  # no version lends to another one
                shelves = [self._shelves.imported(db, one, encoder), self._shelves.added(db, one, encoder).shelf]
                found[one.slug] = lent_names(db, read, shelves, self._shelves.wording(db, one.slug))
        return found

    def _by_itself(
        self, db: Database, text: str, read: Sequence[Reading], terminology: Terminology, first_of: FirstOf
    ) -> list[LentName]:
        """What a terminology's own Includes notes and headings lend."""
        if "includes" in self._without:
            return []
        return [
            *lent_names(db, read, [self._shelves.included(db, terminology)]),
            *self._of_family(db, read, terminology, first_of),
            *self._of_pregnancy(db, text, terminology, first_of),
        ]

    def _of_family(
        self, db: Database, read: Sequence[Reading], terminology: Terminology, first_of: FirstOf
    ) -> list[LentName]:
        """The heading under which a terminology puts what a family has, of a text that speaks of a family."""
        condition = next(filter(None, (family_condition(one.text) for one in read)), "")
        histories = self._shelves.histories(db, terminology.slug) if condition else []
        first = first_of(condition) if histories else []
        headings = [(heading_for(one.concept_id, histories, one.preferred_name), one.preferred_name) for one in first]
        return [LentName(name, BRIDGE, terminology.title, of) for name, of in headings if name]

    def _of_pregnancy(self, db: Database, text: str, terminology: Terminology, first_of: FirstOf) -> list[LentName]:
        """The name under which a terminology puts what somebody has in a pregnancy, of a text that says so itself (a
        reading may say so of what the text alone does not) and for which the dictionary has no form."""
        pregnancy = in_pregnancy_or_weeks(text)
        headings = self._shelves.pregnancies(db, terminology.slug) if pregnancy else []
        if pregnancy is None or not headings:
            return []
        dictionary = self._known.dictionary(db)
        if any(dictionary.find(one.split()) for one in pregnancy.names):
            return []
        names = [
            (name_for(one.concept_id, pregnancy, headings), one.preferred_name) for one in first_of(pregnancy.condition)
        ]
        return [LentName(name, BRIDGE, terminology.title, of) for name, of in names if name]


def _none(condition: str) -> Sequence[Candidate]:
    return ()
