"""What an action came to: kept by the callback that did it, shown when the page is drawn again.

A page may be drawn anew at once, by a part that renews itself or by the next click; what was shown for a moment only
would not have been read.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager

import streamlit as st

from engine.errors import NomenclatorError
from pages.parts.formatting import plain

SHOWN = 2.0  # seconds


def report(key: str, kind: str, sentence: str) -> None:
    """Keeps a sentence in Markdown (success, info or error) for `show_message` with the same key."""
    st.session_state[key] = (kind, sentence, 0.0)


@contextmanager
def reported(key: str) -> Iterator[None]:
    """Keeps the sentence of a NomenclatorError raised inside for `show_message`; anything else surfaces."""
    try:
        yield
    except NomenclatorError as error:
        report(key, "error", plain(error))


def show_outcome(key: str) -> None:
    """Shows what was kept in a place of its own, so that no button moves: it would lose a key pressed then."""
    with st.container():
        show_message(key)


def show_message(key: str) -> None:
    """Shows what was kept under `key`, as often as the page is drawn within SHOWN seconds of its first drawing.

    Its place is there without a message too: what stands below would be drawn anew when one comes or goes, and a file
    that is being uploaded there would be lost.
    """
    place = st.empty()
    if key not in st.session_state:
        return
    kind, sentence, since = st.session_state[key]
    now = time.monotonic()
    if since and now - since > SHOWN:
        del st.session_state[key]
        return
    st.session_state[key] = (kind, sentence, since or now)
    {"success": place.success, "info": place.info, "error": place.error}[kind](sentence)
