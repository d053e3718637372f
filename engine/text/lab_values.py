"""A value of a laboratory as what it says: “K 2.6” is low potassium, “Hb 65” low haemoglobin.

Only what is counted alike everywhere, haemoglobin in g/l or g/dl; the limits are of adults.
"""

from __future__ import annotations

import re
from typing import NamedTuple


class Limits(NamedTuple):
    """How a substance and its value are written, as patterns, and what names call it; below and above which value it
    is low and high, and from which to which a value can be. One of `tenths` or more is in a unit ten times as small."""

    written: str
    value: str
    name: str
    low: float
    high: float
    least: float
    most: float
    tenths: float = float("inf")


SUBSTANCES = (
    Limits(r"k\+?|potassium", r"\d{1,2}\.\d\d?", "potassium", 3.5, 5.5, 1, 10),
    Limits(r"na\+?|sodium", r"1\d\d", "sodium", 135, 146, 100, 199),
    Limits(r"hb|hgb|ha?emoglobin", r"\d{1,2}\.\d|\d{1,3}", "hemoglobin", 11, 18, 3, 25, 26),
    Limits(r"plts?|platelets?", r"\d{1,4}", "platelets", 150, 450, 1, 3_000),
)
UNIT = r"(?: ?(?:mmol/l|meq/l|g/d?l|k|x ?10\^?9(?:/l)?))?(?: on (?:a |the )?(?:gas|vbg|abg|bloods?))?"
PATTERNS = [
    (re.compile(rf"(?:{one.written})(?: |[:=] ?| (?:of|is|was) )({one.value}){UNIT}", re.IGNORECASE), one)
    for one in SUBSTANCES
]


def as_high_or_low(text: str) -> str:
    """“low” or “high” with what a value is of; "" where a text is no such value, or says nothing out of the usual.

    >>> as_high_or_low("K 2.6"), as_high_or_low("K+ 6.9 on gas"), as_high_or_low("Hb 65 g/L"), as_high_or_low("Na 140")
    ('low potassium', 'high potassium', 'low hemoglobin', '')
    """
    for pattern, limits in PATTERNS:
        if found := pattern.fullmatch(text.strip()):
            value = float(found[1]) / (10 if float(found[1]) >= limits.tenths else 1)
            if limits.least <= value < limits.low:
                return f"low {limits.name}"
            return f"high {limits.name}" if limits.high < value <= limits.most else ""
    return ""
