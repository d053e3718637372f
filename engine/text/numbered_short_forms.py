"""Short forms that end in a number: one of several that a text joins, and their siblings that it never defines."""

from __future__ import annotations

import re
from collections.abc import Mapping

ENDED = r"([^\W\d_]{2,}-?)(\d{1,2}[A-Za-z]?)"  # a short form: what stands before its number, and the number
SHORT = re.compile(rf"(?<![\w-]){ENDED}(?![\w-]|\.\d)")
NUMBER = re.compile(r"(?<![\w.])\d{1,2}[A-Za-z]?(?![\w.])")
JOINED = re.compile(r"\d{1,2}[A-Za-z]?(?:\s*(?:,\s*(?:and|or)?|/|&|\band\b|\bor\b)\s*\d{1,2}[A-Za-z]?)+$")


def numbered(context: str, defined: Mapping[str, str]) -> dict[str, str]:
    """Short form -> long form, for those of `context` whose number says which of several is meant.

    A long form that joins numbers stands for the one that its short form has; a short form that `defined` lacks and
    that differs from a defined one by its number alone has that one's long form with its own number.

    >>> numbered("In SCA2 and SCA1", {"SCA1": "spinocerebellar ataxias 1 and 2"})
    {'SCA1': 'spinocerebellar ataxias 1', 'SCA2': 'spinocerebellar ataxias 2'}
    """
    found: dict[str, str] = {}
    families: dict[str, str] = {}  # what stands before the number -> a long form with one number
    for short, long in defined.items():
        if ending := re.fullmatch(ENDED, short):
            stem, number = ending.groups()
            if (one := _one(long, number)) != long:
                found[short] = one
            if NUMBER.findall(one) == [number]:
                families[stem] = one
    for match in SHORT.finditer(context):
        if match[0] not in defined and match[1] in families:
            found[match[0]] = NUMBER.sub(match[2], families[match[1]])
    return found


def _one(long: str, number: str) -> str:
    """A long form with one of the numbers that it joins at its end; as it is where it joins none, or not this one."""
    joined = JOINED.search(long)
    return f"{long[: joined.start()]}{number}" if joined and number in NUMBER.findall(joined[0]) else long
