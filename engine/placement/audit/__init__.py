"""What may be wrong in a whole terminology, most telling first: each kind of finding is one file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

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
KINDS = (DUPLICATE, FAR, MISPLACED, AMBIGUOUS, MISSING, REDUNDANT, CYCLE, STRAY)


@dataclass(frozen=True)
class AuditReport:
    """The findings, most telling first, and how many there are of each of KINDS."""

    findings: tuple[Finding, ...]
    counts: dict[str, int]


def audit(audited: Audited, others: Sequence[Elsewhere] = ()) -> Iterator[Event]:
    """Look for every kind of fault; Progress, then Finished with {"report"}, an AuditReport.

    others: further terminologies, whose names may be missing here.
    """
    found: list[Finding] = []
    for place, (kind, look) in enumerate(SINGLE.items()):
        yield Progress(place, len(SINGLE) + 1, f"Looking for {kind}")
        found += look(audited)
    yield Progress(len(SINGLE), len(SINGLE) + 1, f"Looking for {MISSING}")
    found += missing_synonyms(audited, others)
    order = {kind: place for place, kind in enumerate(KINDS)}
    found.sort(key=lambda one: (-one.score, order[one.kind], one.concept, one.name))
    counted = Counter(one.kind for one in found)
    yield Finished({"report": AuditReport(tuple(found), {kind: counted[kind] for kind in KINDS})})
