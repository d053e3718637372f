"""How old somebody is, at the end of a text: “failure to thrive, 8 months old” is a child's."""

from __future__ import annotations

import re
from typing import NamedTuple

UNIT = r"(days?|weeks?|wks?|months?|mths?|years?|yrs?)"
AGE = re.compile(
    rf"[\s,]+(?:(?:at|in an?) )?(?:(\d{{1,3}})[- ]?{UNIT}[- ]olds?|(\d{{1,3}}) ?(y|m)/?o"
    rf"|(?:at )?aged? (\d{{1,3}})(?: {UNIT})?)$",
    re.IGNORECASE,
)
DAYS = {"d": 1, "w": 7, "m": 30, "y": 365}
PERSON = re.compile(
    r"(?:, ?| in (?:an? )?)(?:(child|toddler|kid|infant|adolescent|teenager)|adult|older adult)$", re.IGNORECASE
)
NEWBORN, GROWN_UP = 28, 18 * 365  # days up to and from which somebody is
STAGES = {"newborn": ("newborn",), "child": ("child", "infant"), "adult": ("adult",)}


class OfAnAge(NamedTuple):
    """A text without the age that ends it, and the words that names have for somebody so old."""

    text: str
    stages: tuple[str, ...]


def of_a_person(text: str) -> OfAnAge | None:
    """`text` without the child or grown-up whose it is, None where no such word ends it.

    >>> of_a_person("nausea and vomiting, child"), of_a_person("child")
    (OfAnAge(text='nausea and vomiting', stages=('child', 'infant')), None)
    """
    found = PERSON.search(text)
    return OfAnAge(text[: found.start()], STAGES["child" if found[1] else "adult"]) if found else None


def of_an_age(text: str) -> OfAnAge | None:
    """`text` without the age that ends it, None where none does.

    >>> of_an_age("failure to thrive 8 months old")
    OfAnAge(text='failure to thrive', stages=('child', 'infant'))
    >>> of_an_age("jaundice, 5 days old").stages, of_an_age("seizure at age 40").stages, of_an_age("fever 3 days")
    (('newborn',), ('adult',), None)
    """
    found = AGE.search(text)
    if found is None:
        return None
    number = int(found[1] or found[3] or found[5])
    unit = (found[2] or found[4] or found[6] or "y")[0].lower()
    days = number * DAYS[unit]
    stage = "newborn" if days <= NEWBORN else "child" if days < GROWN_UP else "adult"
    return OfAnAge(text[: found.start()], STAGES[stage])
