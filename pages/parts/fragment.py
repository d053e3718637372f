"""A part of a page that runs again without the rest of it, in a container of its own."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

import streamlit as st

Given = ParamSpec("Given")
Found = TypeVar("Found")


def fragment(
    key: str | None = None, run_every: float | None = None
) -> Callable[[Callable[Given, Found]], Callable[Given, Found]]:
    """As `st.fragment`, with nothing behind it in its container.

    When a fragment runs again before a browser under load has taken the page, Streamlit takes back what the fragment
    had sent and sends the rest first. What stands behind it in the same container then has no place yet, and the page
    ends in “Bad delta path index”.
    """

    def decorated(draw: Callable[Given, Found]) -> Callable[Given, Found]:
        drawn = st.fragment(draw, key=key, run_every=run_every)

        @wraps(draw)
        def alone(*given: Given.args, **named: Given.kwargs) -> Found:
            with st.container():
                return drawn(*given, **named)

        return alone

    return decorated
