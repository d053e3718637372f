"""Two stages of one text: “pressure ulcer stage II and stage III” is one of stage 2 and one of stage 3.

The grade of a pressure ulcer is what names call its stage.
"""

from __future__ import annotations

import re

from engine.text.numbers import unified

STEP = r"(\d{1,2}[a-d]?)"
SEVERAL = re.compile(
    rf"\b(stage|grade|degree|type)s? {STEP}(?: ?(?:,|and|or|to|&|/|-|–) ?)(?:\1 )?{STEP}\b", re.IGNORECASE
)

GRADE = re.compile(r"\b(?:grade|gr\.?|category|cat)(?= (?:[1-4]|iv|i{1,3})\b)", re.IGNORECASE)
PRESSURE = re.compile(r"\bpressure\b|\bbed ?sore|\bdecub", re.IGNORECASE)


def staged(text: str) -> str:
    """A text with the grade of a pressure ulcer as its stage; the text itself where it has none.

    >>> staged("pressure sore sacrum grade 2"), staged("haemorrhoids grade 2")
    ('pressure sore sacrum stage 2', 'haemorrhoids grade 2')
    """
    return GRADE.sub("stage", text) if PRESSURE.search(text) else text


def stages_apart(text: str) -> list[str]:
    """The text with each of the two stages, grades, degrees or types that it names; [] where it names one or none.

    >>> stages_apart("pressure ulcer stage II and stage III")
    ['pressure ulcer stage 2', 'pressure ulcer stage 3']
    >>> stages_apart("CKD stage 3-4"), stages_apart("CKD stage 3")
    (['CKD stage 3', 'CKD stage 4'], [])
    """
    written = unified(text)
    found = SEVERAL.search(written)
    if not found:
        return []
    kind, *steps = found.groups()
    return [f"{written[: found.start()]}{kind} {step}{written[found.end() :]}" for step in steps]
