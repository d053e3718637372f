"""A search field whose answer follows each keystroke, on a busy machine too: no letter is lost, none unanswered."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import streamlit as st

from pages.parts.component import component

_watch = component("live_search", __file__)


def live_search(
    label: str,
    key: str,
    placeholder: str,
    pause: str = "200ms",
    on_change: Callable[[], None] | None = None,
    bind: Literal["query-params"] | None = None,
) -> str:
    """Draws the field and gives what is typed, without blanks around it; sent after each `pause` in the typing.

    Streamlit may take letters back that were typed while it sent the ones before, and passes over what is sent while a
    page is drawn anew. live_search.js puts the letters back, and sends again what this drawing has not answered.
    """
    typed: Any = st.text_input(
        label,
        key=key,
        type="search",
        live=pause,
        bind=bind,
        on_change=on_change,
        placeholder=placeholder,
        label_visibility="collapsed",
    )
    _watch(key=f"{key}_live_search", data={"answered": typed or "", "field": f".st-key-{key} input"})
    return (typed or "").strip()


def give_way() -> None:
    """Breaks this drawing off where a newer text has come meanwhile; to be called between two long pieces of work.

    Streamlit looks for what is newer whenever its state is read, and not while the page computes.
    """
    st.session_state.get("page")
