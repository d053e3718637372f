"""A text without the sides that it says."""

from __future__ import annotations

from collections.abc import Container

LEFT_RIGHT = ("left", "right")


def unsided(text: str, sides: Container[str] = LEFT_RIGHT) -> str:
    """The words of a text that are none of some sides.

    >>> unsided("OA Left knee")
    'OA knee'
    """
    return " ".join(word for word in text.split() if word.lower() not in sides)
