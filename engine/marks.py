"""What makes two otherwise equal names mean different things: side, number, stage, negation, with or without."""

from __future__ import annotations

import re
from functools import lru_cache

from engine.mentions.numbers import unified
from engine.mentions.plurals import singular
from engine.text import words

SIDE, NUMBER, STAGE, NEGATION, WITH = "side", "number", "stage", "negation", "with/without"
KINDS = {
    **dict.fromkeys(("left", "right", "bilateral", "unilateral", "both", "l", "r"), SIDE),
    **dict.fromkeys(("stage", "grade", "phase", "acute", "chronic", "subacute", "early", "late", "advanced"), STAGE),
    **dict.fromkeys(("end", "mild", "moderate", "severe", "initial", "terminal", "primary", "secondary"), STAGE),
    **dict.fromkeys(
        ("no", "not", "non", "none", "never", "negative", "positive", "absent", "absence", "denies"), NEGATION
    ),
    **dict.fromkeys(("with", "without"), WITH),
}
SAYS_NOTHING = {"of", "the", "a", "an", "in", "and", "to", "for", "s", "by", "or", "on", "at", "type", "side", "sided"}
KEPT = 16_384  # texts, since many mentions find the same names
COUNTED = re.compile(r"\d+[a-z]?|[a-z]\d+|[b-h]|[ivx]+")
STAGED = re.compile(r"\b(stage|grade|phase)\b", re.IGNORECASE)


def difference(text: str, name: str) -> tuple[str, ...]:
    """In what alone the texts differ, in alphabetical order; () when they are the same or differ in more.

    >>> difference("fracture of left arm", "Fracture of right arm")
    ('side',)
    >>> difference("diabetes type 1", "Diabetes mellitus type II")
    ()
    """
    if text == name:
        return ()
    kinds = {_kind(word) for word in _said(text) ^ _said(name)}
    if NUMBER in kinds and STAGED.search(text) and STAGED.search(name):
        kinds = kinds - {NUMBER} | {STAGE}
    return tuple(sorted(kind for kind in kinds if kind)) if "" not in kinds else ()


def _kind(word: str) -> str:
    return KINDS.get(word) or (NUMBER if COUNTED.fullmatch(word) else "")


@lru_cache(KEPT)
def _said(text: str) -> frozenset[str]:
    return frozenset(words(singular(unified(text)))) - SAYS_NOTHING
