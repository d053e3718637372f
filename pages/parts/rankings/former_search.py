"""Back leads to the search beside which a concept was opened, after another one was searched and opened.

Streamlit replaces the address with each letter, so that the search that a row was opened from would be lost. Here the
first letter after that makes a step of its own, which the next row that is opened then completes.
"""

from __future__ import annotations

from pages.parts.component import component

_draw = component("former_search", __file__)


def former_search() -> None:
    """Keeps watch over the address; draws nothing."""
    _draw(key="former_search", height=1)
