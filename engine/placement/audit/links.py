"""Links that are wrong as such: those that close a cycle, and those that a longer way makes redundant."""

from __future__ import annotations

from collections.abc import Iterator

from engine.placement import tree
from engine.placement.audit.records import Audited, Finding
from engine.placement.records import Fault
from engine.placement.tree import CYCLE, REDUNDANT

LINK_SCORE = {CYCLE: 1.0, REDUNDANT: 0.8}


def faulty_links(audited: Audited) -> Iterator[Finding]:
    """A finding for each faulty link, `other` its parent; the reason holds the way that makes it so."""
    found = tree.faulty_links(audited.family)
    for one in found:
        yield Finding(one.kind, one.child, one.child_name, one.parent, LINK_SCORE[one.kind], _reason(one))


def _reason(fault: Fault) -> str:
    way = " › ".join(fault.way)
    if fault.kind == CYCLE:
        return f"The parent {fault.parent_name} stands below it: {way}."
    return f"{fault.parent_name} stands above it by a longer way as well: {way}."
