"""ATC as tables hold it: the code of a class of drugs says which class is above it."""

from __future__ import annotations

import re
from collections.abc import Collection

CODE = re.compile(r"[A-Z](\d\d([A-Z]([A-Z](\d\d)?)?)?)?")
ABOVE = {7: 5, 5: 4, 4: 3, 3: 1}  # characters of a code -> of the one above


def holds(heading: str, codes: Collection[str]) -> bool:
    """Whether a column with this heading says that it holds ATC, and does."""
    return "atc" in heading.lower() and bool(codes) and all(CODE.fullmatch(code) for code in codes)


def above(code: str, codes: Collection[str]) -> list[str]:
    """The class directly above one, where it is among these.

    >>> above("A01AA01", {"A", "A01", "A01A"}), above("A01A", {"A", "A01"})
    ([], ['A01'])
    """
    parent = code[: ABOVE.get(len(code), 0)]
    return [parent] if parent in codes else []
