"""What may have been meant by a code that no concept has: a comma for a point, O for 0, a digit too many."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from engine.terminology.concept_card import ConceptRef
from engine.terminology.preferred_names import with_chosen_names
from engine.text.codes import code_readings
from store import terminologies
from store.sqlite import Database

LIKE_A_CODE = re.compile(
    r"[A-Z0-9][0-9OIL][0-9A-Z](?:[.,][0-9A-Z]{1,5}|[0-9A-Z]{0,5})|[A-Z][A-Z_]{1,11}[:_]\d{1,10}", re.IGNORECASE
)
DIGITS, LETTERS = str.maketrans("OIL", "011"), str.maketrans("01", "OI")
BEGINS = 3  # characters that stay as they were typed
MOST = 4  # codes that are offered
WRONG = 2  # characters at the end that may be wrong


def near_codes(db: Database, slugs: Sequence[str], typed: str) -> list[ConceptRef] | None:
    """The concepts in use whose codes are nearest to `typed`, best first; None where that is no code, or is one that a
    concept has.
    """
    typed = typed.strip()
    if not LIKE_A_CODE.fullmatch(typed) or not any(one.isdigit() for one in typed) or _with(db, slugs, typed):
        return None
    for spelling in _spellings(typed.upper()):
        if found := _with(db, slugs, spelling):
            return found[:MOST]
    written = typed.upper().replace(",", ".")
    alike: dict[int, list[ConceptRef]] = {}
    for code, preferred in terminologies.codes_beginning(db, slugs, written[: max(BEGINS, len(written) - WRONG)]):
        alike.setdefault(_shared(written, code.upper()), []).append(ConceptRef(code, preferred))
    if not alike:
        return []
    nearest = sorted(alike[max(alike)], key=lambda one: (len(one.id), one.id))[:MOST]
    return list(dict.fromkeys([*nearest, *_above(db, slugs, written)]))


def _above(db: Database, slugs: Sequence[str], written: str) -> list[ConceptRef]:
    """The concept with the longest code that a written one begins with, where there is one."""
    shorter = [written[:cut].rstrip(".") for cut in range(BEGINS, len(written))]
    found: dict[str, str] = {}
    for slug in slugs:
        found |= with_chosen_names(db, slug, terminologies.preferred_of(db, slug, shorter))
    return [ConceptRef(code, found[code]) for code in sorted(found, key=len)[-1:]]


def _with(db: Database, slugs: Sequence[str], typed: str) -> list[ConceptRef]:
    rows = (row for reading in code_readings(typed) for row in terminologies.by_code(db, slugs, reading))
    return list(dict.fromkeys(ConceptRef(row["code"], row["preferred"]) for row in rows))


def _spellings(typed: str) -> Iterator[str]:
    """The code with a point for its comma, and with what looks alike put right: digits behind a letter."""
    pointed = typed.replace(",", ".")
    yield pointed
    yield pointed[0].translate(LETTERS) + pointed[1:].translate(DIGITS)
    if pointed[0] == "L":
        yield "I" + pointed[1:].translate(DIGITS)


def _shared(one: str, other: str) -> int:
    """How many characters two texts have in common at their beginning."""
    return next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
