"""What the Place page keeps in its address, and a redraw of the whole page from inside a part of it."""

from __future__ import annotations

import streamlit as st

from pages.parts.shell.address import Address

WHOLE = "place whole"


def place_address(first: str = "", current: str = "") -> Address:
    """View, terminology, encoders, the name, the concept that gets a further parent, the open list and what it shows,
    and the open concept."""
    return Address(
        "place",
        {
            "view": "name",
            "in": first,
            "with": [current],
            "name": "",
            "concept": "",
            "list": "",
            "filter": "undecided",
            "open": "",
        },
        pinned=("in", "with"),
        restored=("in", "with"),
    )


def field(name: str) -> str:
    """A field as it is now."""
    return str(st.session_state.get(f"place_{name}") or "")


def put(whole: bool = False, **fields: str) -> None:
    """From a callback: sets fields; with `whole` more than the part that was clicked in is drawn again."""
    for name, value in fields.items():
        st.session_state[f"place_{name}"] = value
    if whole:
        st.session_state[WHOLE] = True


def place_name(text: str) -> None:
    """From a callback: shows where a name may stand."""
    put(whole=True, name=text, view="name", concept="")
    st.session_state.pop("place_chosen", None)


def redrawn() -> None:
    """At the start of a part: draws the whole page instead when a callback asked for it."""
    if st.session_state.pop(WHOLE, False):
        st.rerun()
