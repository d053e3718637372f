"""A code that the release in use no longer has, though an older one beside it has: said, for nobody mistyped it."""

from __future__ import annotations

from collections.abc import Sequence

from engine.text.codes import code_readings
from store import terminologies
from store.records.terminology import Terminology
from store.sqlite import Database

WITHDRAWN = "{} {} was withdrawn with the release of {}, so what follows is a guess."


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
