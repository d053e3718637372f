"""Rank concepts for a text: exact matches first, marked, then by the learnt order or the encoder; edits count."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Container, Sequence

from sqlite_utils import Database

from engine.models.open import words_of
from engine.models.protocol import NameEncoder
from engine.ranking import ENCODER, EVIDENCE
from engine.ranking.bridges import lent_names
from engine.ranking.by_cosine import by_cosine
from engine.ranking.by_evidence import by_evidence
from engine.ranking.coding_marks import coding_marks, lacking_a_code
from engine.ranking.default_codes import default_codes
from engine.ranking.differing import as_shown
from engine.ranking.evidence import CLOSELY, OF_SEVERAL, ConceptEvidence, gather
from engine.ranking.exact import CONCEPT_ID, exact_candidates
from engine.ranking.histories import heading_for
from engine.ranking.merging import merged
from engine.ranking.order import LearntOrder, order_in_force
from engine.ranking.pregnancies import name_for
from engine.ranking.query_check import check_query
from engine.ranking.question import BRIDGE, LentName, Question, questions
from engine.ranking.readings import CORRECTED, EXPANDED, Reading, as_typed, readings
from engine.ranking.shelves import Shelves
from engine.ranking.unknown import as_far_as_known
from engine.retrieval.indexes import Indexes
from engine.terminology.abbreviations import workspace_dictionary
from engine.terminology.accents import AccentedNames
from engine.text import normalise
from engine.text.assertion import family_condition, undenied
from engine.text.clinical_dictionary import ICD10CM, ClinicalDictionary
from engine.text.pregnancy import in_pregnancy
from engine.text.weeks_of_pregnancy import in_trimester
from engine.workspace import Workspace
from store.records.terminology import Ranking, Terminology

UNREADABLE = "This encoder knows no part of what you typed, so only exact matches are shown; try other words."


class Ranker:
    """Answers queries over the terminologies of a workspace; keeps its indexes, words and deltas in memory."""

    def __init__(self, workspace: Workspace, order: LearntOrder | None = None, without: Container[str] = ()) -> None:
        """`order` stands in place of the one in force; `without` are those of LEADS that are left out."""
        self.workspace = workspace
        self._without = without
        self.shelves = Shelves(workspace)
        self._order = order
        self.accents = AccentedNames()
        self._learnt: dict[str, frozenset[str] | None] = {}  # an encoder's sha256 -> the words that it knows

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

    def rank(
        self,
        text: str,
        chosen: Sequence[Terminology],
        encoder: NameEncoder,
        encoder_id: str,
        top: int = 10,
        unit: str = "concept",
        db: Database | None = None,
        order: str = EVIDENCE,
        between: Callable[[], object] | None = None,
    ) -> Ranking:
        """The `top` best concepts (or names) of the chosen terminologies for `text`; BadInput for unusable text.

        With the order EVIDENCE candidates are found by vectors, by words, by other readings of the text (the
        workspace's dictionary) and by way of the workspace's other terminologies, and ordered by all that speaks for
        each; with ENCODER by the encoder's cosine alone. One connection serves the query: `db` where one is open.
        `between` is called before the candidates of each terminology are gathered; what it raises ends the ranking.
        """
        started = time.perf_counter()
        check_query(text, top, unit)
        with self.workspace.reading(db) as db:
            exact = exact_candidates(db, text, chosen, self.shelves.delta, self.accents)
            by_id = [candidate for candidate in exact if candidate.source == CONCEPT_ID]
            # An id says nothing to an encoder: the concept's name is ranked in its place.
            meant = by_id[-1].preferred_name if by_id else text
            if order == ENCODER:
                row, texts = encoder.encode([meant])[0], [meant]
                found = by_cosine(db, self.shelves, row, chosen, encoder, top, unit) if row.any() else []
                note = "" if row.any() else UNREADABLE
            else:
                reads = self._read(db, meant, chosen, encoder)
                asked = self._gathered(db, meant, reads, chosen, encoder, top, unit == "name", between=between)
                read = list(dict.fromkeys(one for some in reads for one in some))
                found, texts = by_evidence(db, self.order_in(db), asked, chosen, top), [one.text for one in read]
                note = note_on(meant, read) if found else UNREADABLE
            if exact:
                note = note if note == UNREADABLE else ""  # a name by itself: how else it may be read tells nothing
            else:
                indexes = [self.shelves.words(db, one) for one in chosen]
                found, unknown = as_far_as_known(meant.strip(), texts, indexes, self._learnt_by(encoder), found)
                note = unknown or note
            first = merged(self.order_in(db), exact, found, unit)[:top]
            codes = {one.slug: [each.concept_id for each in first if each.terminology == one.slug] for one in chosen}
            marks = {slug: coding_marks(db, slug, some) for slug, some in codes.items()}
            defaults = {slug: default_codes(db, slug, lacking_a_code(some)) for slug, some in marks.items()}
        ranked = tuple(as_shown(first, meant, texts, marks, defaults))
        if by_id:
            note = f"{text.strip()} is an id; the rest is ranked for “{meant}”."
        return Ranking(text, encoder_id, ranked, note, (time.perf_counter() - started) * 1000)

    def candidates(
        self,
        db: Database,
        text: str,
        terminology: Terminology,
        encoder: NameEncoder,
        top: int = 10,
        by_name: bool = False,
        to_learn_from: bool = False,
        not_lending: Collection[str] = (),
    ) -> tuple[Question, list[ConceptEvidence]]:
        """The candidates of one terminology for a text with all that speaks for them, in no order, and the question.

        `to_learn_from`: more candidates, chosen without the order in force. The terminologies `not_lending` lend no
        names.
        """
        reads = self._read(db, text, [terminology], encoder)
        ((asked, found),) = self._gathered(
            db, text, reads, [terminology], encoder, top, by_name, to_learn_from, not_lending
        )
        return asked, found

    def _read(
        self, db: Database, text: str, chosen: Sequence[Terminology], encoder: NameEncoder
    ) -> list[tuple[Reading, ...]]:
        """The readings of a text for each chosen terminology, with the dictionary of its wording."""
        wordings = [self.shelves.wording(db, one.slug) for one in chosen]
        found = {wording: self._read_in(db, text, wording, encoder) for wording in dict.fromkeys(wordings)}
        return [found[wording] for wording in wordings]

    def _read_in(self, db: Database, text: str, wording: str, encoder: NameEncoder) -> tuple[Reading, ...]:
        """The readings of a text by the words of every terminology and of the encoder; of what it denies, where no
        name denies it too."""
        every = [] if "spelling" in self._without else self.shelves.at_hand(db)
        dictionary = self._dictionary(db, wording)
        if (asked := undenied(text)) != text and dictionary.find(text.split()) is None:
            same = exact_candidates(db, text, self.shelves.at_hand(db), self.shelves.delta, self.accents)
            text = text if same else asked
        indexes = [self.shelves.words(db, one) for one in every]
        return tuple(readings(text, indexes, dictionary, self._learnt_by(encoder) or frozenset()))

    def _lent(
        self, db: Database, read: Sequence[Reading], chosen: Sequence[Terminology], encoder: NameEncoder
    ) -> dict[str, list[LentName]]:
        """The names that each terminology lends, by short name, of those that lend to one of the chosen."""
        lending: dict[str, list[LentName]] = {}
        for one in [] if "bridges" in self._without else self.shelves.at_hand(db):
            if len(chosen) != 1 or one.slug != (chosen[0].newer or chosen[0].slug):  # no version lends to another one
                shelves = [self.shelves.imported(db, one, encoder), self.shelves.added(db, one, encoder).shelf]
                lending[one.slug] = lent_names(db, read, shelves)
        return lending

    def _of_family(
        self, db: Database, read: Sequence[Reading], terminology: Terminology, encoder: NameEncoder
    ) -> list[LentName]:
        """The heading under which a terminology puts what a family has, of a text that speaks of a family."""
        condition = next(filter(None, (family_condition(one.text) for one in read)), "")
        histories = self.shelves.histories(db, terminology.slug) if condition else []
        if not histories:
            return []
        first = self.rank(condition, [terminology], encoder, "", 1, db=db).candidates[:1]
        headings = [(heading_for(one.concept_id, histories), one.preferred_name) for one in first]
        return [LentName(name, BRIDGE, terminology.title, of) for name, of in headings if name]

    def _of_pregnancy(self, db: Database, text: str, terminology: Terminology, encoder: NameEncoder) -> list[LentName]:
        """The name under which a terminology puts what somebody has in a pregnancy, of a text that says so itself (a
        reading may say so of what the text alone does not) and for which the dictionary has no form."""
        asked = in_pregnancy(in_trimester(text) or text)
        headings = self.shelves.pregnancies(db, terminology.slug) if asked else []
        if asked is None or not headings:
            return []
        dictionary = self._dictionary(db)
        if any(dictionary.find(one.split()) for one in asked.names):
            return []
        first = self.rank(asked.condition, [terminology], encoder, "", 1, db=db).candidates[:1]
        names = [(name_for(one.concept_id, asked, headings), one.preferred_name) for one in first]
        return [LentName(name, BRIDGE, terminology.title, of) for name, of in names if name]

    def _dictionary(self, db: Database, wording: str = ICD10CM) -> ClinicalDictionary:
        """The dictionary of the workspace for terminologies of a wording, an empty one where it is left out."""
        none = "dictionary" in self._without
        return ClinicalDictionary(()) if none else workspace_dictionary(self.workspace, db, wording)

    def _gathered(
        self,
        db: Database,
        text: str,
        reads: Sequence[tuple[Reading, ...]],
        chosen: Sequence[Terminology],
        encoder: NameEncoder,
        top: int,
        by_name: bool,
        to_learn_from: bool = False,
        not_lending: Collection[str] = (),
        between: Callable[[], object] | None = None,
    ) -> list[tuple[Question, list[ConceptEvidence]]]:
        """The question that each chosen terminology is asked, and its candidates; `reads` are the readings for each."""
        lent = {read: self._lent(db, read, chosen, encoder) for read in dict.fromkeys(reads)}
        noted = [] if "includes" in self._without else chosen
        names = [
            [
                *lent_names(db, read, [self.shelves.included(db, one)] if one in noted else []),
                *(self._of_family(db, read, one, encoder) if one in noted else []),
                *(self._of_pregnancy(db, text, one, encoder) if one in noted else []),
                *(name for slug, some in lent[read].items() if slug not in (one.slug, *not_lending) for name in some),
            ]
            for one, read in zip(chosen, reads, strict=True)
        ]
        weights = None if to_learn_from else self.order_in(db).weights
        closely = CLOSELY if len(chosen) == 1 else OF_SEVERAL
        found = []
        for one, asked in zip(chosen, questions(text, reads, names, encoder), strict=True):
            if between:
                between()
            imported, added = self.shelves.imported(db, one, encoder), self.shelves.added(db, one, encoder)
            found.append((asked, gather(db, asked, imported, added, top, by_name, weights, closely)))
        return found

    def _learnt_by(self, encoder: NameEncoder) -> frozenset[str] | None:
        """The words that an encoder learnt, None where it has no list of them; gathered once."""
        if encoder.sha256 not in self._learnt:
            self._learnt[encoder.sha256] = words_of(encoder)
        return self._learnt[encoder.sha256]


def note_on(text: str, read: Sequence[Reading]) -> str:
    """What a person should know of how a text was read; "" where it was read as it stands."""
    others = [as_typed(one.text, text) for one in read if one.kind in (CORRECTED, EXPANDED)]
    denied = f"What is denied is searched: “{undenied(text)}”. " if read[0].text != normalise(text) else ""
    note = f"Read as {' or '.join(f'“{one}”' for one in others[:3])}." if others else ""
    each = {one.finding: f"“{as_typed(one.text, text)}”" for one in reversed(read) if one.finding}
    if each:
        note = f"Read as {' and '.join(each[at] for at in sorted(each))}, each by itself."
    return (denied + note).strip()
