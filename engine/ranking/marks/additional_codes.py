"""“Use additional code”: which codes are sent in beside one, by its notes and those of all above it."""

from __future__ import annotations

from engine.ranking.marks.excludes import spans_in
from engine.text.icd_codes import within
from store import concepts
from store.sqlite import Database

ADDITIONAL = "Use additional code"  # heading of the notes


def goes_with(db: Database, slug: str, code: str, other: str) -> bool:
    """Whether the notes of a code want another one beside it: those of I13.0 want the stage of the kidney disease."""
    notes = concepts.notes_up(db, slug, [code]).get(code, ())
    return any(within(other, one) for one in spans_in(notes, ADDITIONAL))
