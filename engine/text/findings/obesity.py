"""A body mass index beside the obesity that it is of, “BMI 37, obese” being obesity of class 2 and not a BMI; one by
itself, which is the range that holds it."""

from __future__ import annotations

import re

BMI = r"\(?BMI ?(?:of |is |was |[=:>~] ?)?(?P<bmi{}>\d\d(?:\.\d+)?)(?: ?kg/m2)?\)?"
BESIDE = re.compile(
    rf"{BMI.format('_first')},?(?: and| with| -)? (?P<behind>[^\W\d].*)"
    rf"|(?P<before>.*?\w),?(?: with| -)? {BMI.format('_last')}",
    re.IGNORECASE,
)
HEAVY = re.compile(r"\bobes|\boverweight\b", re.IGNORECASE)
PLAIN = re.compile(r"(?:is |pt |patient )?obes(?:e|ity)", re.IGNORECASE)
ALONE = re.compile(
    r"(?:(?:a )?body mass index|BMI)(?: ?[(\[]BMI[)\]])?(?:,? (?:of|is|was))? ?(?:[=:~] ?)?"
    r"(?:(?P<under><|less than |under |below )|(?P<over>>|more than |greater than |over |above ))? ?"
    r"(?P<bmi>\d\d(?:\.\d+)?)(?: ?kg/m(?:2|²))?",
    re.IGNORECASE,
)
LOWEST_BMI, HIGHEST_BMI = 20, 70  # below and from which ICD-10-CM has no ranges
WIDE = ((60, 69.9), (50, 59.9), (45, 49.9), (40, 44.9))  # ranges of more than one
CLASSES = ((40.0, 3), (35.0, 2), (30.0, 1))  # the least BMI of each class, as ICD-10-CM has them


def obesity(text: str) -> tuple[str, str]:
    """The obesity or overweight that a text says beside a body mass index, and plain obesity by the class that the
    index makes it, of other obesity as it is said; two "" of other texts.

    >>> obesity("BMI 37, obese"), obesity("morbidly obese BMI 52")
    (('obese', 'obesity, class 2'), ('morbidly obese', 'morbidly obese'))
    >>> obesity("BMI 37"), obesity("BMI 31, gout")
    (('', ''), ('', ''))
    """
    found = BESIDE.fullmatch(text.strip())
    typed = (found["behind"] or found["before"]) if found else ""
    if not found or not HEAVY.search(typed):
        return "", ""
    if not PLAIN.fullmatch(typed):
        return typed, typed
    index = float(found["bmi_first"] or found["bmi_last"])
    return typed, next((f"obesity, class {number}" for least, number in CLASSES if index >= least), typed)


def range_of_index(text: str) -> str:
    """ICD-10-CM's name for the range that holds a body mass index; "" of other texts, and of one that is under or over
    some number within the ranges.

    >>> range_of_index("body mass index of 34.2"), range_of_index("BMI = 47")
    ('body mass index [BMI] 34.0-34.9, adult', 'body mass index [BMI] 45.0-49.9, adult')
    >>> range_of_index("BMI less than 20"), range_of_index("BMI 71")
    ('body mass index [BMI] 19.9 or less, adult', 'body mass index [BMI] 70 or greater, adult')
    >>> range_of_index("BMI 31, gout"), range_of_index("BMI > 30")
    ('', '')
    """
    found = ALONE.fullmatch(text.strip())
    if found is None:
        return ""
    index = float(found["bmi"])
    if index < LOWEST_BMI or (found["under"] and index == LOWEST_BMI):
        held = "" if found["over"] else "19.9 or less"
    elif index >= HIGHEST_BMI:
        held = "" if found["under"] else "70 or greater"
    elif found["under"] or found["over"]:
        held = ""
    else:
        first, last = next((one for one in WIDE if index >= one[0]), (int(index), int(index) + 0.9))
        held = f"{first}.0-{last}"
    return held and f"body mass index [BMI] {held}, adult"
