"""Whether the code that a line is tied to can be sent in, in a column of an export, where the terminology says so."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace

from store import concepts
from store.records.normalisation import DECIDED, Line
from store.records.terminology import BILLABLE_NOTE
from store.sqlite import Database

COLUMN = "billable"


def billable_codes(db: Database, slug: str) -> set[str]:
    """The codes of a terminology that can be sent in; none where it does not say so of any."""
    return concepts.codes_with_notes(db, slug, BILLABLE_NOTE)


def with_billable(lines: Iterable[Line], codes: Collection[str], at: int | None = None) -> Iterator[Line]:
    """The lines with “yes” or “no” of the code that was decided, else of the one that was found: in the extra column
    `at`, which a loaded export has for it, else in one more after all others."""
    for line in lines:
        code = line.decided_concept if line.decision in DECIDED else line.concept
        billable = "" if not code else "yes" if code in codes else "no"
        before, after = (line.extra, ()) if at is None else (line.extra[:at], line.extra[at + 1 :])
        yield replace(line, extra=(*before, billable, *after))
