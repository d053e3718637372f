"""Pages by the names in their address: Streamlit serves the first at / alone, and it answers at its own name too."""

from __future__ import annotations

import streamlit as st

FIRST = "Rankings"


def page_of(title: str) -> st.Page:
    """The page of a title; FIRST stands at /."""
    first = title == FIRST
    return st.Page(f"pages/{title.lower()}.py", title=title, default=first, url_path="first" if first else None)


def by_its_name(first: st.Page) -> st.Page:
    """A page at the name of the `first`, which leads to it and keeps what the address asks; in no menu."""

    def go_on() -> None:
        fields = {field: st.query_params.get_all(field) for field in st.query_params}  # one may stand several times
        st.switch_page(first, query_params=fields)

    return st.Page(go_on, title=first.title, url_path=first.title.lower(), visibility="hidden")
