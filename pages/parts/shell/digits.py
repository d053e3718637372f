"""Buttons with a digit for a key, in order: Streamlit wants each key written out."""

from __future__ import annotations

from functools import partial

import streamlit as st

DIGITS = (
    partial(st.button, shortcut="1"),
    partial(st.button, shortcut="2"),
    partial(st.button, shortcut="3"),
    partial(st.button, shortcut="4"),
    partial(st.button, shortcut="5"),
    partial(st.button, shortcut="6"),
    partial(st.button, shortcut="7"),
    partial(st.button, shortcut="8"),
    partial(st.button, shortcut="9"),
)
