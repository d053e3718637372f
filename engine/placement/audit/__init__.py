"""What may be wrong in a whole terminology, most telling first; `kinds` lists what is looked for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from engine.events import Event, Finished, Progress
from engine.placement.audit.kinds import KINDS
from engine.placement.audit.records import AuditedTerminology, Finding


@dataclass(frozen=True)
class AuditReport:
    """The findings, most telling first, and how many there are of each of KINDS."""

    findings: tuple[Finding, ...]
    counts: dict[str, int]


def audit(audited: AuditedTerminology) -> Iterator[Event]:
    """Look for every kind of fault; Progress, then Finished with {"report"}, an AuditReport."""
    found: list[Finding] = []
    for place, (name, kind) in enumerate(KINDS.items()):
        yield Progress(place, len(KINDS), f"Looking for {name}")
        found += kind.look(audited)
    yield Finished({"report": report_of(found)})


def report_of(found: Iterable[Finding]) -> AuditReport:
    """The report of all findings."""
    order = {kind: place for place, kind in enumerate(KINDS)}
    ordered = sorted(found, key=lambda one: (-one.score, order[one.kind], one.concept, one.name))
    counted = Counter(one.kind for one in ordered)
    return AuditReport(tuple(ordered), {kind: counted[kind] for kind in KINDS})
