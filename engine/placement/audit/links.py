"""Links that are wrong as such: those that close a cycle, and those that a longer way makes redundant."""

from __future__ import annotations

from collections.abc import Iterator

from engine.placement.audit.records import AuditedTerminology, Finding
from engine.placement.records import Fault
from engine.placement.tree import CYCLE, REDUNDANT

LINK_SCORE = {CYCLE: 1.0, REDUNDANT: 0.8}


def cycles(audited: AuditedTerminology) -> Iterator[Finding]:
    """A finding for each link that closes a cycle, `other` its parent; the reason holds the way round."""
    return _of_kind(CYCLE, audited)


def redundant_links(audited: AuditedTerminology) -> Iterator[Finding]:
    """A finding for each link beside a longer way, `other` its parent; the reason holds that way."""
    return _of_kind(REDUNDANT, audited)


def _of_kind(kind: str, audited: AuditedTerminology) -> Iterator[Finding]:
    for one in audited.faulty_links:
        if one.kind == kind:
            yield Finding(kind, one.child, one.child_name, one.parent, LINK_SCORE[kind], _reason(one))


def _reason(fault: Fault) -> str:
    way = " › ".join(fault.way)
    if fault.kind == CYCLE:
        return f"The parent {fault.parent_name} stands below it: {way}."
    return f"{fault.parent_name} stands above it by a longer way as well: {way}."
