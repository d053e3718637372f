"""The marks of difference between what was asked and the name of a candidate."""

from __future__ import annotations

from collections.abc import Sequence

from engine.text.assertion import undenied
from engine.text.differences import KINDS, NEGATION, of_required


def marks_of_difference(asked: str, readings: Sequence[str], name: str) -> tuple[str, ...]:
    """What a name and the reading that is nearest to it differ in, and whether one of what was asked and it denies."""
    nearest = min((of_required(reading, name) for reading in readings), key=len)
    denied = undenied(asked)
    if denied == asked or NEGATION not in of_required(f"no {denied}", name):
        return nearest
    return tuple(kind for kind in KINDS if kind in (*nearest, NEGATION))
