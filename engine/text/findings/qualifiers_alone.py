"""Texts that say how far, how bad or on which side, but not of what."""

from __future__ import annotations

from engine.text import normalise
from engine.text.numbers import unified
from engine.text.qualifiers import COURSES, SIDES, STAGE_WORDS, STAGES, WORD

BETWEEN = frozenset(["and", "or", "on", "to", "very", "side", "sided"])
QUALIFYING = STAGE_WORDS | STAGES | SIDES.keys() | COURSES.keys() | {"type"}


def only_qualifies(text: str) -> bool:
    """Whether a text says nothing but a stage, side or course, and not of what.

    >>> only_qualifies("stage II and stage III"), only_qualifies("left"), only_qualifies("stage 3 CKD")
    (True, True, False)
    """
    words = set(WORD.findall(unified(normalise(text))))
    return bool(words & QUALIFYING) and all(word in QUALIFYING | BETWEEN or word.isdigit() for word in words)
