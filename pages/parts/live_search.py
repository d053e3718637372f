"""A search field whose answer follows each keystroke, on a busy machine too: no letter is lost, none unanswered."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, Literal

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx
from streamlit.runtime.scriptrunner_utils.script_requests import ScriptRequestType

from pages.parts.component import component

NOTHING_DRAWN = 1.0  # seconds of typing after which a drawing is ended although a newer text waits
FIRST_BEGUN, BROKEN_OFF = "live_search_begun", "live_search_broken_off"

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
    if not st.session_state.pop(BROKEN_OFF, False):
        st.session_state[FIRST_BEGUN] = time.monotonic()
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

    Streamlit breaks a drawing of the whole page off whenever its state is read, but no fragment for a fragment: what
    is typed would wait for the answer to each letter before. Somebody who types on sees an answer once a second.
    """
    begun = st.session_state.get(FIRST_BEGUN, 0.0)
    if newer_waits() and time.monotonic() - begun < NOTHING_DRAWN:
        st.session_state[BROKEN_OFF] = True
        st.rerun(scope="fragment")  # with what waits: Streamlit makes one request of the two


def newer_waits() -> bool:
    """Whether the fragment that is being drawn, in a drawing of fragments alone, has been asked for anew meanwhile."""
    context = get_script_run_ctx()
    requests = context and context.script_requests
    if not context or not requests or requests._state is not ScriptRequestType.RERUN:
        return False
    return not set(context.fragment_ids_this_run or ()).isdisjoint(requests._rerun_data.fragment_id_queue)
