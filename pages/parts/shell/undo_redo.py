"""Undo and Redo of what a person did last, for the pages that have them."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from pages.parts.formatting import plain, shortened
from pages.parts.shell.messages import report, reported
from pages.parts.shell.profile import who
from store.records.terminology import Entry


def undo_redo_buttons(
    message: str,
    prefix: str,
    helps: tuple[str, str],
    undo: Callable[[str], Entry | str | None],
    redo: Callable[[str], Entry | str | None],
    after: Callable[[], None] | None = None,
) -> None:
    """Draws Undo and Redo, whose keys begin with `prefix`; what they came to is kept under `message`.

    undo, redo: given a person, what was taken back or done again, None where there was nothing. after: called then.
    """
    st.button(
        "Undo",
        key=f"{prefix}undo",
        shortcut="U",
        help=helps[0],
        on_click=_step,
        args=("undo", undo, message, after),
    )
    st.button(
        "Redo",
        key=f"{prefix}redo",
        shortcut="Y",
        help=helps[1],
        on_click=_step,
        args=("redo", redo, message, after),
    )


def _step(word: str, turn: Callable[[str], Entry | str | None], message: str, after: Callable[[], None] | None) -> None:
    with reported(message):
        entry = turn(who())
        if entry:
            title = entry.title if isinstance(entry, Entry) else entry
            report(message, "success", f"{plain(shortened(title, 120))}.")
        else:
            report(message, "info", f"Nothing to {word} for {plain(who())}.")
    if after:
        after()
