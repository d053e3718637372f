"""The kinds of findings: each is one file that looks for it, and one line here."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from engine.placement.audit import remedies
from engine.placement.audit.ambiguous import AMBIGUOUS, ambiguous_names
from engine.placement.audit.duplicates import DUPLICATE, duplicates
from engine.placement.audit.far_names import FAR, far_names
from engine.placement.audit.links import CYCLE, REDUNDANT, cycles, redundant_links
from engine.placement.audit.misplaced import MISPLACED, misplaced_concepts
from engine.placement.audit.missing import missing_synonyms
from engine.placement.audit.records import AuditedTerminology, Finding
from engine.placement.audit.remedies import Case, Remedy
from engine.placement.audit.stray import STRAY, stray_marks
from engine.placement.records import MISSING_SYNONYM


@dataclass(frozen=True)
class FindingKind:
    """A kind of finding: its title in the window, what looks for it, and what mends it, the likeliest first."""

    title: str
    look: Callable[[AuditedTerminology], Iterator[Finding]]
    mend: Callable[[Case], Iterator[Remedy]]


KINDS = {
    DUPLICATE: FindingKind("Duplicate concepts", duplicates, remedies.merge_concepts),
    FAR: FindingKind("Far synonyms", far_names, remedies.move_name),
    MISPLACED: FindingKind("Misplaced concepts", misplaced_concepts, remedies.move_concept),
    AMBIGUOUS: FindingKind("Ambiguous names", ambiguous_names, remedies.withdraw_from_one),
    MISSING_SYNONYM: FindingKind("Missing synonyms", missing_synonyms, remedies.add_name),
    REDUNDANT: FindingKind("Redundant links", redundant_links, remedies.withdraw_link),
    CYCLE: FindingKind("Cycles", cycles, remedies.withdraw_link),
    STRAY: FindingKind("Stray marks", stray_marks, remedies.rewrite_name),
}


def remedies_of(case: Case) -> list[Remedy]:
    """The edits that mend a finding as things stand now, the likeliest first."""
    return list(KINDS[case.finding.kind].mend(case)) if case.here is not None else []
