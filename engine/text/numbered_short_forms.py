"""Short forms that end in a number: one of several that a text joins, and their siblings that it never defines."""

from __future__ import annotations

import re
from collections.abc import Mapping

ENDING = re.compile(r"([^\W\d_]{2,}-?)(\d{1,2}[A-Za-z]?)")
JOINED = re.compile(r"(\d{1,2}[A-Za-z]?)(?:\s*(?:,\s*(?:and|or)?|/|&|\band\b|\bor\b)\s*(\d{1,2}[A-Za-z]?))+$")
NUMBER = re.compile(r"(?<![\w.])\d{1,2}[A-Za-z]?(?![\w.])")
TOKEN = re.compile(r"(?<![\w-])[^\W\d_]{2,}-?\d{1,2}[A-Za-z]?(?![\w-]|\.\d)")


def numbered(context: str, defined: Mapping[str, str]) -> dict[str, str]:
    """Short form -> long form, for those of `context` whose number says which of several is meant.

    A long form that joins numbers stands for the one that its short form has; a short form that `defined` lacks and
    that differs from a defined one by its number alone has that one's long form with its own number.

    >>> numbered("In SCA2 and SCA1", {"SCA1": "spinocerebellar ataxias 1 and 2"})
    {'SCA1': 'spinocerebellar ataxias 1', 'SCA2': 'spinocerebellar ataxias 2'}
    """
    own = {short: _one(long, number) for short, long, _, number in _endings(defined)}
    found = {short: long for short, long in own.items() if long != defined[short]}
    stems = {stem: own[short] for short, _, stem, number in _endings(defined) if _numbers(own[short]) == [number]}
    for token in dict.fromkeys(TOKEN.findall(context)):
        if token not in defined and (ending := ENDING.fullmatch(token)) and ending[1] in stems:
            found[token] = NUMBER.sub(ending[2], stems[ending[1]])
    return found


def _endings(defined: Mapping[str, str]) -> list[tuple[str, str, str, str]]:
    """The short forms that end in a number, each with its long form, what stands before the number, and the number."""
    split = ((short, long, ENDING.fullmatch(short)) for short, long in defined.items())
    return [(short, long, ending[1], ending[2]) for short, long, ending in split if ending]


def _one(long: str, number: str) -> str:
    """A long form with one of the numbers that it joins at its end; as it is where it joins none, or not this one."""
    joined = JOINED.search(long)
    return f"{long[: joined.start()]}{number}" if joined and number in _numbers(joined[0]) else long


def _numbers(text: str) -> list[str]:
    return NUMBER.findall(text)
