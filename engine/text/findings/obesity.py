"""A body mass index beside the obesity that it is of: “BMI 37, obese” is obesity of class 2, and not a BMI."""

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
    said = (found["behind"] or found["before"]) if found else ""
    if not found or not HEAVY.search(said):
        return "", ""
    if not PLAIN.fullmatch(said):
        return said, said
    index = float(found["bmi_first"] or found["bmi_last"])
    return said, next((f"obesity, class {number}" for least, number in CLASSES if index >= least), said)
