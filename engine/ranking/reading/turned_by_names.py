"""What can be said in several ways, in one that the dictionary or the names have."""

from __future__ import annotations

from itertools import chain

from engine.ranking.reading.known_names import KnownNames
from engine.text.findings.turned_wordings import turned


def turned_round(text: str, known: KnownNames) -> str:
    """The text in another wording, as a form of the dictionary has it, else a name, whatever it is written out as."""
    ways = [*turned(text)]
    if not ways or known.is_name(text):
        return ""
    named = (way for one in ways for way in known.ways_of(one) if known.of_first.is_name(way))
    return next(chain(filter(known.is_form, ways), named), "")
