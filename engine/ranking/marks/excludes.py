"""Excludes1: which codes may not be sent in beside those chosen already, by the notes of both and of all above them."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence

from engine.text.counts import first_few
from engine.text.icd_codes import span, within
from store import concepts
from store.sqlite import Database

EXCLUDES = "Excludes1"  # heading of the notes
NAMED = 3  # codes that a mark names, so that it stays short
CODES = re.compile(r"\(([^()]*)\)\s*$")  # what a note ends with: “type 1 diabetes mellitus (E10.-)”


def excludes_marks(db: Database, slug: str, codes: Sequence[str], chosen: Sequence[str]) -> dict[str, str]:
    """Code -> “Excludes1: not with I21.9”, of the codes that a note forbids beside one of the `chosen` codes.

    A note of a code, or of one above it, holds for both sides, whichever of them it stands at. A note that covers the
    code that it is about too says nothing of it; notes that name no code, or more than codes (“with .44”), are not
    read.
    """
    if not chosen:
        return {}
    excluded = {code: spans_in(notes) for code, notes in concepts.notes_up(db, slug, {*codes, *chosen}).items()}
    found = {}
    for code in codes:
        against = dict.fromkeys(
            other
            for other in chosen
            if _excludes(excluded.get(code, ()), code, other) or _excludes(excluded.get(other, ()), other, code)
        )
        if against:
            found[code] = f"{EXCLUDES}: not with {first_few(list(against), NAMED)}"
    return found


def spans_in(notes: Sequence[str], heading: str = EXCLUDES) -> list[tuple[str, str]]:
    """First and last code of what notes of a concept, as JSON each, name under a heading; of one code both are the
    same.

    >>> spans_in(['{"Excludes1": ["type 1 diabetes (E10.-)", "pregnancy (O10-O11, O13.2)", "trauma - see Injury"]}'])
    [('E10', 'E10'), ('O10', 'O11'), ('O13.2', 'O13.2')]
    """
    found: list[tuple[str, str]] = []
    for text in notes:
        headed: Mapping[str, list[str]] = json.loads(text) if text else {}
        for line in "\n".join(headed.get(heading, ())).splitlines():
            listed = CODES.search(line)
            found += filter(None, map(span, listed[1].split(",") if listed else ()))
    return found


def _excludes(spans: Sequence[tuple[str, str]], code: str, other: str) -> bool:
    return any(within(other, one) and not within(code, one) for one in spans)
