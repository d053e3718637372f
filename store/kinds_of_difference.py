"""Kinds of difference as a column of lines keeps them, “side, number”: which lines have one, and how many each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

BETWEEN = ", "


def has_kind(column: str) -> str:
    """The condition that a column of kinds has the one that is bound as :difference."""
    return f"instr('{BETWEEN}' || {column} || ',', '{BETWEEN}' || :difference || ',')"


def count_kinds(lines: Iterable[tuple[str, int]]) -> dict[str, int]:
    """Kind -> how many lines have it, the most first; of what a column holds and how many lines hold it.

    >>> count_kinds([("side, number", 2), ("number", 1), ("", 9)])
    {'number': 3, 'side': 2}
    """
    found: Counter[str] = Counter()
    for kinds, many in lines:
        found.update({kind: many for kind in kinds.split(BETWEEN) if kind})
    return dict(found.most_common())
