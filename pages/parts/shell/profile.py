"""Who is at the keyboard: a name in the sidebar that every edit, label and roll-back is kept under."""

from __future__ import annotations

from urllib.parse import unquote

import streamlit as st

from engine.workbench import Workbench, account_name

COOKIE = "nomenclator_who"
KEY = "who"

_remember = st.components.v2.component(
    "nomenclator_profile",
    js="""export default function ({ data }) {
        document.cookie = data.cookie + "=" + encodeURIComponent(data.who) + "; max-age=31536000; path=/; SameSite=Lax";
    }""",
)


def _default(workbench: Workbench | None = None) -> str:
    """The name this browser keeps, else the workspace's, else the one of the account on this computer, else “me”."""
    cookie = st.context.cookies.get(COOKIE)
    named = unquote(cookie).strip() if isinstance(cookie, str) else ""
    if not named and workbench is not None:
        named = workbench.profile.name()
    return named or account_name() or "me"


def who() -> str:
    """The profile name; never empty."""
    return (st.session_state.get(KEY) or "").strip() or _default()


def profile_field(workbench: Workbench) -> None:
    """The field in the sidebar. The browser keeps the name, so two people with two browsers stay two people."""
    st.text_input(
        "Your name",
        # At each drawing: what is set once is lost where the first drawing is overtaken, and the field stood empty.
        st.session_state[KEY] if KEY in st.session_state else _default(workbench),
        key=KEY,
        max_chars=60,
        help="Kept with every edit, label and roll-back. Undo takes back what was done under this name.",
        persist_state="session",
        on_change=lambda: workbench.profile.set_name(who()),
    )
    _remember(key="remember_who", data={"cookie": COOKIE, "who": who()}, height=1)
