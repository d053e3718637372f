"""Names with stray marks, which are no part of the name."""

from __future__ import annotations

from collections.abc import Iterator

from engine.placement.audit.records import AuditedTerminology, Finding
from engine.text.stray_marks import mark_of

STRAY = "stray mark"


def stray_marks(audited: AuditedTerminology) -> Iterator[Finding]:
    """A finding for each name with a stray mark, the clearest mark of it."""
    for name, text in enumerate(audited.texts):
        if mark := mark_of(text):
            yield Finding(STRAY, audited.codes[name], text, "", mark[0], f"The name {mark[1]}.")
