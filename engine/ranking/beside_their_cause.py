"""What a classification calls otherwise beside the disease that it comes from: dementia in Parkinson's disease."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Manifestation(NamedTuple):
    """The codes of something by itself, those of the diseases that it may come from, and its name beside these."""

    by_itself: str
    diseases: tuple[str, ...]
    name: str


MANIFESTATIONS = (
    Manifestation(
        "F03",
        ("A81", "B20", "E75", "G10", "G20", "G30", "G31.0", "G31.83", "G35"),
        "Dementia in other diseases classified elsewhere, unspecified severity, without behavioral disturbance, "
        "psychotic disturbance, mood disturbance, and anxiety",
    ),
)


def name_beside(code: str, others: Sequence[str]) -> str:
    """The name that something has beside the disease that it comes from, by its code and those of what stands beside
    it; "" where it keeps its own.

    >>> name_beside("F03.90", ["G20.A1"])[:36], name_beside("F03.90", ["I10"]), name_beside("I10", ["G20.A1"])
    ('Dementia in other diseases classifie', '', '')
    """
    for one in MANIFESTATIONS:
        if code.startswith(one.by_itself) and any(other.startswith(one.diseases) for other in others):
            return one.name
    return ""
