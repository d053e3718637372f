"""What a newborn has, as names say it of one: “neonate with oral thrush” is neonatal candidiasis."""

from __future__ import annotations

import re

from engine.ranking.reading.known_names import KnownNames
from engine.text.findings.newborns import of_newborn

UNSPECIFIED = re.compile(r",? ?\bunspecified\b", re.IGNORECASE)
AS_NAMED = ("neonatal {}", "newborn {}", "{} of newborn", "{}, newborn", "{} in newborn", "{} due to birth injury")


def of_a_newborn(text: str, known: KnownNames) -> str:
    """What a newborn has as a form of the dictionary or a name has it of newborns; "" where none has."""
    what = of_newborn(text)
    if not what:
        return ""
    ways = [UNSPECIFIED.sub("", way) for way in known.ways_of(what)]
    names = [name.format(way) for way in ways for name in AS_NAMED]
    return known.form_or_name(names) or next(filter(known.of_first.is_in_a_name, names), "")
