"""What an action came to: kept by the callback that did it, shown once when the page is drawn again."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import streamlit as st

from engine.errors import NomenclatorError
from pages.parts.formatting import plain


def report(key: str, kind: str, sentence: str) -> None:
    """Keeps a sentence in Markdown (success, info or error) for `show_message` with the same key."""
    st.session_state[key] = (kind, sentence)


@contextmanager
def reported(key: str) -> Iterator[None]:
    """Keeps the sentence of a NomenclatorError raised inside for `show_message`; anything else surfaces."""
    try:
        yield
    except NomenclatorError as error:
        report(key, "error", plain(error))


def show_message(key: str) -> None:
    """Shows what was kept under `key`, once."""
    kind, sentence = st.session_state.pop(key, ("", ""))
    if sentence:
        {"success": st.success, "info": st.info, "error": st.error}[kind](sentence)
