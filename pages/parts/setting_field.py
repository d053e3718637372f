"""One setting of a recipe as the widget that fits its kind."""

from __future__ import annotations

from typing import Any

import streamlit as st

from pages.parts.formatting import plain


def setting_field(field: Any, key: str) -> Any:
    """Draws a setting from its own description; the value that it has now."""
    label, value, help = plain(field.label), field.value, plain(field.help) or None
    if field.choices:
        options = list(field.choices)
        at = options.index(value)
        return st.selectbox(label, options, index=at, key=key, help=help, persist_state="session")
    if field.kind == "bool":
        return st.checkbox(label, value, key=key, help=help, persist_state="session")
    if field.kind == "int":
        low, high = _whole(field.low), _whole(field.high)
        whole = st.number_input(label, low, high, int(value), step=1, key=key, help=help, persist_state="session")
        return int(whole)
    if field.kind == "float":
        least, most, step = _real(field.low), _real(field.high), _step(value)
        return st.number_input(
            label, least, most, float(value), step=step, format="%g", key=key, help=help, persist_state="session"
        )
    return st.text_input(label, str(value), key=key, help=help, persist_state="session")


def _whole(bound: float | None) -> int | None:
    return None if bound is None else int(bound)


def _real(bound: float | None) -> float | None:
    return None if bound is None else float(bound)


def _step(value: float) -> float:
    """A step of the size that a person would turn the value by."""
    return 10.0 ** (len(str(int(abs(value)))) - 2) if abs(value) >= 1 else (abs(value) / 2 or 0.1)
