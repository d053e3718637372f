"""The findings of an audit, worked one by one: resolved by an edit, refused, or flagged for somebody else."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from engine.errors import BadInput, NotFound
from engine.terminology import editing
from engine.terminology.concept_card import ConceptCard
from engine.terminology.person import DECIDING, named
from engine.workspace import Workspace
from store import findings
from store.findings import FLAGGED, REFUSED, RESOLVED, AuditFinding
from store.history import FINDING
from store.records.terminology import Entry
from store.sqlite import Database

if TYPE_CHECKING:
    from engine.placement.audit.remedies import Remedy

GONE = "There is no finding {} any more; look at the newest audit."


@dataclass(frozen=True)
class FindingCase:
    """A finding with the concepts that it is about, as they stand now (None: none, or gone), and what mends it."""

    finding: AuditFinding
    here: ConceptCard | None
    there: ConceptCard | None
    instead: ConceptCard | None
    remedies: tuple[Remedy, ...]


class AuditFindings:
    """Lists what an audit found and keeps what people decide about it."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace

    def counts(self, audit: int) -> dict[tuple[str, str], int]:
        """(kind, state) -> how many findings of an audit are of these; states: open, flagged, refused, resolved."""
        with self._workspace.reading() as db:
            return findings.counts(db, audit)

    def numbers(self, audit: int, kind: str = "", state: str = "") -> list[int]:
        """The numbers of an audit's findings of a kind and state (“”: any), most telling first."""
        with self._workspace.reading() as db:
            return findings.chosen(db, audit, kind, state)

    def read(self, numbers: list[int]) -> list[AuditFinding]:
        """The findings with these numbers, in their order; those that a newer audit has replaced are left out."""
        with self._workspace.reading() as db:
            return findings.read(db, numbers)

    def of_entry(self, entry: Entry) -> int:
        """The number of the finding that an entry of the history decided, took back or decided again; 0 for none."""
        with self._workspace.reading() as db:
            return next(iter(findings.decided_in(db, entry.batch)), 0) if entry.kind == FINDING else 0

    def case(self, number: int, name: str = "") -> FindingCase:
        """A finding with its concepts and remedies; `name` is what to write instead of a name with a stray mark.

        NotFound when a newer audit has replaced it.
        """
        from engine.placement.audit.kinds import Case, remedies_of
        from engine.placement.records import MISSING_SYNONYM

        found = next(iter(self.read([number])), None)
        if found is None:
            raise NotFound(GONE.format(number))
        other = "" if found.kind == MISSING_SYNONYM else found.other
        ids = (found.concept, other, found.instead)
        cards = editing.cards(self._workspace, found.terminology, filter(None, ids))
        here, there, instead = map(cards.get, ids)
        return FindingCase(found, here, there, instead, tuple(remedies_of(Case(found, here, there, instead, name))))

    def resolve(self, number: int, who: str, remedy: int = 0, comment: str = "", name: str = "") -> str:
        """Mends a finding by its remedy of this place; what that did in words. The edits and the decision are one undo.

        One that was refused or flagged can be mended as one that is open. BadInput when it is resolved already, or when
        nothing mends it.
        """
        who, case = named(who, *DECIDING), self.case(number, name)
        one = case.finding
        reason = comment.strip() or f"audit: {one.kind}"
        with self._workspace.writing() as db:
            _undecided(db, one, (RESOLVED,), who)
            if not 0 <= remedy < len(case.remedies):
                raise BadInput("No edit here mends this finding; refuse it, or flag it for somebody else.")
            audit = findings.newest(db, one.terminology)
            seen = {"model": audit.encoder, "model_sha256": audit.encoder_sha256} if audit else {}
            chosen = case.remedies[remedy]
            changes = [replace(change, reason=reason, score=one.score, **seen) for change in chosen.changes]
            title = f"Resolved {_in_words(one)}: {chosen.does}"
            entry = findings.decide(db, one, RESOLVED, comment.strip(), who, title)
            editing.apply_in(db, self._workspace, changes, who, act=entry)
        return chosen.does

    def refuse(self, number: int, who: str, comment: str = "") -> AuditFinding:
        """Says that nothing is wrong there: no later audit of this workspace shows the finding as open; the finding."""
        return self._decided(number, REFUSED, who, comment)

    def flag(self, number: int, who: str, comment: str = "") -> AuditFinding:
        """Leaves a finding for somebody else to look at; the finding."""
        return self._decided(number, FLAGGED, who, comment)

    def _decided(self, number: int, decision: str, who: str, comment: str) -> AuditFinding:
        who, one = named(who, *DECIDING), self.case(number).finding
        with self._workspace.writing() as db:
            _undecided(db, one, (decision, RESOLVED), who)
            findings.decide(db, one, decision, comment.strip(), who, f"{decision.capitalize()} {_in_words(one)}")
        return one


def _undecided(db: Database, one: AuditFinding, states: Collection[str], who: str) -> None:
    """Raises BadInput where a finding is in one of the states by now, NotFound where a newer audit has replaced it."""
    now = next(iter(findings.read(db, [one.id])), None)
    if now is None:
        raise NotFound(GONE.format(one.id))
    if now.state in states:
        raise BadInput(_decided_already(now, who))


def _decided_already(one: AuditFinding, who: str) -> str:
    """That a finding is decided, and how `who` takes that back: Undo is of one's own actions."""
    back = "“Undo”" if one.who == who else "the page History"
    words = _in_words(one)
    return f"{words[0].upper()}{words[1:]}: {one.who} has {one.state} that already; {back} takes it back."


def _in_words(one: AuditFinding) -> str:
    return f"{one.kind} “{one.name}” of {one.concept}"
