"""A code that is no longer in use, by the release or because people retired or merged its concept: said, for nobody
mistyped it."""

from __future__ import annotations

from collections.abc import Sequence

from engine.ranking.shelves.shelves import Shelves
from engine.terminology.edited_view import edited_view_in
from engine.terminology.retired import retired
from engine.text.codes import code_readings
from store import terminologies
from store.records.terminology import Terminology
from store.sqlite import Database

WITHDRAWN = "{} {} was withdrawn with the release of {}, so what follows is a guess."
RETIRED = "{} What follows is a guess."


def withdrawn_code(db: Database, text: str, chosen: Sequence[Terminology]) -> str:
    """The sentence about a text that is the code of a concept in an older version of one of the `chosen`, whose next
    one no longer has it; "" for any other text."""
    if not (readings := code_readings(text)):
        return ""
    every = terminologies.all_terminologies(db)
    for newest in chosen:
        next_one = newest
        for one in (older for older in every if older.newer == newest.slug):  # the newest of them first
            for row in (row for code in readings for row in terminologies.by_code(db, [one.slug], code)):
                if not row["obsolete"]:
                    when = next_one.version or next_one.imported[:10]
                    return WITHDRAWN.format(row["code"], row["preferred"], when)
            next_one = one
    return ""


def retired_code(db: Database, shelves: Shelves, text: str, chosen: Sequence[Terminology]) -> str:
    """The sentence about a text that is the code of a concept of one of the `chosen` which people retired or merged;
    "" for any other text."""
    for one in chosen if (readings := code_readings(text)) else ():
        gone = {code.casefold(): code for code in shelves.delta(db, one.slug).without}
        for code in (gone[reading.casefold()] for reading in readings if reading.casefold() in gone):
            now = edited_view_in(db, shelves.workspace, one.slug)
            if sentence := retired(db, now, one.slug, code, one.title):
                return RETIRED.format(sentence)
    return ""
