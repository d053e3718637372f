"""A menu behind a button that closes itself once what it was opened for is done."""

from __future__ import annotations

from typing import Any

import streamlit as st


def menu(label: str, key: str, help: str) -> Any:
    """The container of a menu; `close` closes it by its key."""
    return st.popover(label, help=help, key=key, on_change="rerun")


def close(key: str) -> None:
    """Closes a menu, in a callback: left open it hides what is said of the act, and counts what is no longer there."""
    st.session_state[key] = False
