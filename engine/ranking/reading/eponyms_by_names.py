"""An eponym with “syndrome” or “disease” behind it that is known without: “Shy-Drager syndrome” is Shy-Drager."""

from __future__ import annotations

import re

from engine.ranking.reading.findings_apart import STATUS
from engine.ranking.reading.known_names import KnownNames

OF_SOMEBODY = re.compile(
    r"(?P<who>[^\W\d_]{4,}(?:-[^\W\d_]{3,})*(?:['’]?s)?) +(?:syndrome|disease|disorder)", re.IGNORECASE
)


def eponym_alone(text: str, known: KnownNames) -> str:
    """The eponym in front of such a word where the dictionary has it alone, "" where a name has all words of
    the text, or where it is no finding, as a drug or a device is none."""
    found = OF_SOMEBODY.fullmatch(text.strip())
    if found is None or known.is_name(text) or known.of_first.is_in_a_name(text):
        return ""
    meant = known.expansions(found["who"])
    return found["who"] if known.is_form(found["who"]) and meant and not any(map(STATUS.match, meant)) else ""
