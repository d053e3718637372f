"""Brings what stands at a place of a page into sight, once: a page that has become shorter shows something else."""

from __future__ import annotations

from pages.parts.component import component

_draw = component("into_sight", __file__)


def into_sight(key: str, of: int) -> None:
    """Draws nothing; scrolls to this place when it comes to be of something new, the run with the number `of` say."""
    _draw(key=key, data={"of": of})
