"""What may be wrong in a whole terminology, most telling first: each kind of finding is one file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from engine.events import Event, Finished, Progress
from engine.placement.audit.ambiguous import AMBIGUOUS, ambiguous_names
from engine.placement.audit.duplicates import DUPLICATE, duplicates
from engine.placement.audit.far_names import FAR, far_names
from engine.placement.audit.links import faulty_links
from engine.placement.audit.misplaced import MISPLACED, misplaced_concepts
from engine.placement.audit.missing import MISSING, Elsewhere, missing_synonyms
from engine.placement.audit.records import Audited, Finding
from engine.placement.audit.stray import STRAY, stray_marks
from engine.placement.tree import CYCLE, REDUNDANT

SINGLE: dict[str, Callable[[Audited], Iterator[Finding]]] = {
    "links": faulty_links,
    STRAY: stray_marks,
    AMBIGUOUS: ambiguous_names,
    FAR: far_names,
    DUPLICATE: duplicates,
    MISPLACED: misplaced_concepts,
}
Look = Callable[[Audited, Sequence[Elsewhere]], Iterator[Finding]]
KINDS = (DUPLICATE, FAR, MISPLACED, AMBIGUOUS, MISSING, REDUNDANT, CYCLE, STRAY)


@dataclass(frozen=True)
class AuditReport:
    """The findings, most telling first, and how many there are of each of KINDS."""

    findings: tuple[Finding, ...]
    counts: dict[str, int]


def _alone(
    look: Callable[[Audited], Iterator[Finding]], audited: Audited, others: Sequence[Elsewhere]
) -> Iterator[Finding]:
    return look(audited)


LOOKS: dict[str, Look] = {kind: partial(_alone, look) for kind, look in SINGLE.items()} | {MISSING: missing_synonyms}


def audit(audited: Audited, others: Sequence[Elsewhere] = ()) -> Iterator[Event]:
    """Look for every kind of fault; Progress, then Finished with {"report"}, an AuditReport.

    others: further terminologies, whose names may be missing here.
    """
    found: list[Finding] = []
    for place, (kind, look) in enumerate(LOOKS.items()):
        yield Progress(place, len(LOOKS), f"Looking for {kind}")
        found += look(audited, others)
    yield Finished({"report": report_of(found)})


def report_of(found: Iterable[Finding]) -> AuditReport:
    """The report of all findings."""
    order = {kind: place for place, kind in enumerate(KINDS)}
    ordered = sorted(found, key=lambda one: (-one.score, order[one.kind], one.concept, one.name))
    counted = Counter(one.kind for one in ordered)
    return AuditReport(tuple(ordered), {kind: counted[kind] for kind in KINDS})
