"""A value of a laboratory as what it says: “K 2.6” is low potassium, “Hb 65” low haemoglobin.

The limits of what is measured are `lab_limits`. Of other measurements (“MoCA 21”, “d-dimer 900”) no more is known than
that they are some: they leave a finding beside them what it is.
"""

from __future__ import annotations

import re
from functools import cache

from engine.text.findings.lab_limits import LIMITS

UNIT = (
    r"(?: ?(?:%|mmol/(?:l|mol)|[npuµ]mol/l|meq/l|mg/dl|mg/m?mol|g/d?l|[np]g/m?l|[uµ]g/l|m?[ik]?u/d?l|ml/min\S*|°? ?c|k"
    r"|x ?10\^?9(?:/l)?|bpm|/min|mm(?:hg)?|s(?:ec)?)(?!\w))?"
    r"(?:,? (?:on )?(?:ra|(?:room )?air|(?:a |the )?(?:gas|vbg|abg|bloods?|fbc|cbc|u&es?)))?"
)
IN_BLOOD = r"(?:serum |plasma |fasting |s-|f-)?"
IS = r"(?: |[:=<>~] ?| ?[<>~] ?| (?:of|is|was|at) )"
MEASURED = [(rf"(?:{one.written}){IS}({one.value})", one) for one in LIMITS]
SHAPE = rf"{IN_BLOOD}[a-z0-9][a-z0-9 +&:/.-]{{0,40}}?{IS}<? ?\d[\d.,]*{UNIT}"  # of all of them, which is soon looked at
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
        f"{IN_BLOOD}(?:{'|'.join(measured for measured, _ in MEASURED)}){UNIT}",
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
    if _whole(SHAPE, text) is None:
        return ""
    for measured, limits in MEASURED:
        if (signs or not limits.sign) and (found := _whole(f"{IN_BLOOD}{measured}{UNIT}", text)):
            value = float(found[1].replace(",", "").lstrip("< "))
            value /= 10 if value >= limits.tenths else 1
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
