"""Undo and Redo of what a person did last, for the pages that have them."""

from __future__ import annotations

from collections.abc import Callable, Collection

import streamlit as st

from pages.parts.formatting import plain, shortened
from pages.parts.shell.messages import report, reported
from pages.parts.shell.profile import who
from store.records.terminology import Entry

ANNOUNCED = "undo_announced"  # the page's message and the entry that the last press said it would take back


def undo_redo_buttons(
    message: str,
    prefix: str,
    helps: tuple[str, str],
    undo: Callable[[str], Entry | str | None],
    redo: Callable[[str], Entry | str | None],
    after: Callable[[], None] | None = None,
    elsewhere: Callable[[str], Entry | None] | None = None,
) -> None:
    """Draws Undo and Redo, whose keys begin with `prefix`; what they came to is kept under `message`.

    undo, redo: given a person, what was taken back or done again, None where there was nothing. after: called then.
    elsewhere: given a person, what Undo would take back where that was done on another page; the first press then only
    says so, and the second takes it back.
    """
    st.button(
        "Undo",
        key=f"{prefix}undo",
        shortcut="U",
        help=helps[0],
        on_click=_step,
        args=("undo", undo, message, after, elsewhere),
    )
    st.button(
        "Redo",
        key=f"{prefix}redo",
        shortcut="Y",
        help=helps[1],
        on_click=_step,
        args=("redo", redo, message, after),
    )


def done_elsewhere(
    next_undo: Callable[[str], Entry | None], kinds: Collection[str], own: Collection[int] = ()
) -> Callable[[str], Entry | None]:
    """For `undo_redo_buttons` of a page whose actions are of these kinds: the next undo where it is of another kind.

    own: entries of the history that were made on the page all the same.
    """

    def elsewhere(person: str) -> Entry | None:
        entry = next_undo(person)
        return entry if entry and entry.kind not in kinds and entry.id not in own else None

    return elsewhere


def warned(page: str, other: Entry | None) -> str:
    """What a page says before Undo takes back what was done on `other` than it; "" where nothing was, or where the
    last press on the page said so."""
    announced = st.session_state.pop(ANNOUNCED, None)
    if other is None or announced == (page, other.id):
        return ""
    st.session_state[ANNOUNCED] = page, other.id
    return f"Undo would take back what you did on another page: {shortened(other.title, 120)}. Press U again to do so."


def _step(
    word: str,
    turn: Callable[[str], Entry | str | None],
    message: str,
    after: Callable[[], None] | None,
    elsewhere: Callable[[str], Entry | None] | None = None,
) -> None:
    with reported(message):
        if warning := warned(message, elsewhere(who()) if elsewhere else None):
            report(message, "info", plain(warning))
            return
        entry = turn(who())
        if entry:
            title = entry.title if isinstance(entry, Entry) else entry
            report(message, "success", plain(shortened(f"{title}.", 120)))
        else:
            report(message, "info", f"Nothing to {word} for {plain(who())}.")
    if after:
        after()
