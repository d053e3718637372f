"""How far a measure of somebody lies from what is usual at that age: “OFC -3 SD”, “height <0.4th centile”."""

from __future__ import annotations

import re
from typing import NamedTuple

UNUSUAL_SD, LOW_CENTILE, HIGH_CENTILE = 2.0, 3.0, 97.0
BY_SD = re.compile(
    r"(?P<what>.+?)(?:,| is| at| of|:)* ?(?P<sign>[+\-−–]) ?(?P<size>\d(?:\.\d+)?) ?(?:sds?|z(?:[- ]?scores?)?"
    r"|standard deviations?)(?: (?:below|above|from)(?: the)? mean)?",
    re.IGNORECASE,
)
BY_CENTILE = re.compile(
    r"(?P<what>.+?)(?:,| is| at| on|:)* ?(?P<beyond>[<>]|above |over |below |under )? ?(?:the )?"
    r"(?P<centile>\d{1,2}(?:\.\d+)?)(?P<th>st|nd|rd|th)? ?(?P<unit>(?:per)?centiles?|%iles?)?",
    re.IGNORECASE,
)
BELOW, ABOVE = {"<", "below", "under"}, {">", "above", "over"}


class Measured(NamedTuple):
    """What was measured, and whether it is high or low."""

    what: str
    high: bool


def unusual_measure(text: str) -> Measured | None:
    """What a text says that is measured and two standard deviations or more from the mean, or beyond a centile; None
    where it says no such thing.

    >>> unusual_measure("OFC -3 SD"), unusual_measure("ht −1 SD"), unusual_measure("weight +2.5 SDS")
    (Measured(what='OFC', high=False), None, Measured(what='weight', high=True))
    >>> unusual_measure("head circumference >99th centile"), unusual_measure("HC 50th centile")
    (Measured(what='head circumference', high=True), None)
    >>> unusual_measure("height 0.4th centile"), unusual_measure("BMI below the 2nd centile"), unusual_measure("CRP <5")
    (Measured(what='height', high=False), Measured(what='BMI', high=False), None)
    """
    typed = text.strip()
    if by_sd := BY_SD.fullmatch(typed):
        return Measured(by_sd["what"], by_sd["sign"] == "+") if float(by_sd["size"]) >= UNUSUAL_SD else None
    found = BY_CENTILE.fullmatch(typed)
    if found is None or not (found["unit"] or found["th"]):
        return None
    beyond, centile = (found["beyond"] or "").strip().lower(), float(found["centile"])
    if beyond in ABOVE or (not beyond and centile >= HIGH_CENTILE):
        return Measured(found["what"], True)
    return Measured(found["what"], False) if beyond in BELOW or centile <= LOW_CENTILE else None
