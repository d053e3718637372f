"""A value of a laboratory as what it says: “K 2.6” is low potassium, “Hb 65” low haemoglobin.

Only what is counted alike everywhere, haemoglobin in g/l or g/dl; limits of adults.
"""

from __future__ import annotations

import re
from typing import NamedTuple


class Limits(NamedTuple):
    """How a substance is written, as a pattern, what names call it, and below and above which value it is low and
    high; values of `tenths` and more are in a unit ten times as small."""

    written: str
    name: str
    low: float
    high: float
    tenths: float = float("inf")


SUBSTANCES = (
    Limits(r"k\+?|potassium", "potassium", 3.5, 5.5),
    Limits(r"na\+?|sodium", "sodium", 135, 146),
    Limits(r"hb|hgb|ha?emoglobin", "hemoglobin", 11, 18, 25),
    Limits(r"plts?|platelets?", "platelets", 150, 450),
)
VALUE = r" ?(?:of |is |was |[=:] ?)?(\d{1,4}(?:\.\d+)?)"
UNIT = r"(?: ?(?:mmol/l|meq/l|g/d?l|k|x ?10\^?9(?:/l)?))?(?: on (?:a |the )?(?:gas|vbg|abg|bloods?))?"
PATTERNS = [(re.compile(rf"(?:{one.written}){VALUE}{UNIT}", re.IGNORECASE), one) for one in SUBSTANCES]


def as_high_or_low(text: str) -> str:
    """“low” or “high” with what a value is of; "" where a text is no such value, or says nothing out of the usual.

    >>> as_high_or_low("K 2.6"), as_high_or_low("K+ 6.9 on gas"), as_high_or_low("Hb 65 g/L"), as_high_or_low("Na 140")
    ('low potassium', 'high potassium', 'low hemoglobin', '')
    """
    for pattern, limits in PATTERNS:
        if found := pattern.fullmatch(text.strip()):
            value = float(found[1]) / (10 if float(found[1]) >= limits.tenths else 1)
            how = "low" if value < limits.low else "high" if value > limits.high else ""
            return f"{how} {limits.name}" if how else ""
    return ""
