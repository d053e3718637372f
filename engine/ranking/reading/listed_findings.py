"""The findings of a list, however long: “HTN, T2DM, CKD 3, bad knees” is a line of somebody's problems."""

from __future__ import annotations

import re
from typing import NamedTuple

from engine.ranking.reading.findings_apart import BETWEEN, findings_apart, is_thing
from engine.ranking.reading.known_names import KnownNames
from engine.text.codes import code_behind

LISTED = re.compile(r"\s*[,;•\n]\s*(?:and\b\s*)?")
MOST = 40  # findings of one list
FEWEST = 3  # between commas: of two the second may only say more of the first
KNOWN_OF_ALL = 2 / 3


class Listing(NamedTuple):
    """What a text may list, each by itself as it was typed; `surely`: that it is a list, and no one finding of which
    more is said, is sure."""

    parts: list[str]
    surely: bool = False


def listed_findings(text: str, known: KnownNames) -> list[str]:
    """The findings that a text may list, each by itself as it was typed; [] where it names one thing.

    They are those that `findings_apart` finds, but for two that “with” joins: one goes with the other. In a list of
    three or more between commas or semicolons some may also be unknown, where two thirds are names or forms of the
    dictionary and none only says of what kind another is. Of two, each may also have its code behind it.
    """
    if apart := _apart(text, known):
        return apart
    pieces = [one for one in LISTED.split(text.strip()) if one]
    coded = len(pieces) > 1 and all(map(code_behind, pieces))
    if not (coded or len(pieces) >= FEWEST) or len(pieces) > MOST or not all(is_thing(one, known) for one in pieces):
        return []
    found = [_apart(one, known) or [one] for one in pieces]
    named = sum(len(some) > 1 or known.is_finding(some[0]) or bool(code_behind(some[0])) for some in found)
    if named < KNOWN_OF_ALL * len(pieces) or any(
        known.is_in_a_name_of_its_own(way, pieces) for way in known.ways_of(text)
    ):
        return []
    return [one for some in found for one in some]


def _apart(text: str, known: KnownNames) -> list[str]:
    return findings_apart(text, known, MOST) if BETWEEN.search(text.strip()) else []
