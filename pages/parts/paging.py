"""Long tables, a page at a time; the page is kept in the address."""

from __future__ import annotations

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
