"""Who is at the keyboard: a name in the sidebar that every edit, label and roll-back is kept under."""

from __future__ import annotations

import getpass
from urllib.parse import unquote

import streamlit as st

COOKIE = "nomenclator_who"
KEY = "who"

_remember = st.components.v2.component(
    "nomenclator_profile",
    js="""export default function ({ data }) {
        document.cookie = data.cookie + "=" + encodeURIComponent(data.who) + "; max-age=31536000; path=/; SameSite=Lax";
    }""",
)


def _default() -> str:
    kept = unquote(st.context.cookies.get(COOKIE, "")).strip()
    if kept:
        return kept
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):
        return "me"


def who() -> str:
    """The profile name; never empty."""
    return (st.session_state.get(KEY) or "").strip() or _default()


def profile_field() -> None:
    """The field in the sidebar. The browser keeps the name, so two people with two browsers stay two people."""
    if KEY not in st.session_state:
        st.session_state[KEY] = _default()
    st.text_input(
        "Your name",
        key=KEY,
        max_chars=60,
        help="Kept with every edit, label and roll-back. Undo takes back what was done under this name.",
        persist_state="session",
    )
    _remember(key="remember_who", data={"cookie": COOKIE, "who": who()}, height=1)
