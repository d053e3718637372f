"""Numbers with their nouns, shares in per cent and lists, for sentences that a person reads."""

from __future__ import annotations

import math
from collections.abc import Sequence


def count(number: int, one: str, many: str = "") -> str:
    """A number with its noun.

    >>> count(1, "name"), count(98_505, "name"), count(2, "branch", "branches")
    ('1 name', '98,505 names', '2 branches')
    """
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def percent(share: float) -> str:
    """A share in whole per cent; less than the whole is never told as 100 %.

    >>> percent(0.934), percent(0.995), percent(0.9999), percent(1)
    ('93 %', '99.5 %', '99.9 %', '100 %')
    """
    whole = f"{100 * share:.0f} %"
    return whole if share >= 1 or whole != "100 %" else f"{math.floor(1_000 * share) / 10} %"


def joined_with_and(some: Sequence[str]) -> str:
    """All of a list, in a sentence.

    >>> joined_with_and(["a"]), joined_with_and(["a", "b"]), joined_with_and(["a", "b", "c"]), joined_with_and([])
    ('a', 'a and b', 'a, b and c', '')
    """
    return " and ".join([", ".join(some[:-1]), some[-1]]) if len(some) > 1 else "".join(some)


def first_few(some: Sequence[str], most: int) -> str:
    """At most so many of a list, and how many more there are.

    >>> first_few(["a", "b", "c"], 2), first_few(["a"], 2)
    ('a, b and 1 more', 'a')
    """
    return ", ".join(some[:most]) + (f" and {len(some) - most:,} more" if len(some) > most else "")


def duration(seconds: float) -> str:
    """Seconds in words short enough for a label.

    >>> duration(3), duration(42), duration(200), duration(7_500)
    ('under 5 s', '40 s', '3 min', '2 h 5 min')
    """
    if seconds < 5:
        return "under 5 s"
    if seconds < 90:
        return f"{round(seconds / 5) * 5 if seconds > 20 else round(seconds)} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 60 else f"{minutes // 60} h {minutes % 60} min"
