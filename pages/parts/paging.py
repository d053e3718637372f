"""Long tables, a page at a time; the page is kept in the address."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import streamlit as st


def page_of(key: str, rows: int, size: int) -> tuple[int, int]:
    """The page that is open, from 1, and how many there are; the first where the rows have become fewer meanwhile."""
    pages = max(1, -(-rows // size))
    if int(st.session_state.get(key) or 1) > pages:
        st.session_state[key] = 1
    return int(st.session_state.get(key) or 1), pages


def page_choice(key: str, pages: int) -> None:
    """Draws the choice of a page where there are several."""
    if pages > 1:
        st.pagination(pages, key=key, bind="query-params")


def page_in_hand(key: str, order: Sequence[Any], at: int, size: int, position: str) -> None:
    """Draws the choice of a page, which follows what is in hand, at place `at` of the order; choosing another page puts
    its first one into the session's `position`, as a text."""
    pages, page = -(-len(order) // size), at // size + 1
    if pages < 2:
        return

    def turn() -> None:
        st.session_state[position] = str(order[(st.session_state[f"{key}_{page}"] - 1) * size])

    st.pagination(pages, default=page, key=f"{key}_{page}", on_change=turn)
