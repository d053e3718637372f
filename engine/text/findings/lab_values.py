"""A value of a laboratory as what it says: “K 2.6” is low potassium, “Hb 65” low haemoglobin.

Only what is counted alike everywhere, haemoglobin in g/l or g/dl; the limits are of adults. Of other measurements
(“ESR 80”, “SpO2 84%”) no more is known than that they are some: they leave a finding beside them what it is.
"""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple


class Limits(NamedTuple):
    """How a substance and its value are written, as patterns, and what names call it; below and above which value it
    is low and high, and from which to which a value can be. One of `tenths` or more is in a unit ten times as small.
    Beside a finding it is one by itself, or a mere `sign` of that."""

    written: str
    value: str
    name: str
    low: float
    high: float
    least: float
    most: float
    tenths: float = float("inf")
    sign: bool = False


SUBSTANCES = (
    Limits(r"k\+?|potassium", r"\d{1,2}\.\d\d?", "potassium", 3.5, 5.5, 1, 10),
    Limits(r"na\+?|sodium", r"1\d\d", "sodium", 135, 146, 100, 199),
    Limits(r"hb|hgb|ha?emoglobin", r"\d{1,2}\.\d|\d{1,3}", "hemoglobin", 11, 18, 3, 25, 26),
    Limits(r"w[bc]c", r"\d{1,3}\.\d|\d{1,3}", "white cell count", 4, 11, 0.1, 400, sign=True),
    Limits(r"ca|calcium", r"[1-5]\.\d\d?", "calcium", 2.1, 2.65, 1, 5.9, sign=True),
    Limits(r"ca|calcium", r"(?:[6-9]|1[0-9])\.\d", "calcium", 8.3, 10.5, 6, 20, sign=True),
    Limits(r"crp", r"\d{2,3}", "CRP", 0, 10, 1, 999, sign=True),
    Limits(r"psa", r"\d{1,4}\.\d{1,2}|\d{1,4}", "PSA", 0, 4, 0.01, 9_999),
    Limits(r"plts?|platelets?", r"\d{1,4}", "platelets", 150, 450, 1, 3_000),
    Limits(r"(?:hb)?a1c", r"\d{1,2}\.\d|\d{1,2}", "A1c", 0, 5.6, 3, 20, sign=True),
    Limits(r"inr", r"\d{1,2}\.\d|\d{1,2}", "INR", 0, 1.2, 0.5, 20, sign=True),
    Limits(r"bm|bgl?|bsl|glucose|sugars?", r"\d{1,2}\.\d", "glucose", 3.9, 11, 0.5, 60, sign=True),
    Limits(r"bgl?|bsl|glucose|sugars?", r"\d{2,3}", "glucose", 65, 180, 30, 999, sign=True),
    Limits(r"s[ap]?o2|(?:o2 )?sats?", r"\d{2}", "sats", 93, 100, 40, 100, sign=True),
    Limits(r"temp(?:erature)?", r"(?:3|4)\d\.\d", "temp", 0, 37.9, 34, 43, sign=True),
    Limits(r"e?gfr", r"\d{1,2}", "eGFR", 60, 200, 2, 99, sign=True),
    Limits(r"creat(?:inine)?", r"\d{3,4}", "creatinine", 0, 120, 100, 2_500, sign=True),
    Limits(r"hr|pulse|heart rate", r"\d{2,3}", "heart rate", 50, 100, 20, 250, sign=True),
    Limits(r"rr|resp(?:iratory)? rate", r"\d{1,2}", "respiratory rate", 9, 20, 3, 80, sign=True),
    Limits(r"ferritin", r"\d{1,4}", "ferritin", 15, 400, 1, 9_999, sign=True),
)
UNIT = (
    r"(?: ?(?:%|mmol/(?:l|mol)|[uµ]mol/l|meq/l|mg/dl|g/d?l|ng/ml|[uµ]g/l|ml/min\S*|°? ?c|k|x ?10\^?9(?:/l)?|bpm"
    r"|/min)(?!\w))?"
    r"(?:,? (?:on )?(?:ra|(?:room )?air|(?:a |the )?(?:gas|vbg|abg|bloods?|fbc|cbc|u&es?)))?"
)
MEASURED = [(rf"(?:{one.written})(?: |[:=] ?| (?:of|is|was) )({one.value})", one) for one in SUBSTANCES]
OTHERS = (
    r"esr|(?:nt-?pro-?)?bnp|hr|pulse|rr|s[ap]?[o0]2|(?:o2 )?sats?|temp|lactate|p[ao]?c?o2|trop(?:onin)?(?: ?[it])?"
    r"|ck|cpk|inr|bm|bgl?|glucose|creat(?:inine)?|cr|urea|bun|bili(?:rubin)?|amylase|lipase|d-?dimer"
    r"|tsh|hba1c|a1c|ferritin|egfr|b12|alt|alp|ggt|ef|lvef|iop|ldl|chol|moca|mmse|amts?|apgars?|fev1"
    r"|t(?:[- ]?score)?(?= ?-)"
)
ANY_UNIT = (
    r"(?: ?(?:%|bpm|/min|°? ?[cf]\b|[mµu]?mol/l|m?g/d?l|m?iu/l|u/l|k?pa|mmhg|ng/m?l|pg/ml|k\b|x ?10\^?9(?:/l)?))?"
)
VALUE = "|".join(
    [
        f"(?:{'|'.join(measured for measured, _ in MEASURED)}){UNIT}",
        rf"(?:{OTHERS})(?: |(?<=[a-z]{{3}})| ?[:=<>~] ?| (?:of|is|was) )-?\d+(?:[.,]\d+)?{ANY_UNIT}",
        r"ph ?[67]\.\d+",
        r"bp ?\d{2,3}/\d{2,3}",
        r"gcs ?1[45](?:/15)?",
        r"(?:iop|va|ldl|chol|moca|mmse|amts?|apgars?) ?\d+(?:[/,] ?\d+)+",
    ]
)
BESIDE = (
    rf"(?P<first>{VALUE})(?:,| with| and|:)? (?!(?:on|after|despite|mg|mcg|ml|units?|days?)\b)"
    r"(?P<behind>[^\W\d].*)"
    rf"|(?P<before>.*?\w),? (?:with |\()?(?P<last>{VALUE})\)?"
)
DIGIT = re.compile(r"\d")  # without one there is no value, and none of the long patterns is compiled


def beside_value(text: str) -> tuple[str, str, str]:
    """What a text says beside a value of a laboratory or the bedside, the two joined by “and”, and what the value says:
    the last two are "" where it says nothing of its own, all three where there is no such value.

    >>> beside_value("trop 90 chest pain"), beside_value("menorrhagia, Hb 62"), beside_value("CKD stage 3")
    (('chest pain', '', ''), ('menorrhagia', 'menorrhagia and low hemoglobin', 'low hemoglobin'), ('', '', ''))
    """
    found = _whole(BESIDE, text)
    if found is None:
        return "", "", ""
    value_finding, rest = _high_or_low(found["first"] or found["last"], signs=False), found["behind"] or found["before"]
    both = (value_finding, rest) if found["first"] else (rest, value_finding)
    return rest, " and ".join(both) if value_finding else "", value_finding


def is_mere_value(text: str) -> bool:
    """Whether a text is a value, and no finding by itself.

    >>> is_mere_value("SpO2 91"), is_mere_value("CRP 140"), is_mere_value("K 2.6"), is_mere_value("gout")
    (True, True, False, False)
    """
    return _whole(VALUE, text) is not None and not _high_or_low(text, signs=False)


def as_high_or_low(text: str) -> str:
    """“low” or “high” with what a value is of; "" where a text is no such value, or says nothing out of the usual.

    >>> as_high_or_low("K 2.6"), as_high_or_low("K+ 6.9 on gas"), as_high_or_low("Hb 65 g/L"), as_high_or_low("Na 140")
    ('low potassium', 'high potassium', 'low hemoglobin', '')
    >>> as_high_or_low("WCC 22 on FBC"), as_high_or_low("Ca 3.1"), as_high_or_low("CRP 140"), as_high_or_low("Ca 2.4")
    ('high white cell count', 'high calcium', 'high CRP', '')
    """
    return _high_or_low(text)


def _high_or_low(text: str, signs: bool = True) -> str:
    """The same, without `signs` of the substances alone that are a finding by themselves."""
    for measured, limits in MEASURED:
        if (signs or not limits.sign) and (found := _whole(f"{measured}{UNIT}", text)):
            value = float(found[1]) / (10 if float(found[1]) >= limits.tenths else 1)
            if limits.least <= value < limits.low:
                return f"low {limits.name}"
            return f"high {limits.name}" if limits.high < value <= limits.most else ""
    return ""


def _whole(pattern: str, text: str) -> re.Match[str] | None:
    """The match of a pattern with a whole text that has a digit."""
    return _compiled(pattern).fullmatch(text.strip()) if DIGIT.search(text) else None


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)
