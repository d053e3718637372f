"""Numbers that are given once: what is gone leaves its number to nobody, also where a copy was put back.

What people did keeps naming a thing by its number after it was deleted, and must not be about another one. The highest
number given is a setting; where a workspace has none yet, it is the highest that anything still names.
"""

from __future__ import annotations

from store import settings
from store.reading import value
from store.sqlite import Database

RUN, FILE, ANSWER, TERMINOLOGY = "highest run", "highest normalisation", "highest answer", "highest terminology"
SAID_OF_ANSWERS = ("judgements", "mention_attributes", "mention_spans")
FILE_OF_RUN = "coalesce(json_extract(recipe, '$.normalisation'), json_extract(result, '$.normalisation'))"
NAMED = {  # setting -> the highest numbers of its things, and of those that anything still names
    RUN: ("max(id) FROM runs",),
    FILE: (
        "max(id) FROM normalisations",
        f"max({FILE_OF_RUN}) FROM runs WHERE kind IN ('normalise', 'recheck')",
        *(f"max(normalisation) FROM {table}" for table in SAID_OF_ANSWERS),
    ),
    ANSWER: ("max(id) FROM answers", *(f"max(answer) FROM {table}" for table in SAID_OF_ANSWERS)),
    TERMINOLOGY: ("max(id) FROM terminologies", "max(number) FROM terminology_states"),
}


def highest(db: Database, of: str) -> int:
    """The highest number given so far of what one of NAMED counts; 0 before the first."""
    named = (value(db, f"SELECT {found}") or 0 for found in NAMED[of])
    return max(int(settings.get(db, of, "0")), *map(int, named))


def give(db: Database, of: str, many: int = 1) -> int:
    """The first of `many` numbers, one after another, that nothing ever had; they are given with it."""
    last = highest(db, of)
    settings.put(db, of, str(last + many))
    return last + 1
