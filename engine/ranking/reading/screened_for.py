"""What somebody is screened for, in the words that forms and names have it, else as its kind of condition."""

from __future__ import annotations

import re

from engine.ranking.headings.screenings import screening_for
from engine.ranking.reading.known_names import KnownNames

SCREENED = re.compile(
    r"(?:encounter for |visit for )?screen(?:ing)?(?: test| examination| check)? (?:for|of) (?P<of>\w.*)"
    r"|(?P<what>\w.*?) screen(?:ing)?(?: test)?",
    re.IGNORECASE,
)
ANTENATAL = re.compile(r"antenatal|prenatal|pregnan|newborn|neonat|f(?:o?e)tal", re.IGNORECASE)
FORMS = (
    "{} screening",
    "screening for {}",
    "encounter for screening for {}",
    "encounter for {} screening",
    "{} screen",
)
FAILED = re.compile(
    r"\b(?:abnormal|failed|positive|negative|refus\w+|declin\w+|missed|overdue|drug|tox\w*)\b", re.IGNORECASE
)


def screened_for(text: str, known: KnownNames) -> str:
    """A screening as a form of the dictionary or a name has it, in whatever order, else as that for the kind of what is
    sought; "" where a text says none, or none for anything known."""
    found = SCREENED.fullmatch(text.strip())
    what = (found["of"] or found["what"]) if found else ""
    if not what or known.is_name(text) or ANTENATAL.search(text) or FAILED.search(text):
        return ""
    ways = dict.fromkeys((what, *known.ways_of(what)))
    written = [form.format(way) for way in ways for form in FORMS]
    if worded := known.form_or_name(written):
        return worded
    kinds = filter(None, map(screening_for, known.codes_of(what)))
    return next(filter(known.of_first.is_name, kinds), "")
