"""The findings of a list, however long: “HTN, T2DM, CKD 3, bad knees” is a line of somebody's problems."""

from __future__ import annotations

import re
from typing import NamedTuple

from engine.ranking.reading.findings_apart import BETWEEN, COMMA, FEWEST, findings_apart, is_thing
from engine.ranking.reading.known_names import KnownNames
from engine.ranking.reading.typed_parts import is_denied
from engine.text.codes import FULL_CODE, code_behind
from engine.text.findings.assertion import denies, undenied

APART = re.compile(r"\s*[;•\n]\s*(?:and\b\s*)?|(?:^|(?<=\s))\(?\d{1,2}[.)]\s+(?=\D)")  # between what is surely listed
CODE_FIRST = re.compile(r"[A-Z]\d[0-9A-Z](?:\.[0-9A-Z]{1,4})?[\s:–-]+(?=[^\W\d_])")  # “I10 hypertension”
OR = re.compile(
    r"\s*[,;]\s*(?:n?or\s+|and\s+)?|\s+(?:n?or|and)\s+|(?<=\w\w)/(?=\w\w)", re.IGNORECASE
)  # of what is denied
MOST_LISTED = 40  # findings of one list
KNOWN_OF_ALL = 2 / 3


class Listing(NamedTuple):
    """What a text may list, each by itself as it was typed; `surely`: that it is a list, and no one finding of which
    more is said, is sure."""

    parts: list[str]
    surely: bool = False


def listing_of(text: str, known: KnownNames) -> Listing:
    """The findings that a text may list, each by itself as it was typed; none where it names one thing.

    They are those that `findings_apart` finds, but for two that “with” joins: one goes with the other. In a list of
    three or more between commas some may also be unknown, where two thirds are names or forms of the dictionary and
    none only says of what kind another is. What semicolons or numbers part is surely a list, where one is known, and so
    are names that each have their code before or behind them, and findings of which each is denied.
    """
    parted = [one.strip() for one in APART.split(text.strip()) if one]
    is_known = any(_is_known(one, known) for one in parted)
    if is_known and 1 < len(parted) <= MOST_LISTED and all(is_thing(one, known) for one in parted):
        return Listing([one for some in parted for one in listing_of(some, known).parts or [some]], surely=True)
    if denied := _denied_each(text, known):
        return Listing(denied, surely=True)
    if apart := _apart(text, known):
        return Listing(apart)
    pieces = [one for one in COMMA.split(text.strip()) if one]
    if 1 < len(pieces) <= MOST_LISTED and (all(map(_has_code, pieces)) or all(map(is_denied, pieces))):
        return Listing(pieces, surely=True)
    if not FEWEST <= len(pieces) <= MOST_LISTED or not all(is_thing(one, known) for one in pieces):
        return Listing([])
    found = [_apart(one, known) or [one] for one in pieces]
    named = sum(len(some) > 1 or _is_known(some[0], known) for some in found)
    together = any(known.is_in_a_name_of_its_own(way, pieces) for way in known.ways_of(text))
    return Listing([] if together or named < KNOWN_OF_ALL * len(pieces) else [one for some in found for one in some])


def _denied_each(text: str, known: KnownNames) -> list[str]:
    """What a text denies by one word, each by itself: “denies fever or cough” is no fever, and no cough."""
    if not denies(text):
        return []
    parts = [one for one in OR.split(undenied(text)) if one]
    return [f"no {one}" for one in parts] if len(parts) > 1 and all(map(known.is_finding, parts)) else []


def _is_known(text: str, known: KnownNames) -> bool:
    return known.is_finding(text) or _has_code(text) or known.is_finding(undenied(text))


def _has_code(text: str) -> bool:
    """Whether a text is a code, or a name with its code before or behind it."""
    return bool(FULL_CODE.fullmatch(text) or code_behind(text) or CODE_FIRST.match(text))


def _apart(text: str, known: KnownNames) -> list[str]:
    return findings_apart(text, known, MOST_LISTED) if BETWEEN.search(text.strip()) else []
