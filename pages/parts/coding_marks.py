"""What the marks of a code mean, for the rows that show them."""

from __future__ import annotations

from collections.abc import Iterable

MEANINGS = {
    "not billable": "The code is a category: one below it must be chosen before it can be sent in.",
    "7th character wanted": "The seventh character, which says what encounter it is, is missing.",
}
TAKE, TAKEN = "take ", "The code below it that is taken where nothing more is known."
EXCLUDED = "An Excludes1 note says that this code and the one chosen already are never coded together."


def with_meanings(marks: Iterable[str]) -> list[list[str]]:
    """Each mark with what it means, as a row draws them."""
    return [[mark, MEANINGS.get(mark, TAKEN if mark.startswith(TAKE) else EXCLUDED)] for mark in marks]
