"""Names that denote two concepts: the same text, as the workbench compares texts, under both."""

from __future__ import annotations

from collections.abc import Iterator

from engine.placement.audit.records import AuditedTerminology, Finding

AMBIGUOUS = "ambiguous name"
TWO_SYNONYMS, ONE_PREFERRED, TWO_PREFERRED = 0.75, 0.9, 1.0
RELATED = 0.15  # less where the two concepts stand side by side or one above the other


def ambiguous_names(audited: AuditedTerminology) -> Iterator[Finding]:
    """A finding for each further concept that has a name of an earlier one."""
    first: dict[str, int] = {}
    seen: set[tuple[str, str]] = set()
    for name, norm in enumerate(audited.norms):
        before = first.setdefault(norm, name)
        here, there = audited.codes[name], audited.codes[before]
        if here == there or (norm, here) in seen:
            continue
        seen.add((norm, here))
        count = audited.is_preferred(name) + audited.is_preferred(before)
        score = (TWO_SYNONYMS, ONE_PREFERRED, TWO_PREFERRED)[count]
        if audited.are_related(here, there):
            score -= RELATED
        reason = f"{audited.titles[there]} ({there}) has the name too."
        yield Finding(AMBIGUOUS, here, audited.texts[name], there, score, reason)
