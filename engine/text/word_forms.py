"""Whether two words are one word in two forms: “obstructed” and “obstruction”."""

from __future__ import annotations

from functools import lru_cache

SHARED, SHARE = 6, 0.6  # letters at which both begin, and which share that is of the longer one
KINDS = ("itis", "oma", "emia", "ectomy", "otomy", "ostomy", "plasty", "algia", "uria", "pathy")  # say what it is


@lru_cache(maxsize=100_000)
def alike(one: str, other: str) -> bool:
    """Whether two words in small letters are forms of one.

    >>> alike("obstructed", "obstruction"), alike("gangrenous", "gangrene"), alike("hepatic", "hepatitis")
    (True, True, False)
    """
    if one == other:
        return True
    shared = next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    if shared < SHARED or shared < SHARE * max(len(one), len(other)):
        return False
    return next(filter(one.endswith, KINDS), "") == next(filter(other.endswith, KINDS), "")
