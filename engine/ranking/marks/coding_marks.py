"""What a coder must know of a code when choosing it: not billable, another character wanted, excluded by another."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from engine.ranking.marks.default_codes import DefaultCode, default_codes
from engine.ranking.marks.excludes import excludes_marks
from store import concepts
from store.records.terminology import BILLABLE_NOTE
from store.sqlite import Database

NOT_BILLABLE, SEVENTH, TAKE = "not billable", "7th character wanted", "take"
DEEPEST = 4  # levels below a category
WHOLE = 7  # characters of a code with the one that says which encounter it is


def coding_marks(
    db: Database, slug: str, codes: Sequence[str], chosen: Sequence[str] = ()
) -> dict[str, tuple[str, ...]]:
    """Code -> all its marks; codes without one are left out. `chosen` are codes that stand beside it already."""
    billing, excluded = _billing_marks(db, slug, codes), excludes_marks(db, slug, codes, chosen)
    return {
        code: (*billing.get(code, ()), *([excluded[code]] if code in excluded else []))
        for code in codes
        if code in billing or code in excluded
    }


def marks_and_code(
    db: Database, slug: str, codes: Sequence[str], chosen: Sequence[str] = ()
) -> dict[str, tuple[str, ...]]:
    """The same with “take E11.9” behind “not billable”, where one code below is taken if nothing more is known."""
    marks = coding_marks(db, slug, codes, chosen)
    taken = codes_below(db, slug, marks)
    return {
        code: (some[0], f"{TAKE} {taken[code].code}", *some[1:]) if code in taken else some
        for code, some in marks.items()
    }


def codes_below(db: Database, slug: str, marks: Mapping[str, Sequence[str]]) -> dict[str, DefaultCode]:
    """Heading -> the code by default below it, of those in `marks` (`coding_marks`) that want nothing but such a code.

    One that wants its seventh character has none: nobody but who writes the record knows which encounter it is.
    """
    lacking = [code for code, some in marks.items() if NOT_BILLABLE in some and SEVENTH not in some]
    return default_codes(db, slug, lacking)


def is_billable(db: Database, slug: str, code: str) -> bool:
    """Whether a terminology's notes say that a code may be sent in as it stands."""
    return bool(_billable(concepts.notes_of(db, slug, [code])))


def _billing_marks(db: Database, slug: str, codes: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """Code -> NOT_BILLABLE, and SEVENTH where only its seventh character is missing; codes without a mark are left out.

    {} for a terminology in which no code of `codes`, nor one below them, is said to be billable.
    """
    notes = concepts.notes_of(db, slug, codes)
    below = concepts.codes_below(db, slug, codes)
    billable = _billable(notes)
    further, deeper = billable, below
    for _ in range(DEEPEST):  # down the first children: “J03” has none that is billable itself
        if further or not deeper:
            break
        first = [children[0] for children in deeper.values()]
        further, deeper = _billable(concepts.notes_of(db, slug, first)), concepts.codes_below(db, slug, first)
    if not further:
        return {}
    found: dict[str, tuple[str, ...]] = {}
    for code in codes:
        if code in billable or code not in notes:
            continue
        whole = bool(below.get(code)) and all(len(child.replace(".", "")) == WHOLE for child in below[code])
        found[code] = (NOT_BILLABLE, SEVENTH) if whole else (NOT_BILLABLE,)
    return found


def _billable(notes: Mapping[str, str | None]) -> set[str]:
    """The codes whose notes say that they are."""
    return {code for code, text in notes.items() if text and BILLABLE_NOTE in json.loads(text)}
