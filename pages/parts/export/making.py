"""A file that is being made for download: how far it has come, told on the page while its button waits."""

from __future__ import annotations

import streamlit as st

from engine.workbench import Ongoing
from pages.parts.formatting import plain
from pages.parts.fragment import fragment

FILE_LOOK_SECONDS = 0.7  # between two looks at a file that is being made
MANY = 20_000  # rows above which the page looks whether a file is being made


def making_of_session() -> Ongoing:
    """The file that is being made for the person whose page this is; downloads are made in a thread of their own."""
    found: Ongoing = st.session_state.setdefault("making", Ongoing())
    return found


def making_progress(making: Ongoing, rows: int) -> None:
    """A bar that moves while a file of many rows is being made, and nothing else."""
    if rows >= MANY:
        fragment(run_every=FILE_LOOK_SECONDS)(_bar)(making)


def _bar(making: Ongoing) -> None:
    if (now := making.now) is not None:
        st.progress(min(1.0, now.step / now.total), text=plain(now.message))
