"""What a person can do about a proposed parent: accept one by its digit, refuse, undo; and what came of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import streamlit as st

from engine.workbench import Workbench
from pages.parts.concept_more.action import entries_made_here
from pages.parts.formatting import plain, shortened
from pages.parts.shell.messages import report, reported
from pages.parts.shell.undo_redo import done_elsewhere, undo_redo_buttons

OUTCOME = "place_said"
HERE = ("concept", "parent", "preferred")  # kinds of what a person does on this page
BUTTONS = (
    partial(st.button, shortcut="1"),
    partial(st.button, shortcut="2"),
    partial(st.button, shortcut="3"),
    partial(st.button, shortcut="4"),
    partial(st.button, shortcut="5"),
)


def carry_out(action: Callable[[], str]) -> None:
    """From a button: runs `action` and keeps the sentence that it gives, or what went wrong, for `show_outcome`."""
    with reported(OUTCOME):
        report(OUTCOME, "success", action())


def digits(
    parents: Sequence[tuple[str, str, float | None, str]], accept: Callable[[str], None], chosen: str = ""
) -> None:
    """A button for each of the first five parents (id, name, score, why it cannot be taken), with its digit as key."""
    for place, (code, name, score, closed) in enumerate(parents[: len(BUTTONS)], 1):
        scored = "" if score is None else f" · {score:.2f}"
        BUTTONS[place - 1](
            f"{plain(shortened(name, 60))}{scored}",
            key=f"place_accept_{place}",
            type="primary" if code == chosen and not closed else "secondary",
            width="stretch",
            wrap=True,
            disabled=bool(closed),
            help=plain(closed)
            or f"Puts the name under {plain(code)}. The score and the encoder are kept with the edit.",
            on_click=accept,
            args=(code,),
        )


def note_field() -> None:
    """A note that is kept with the next action."""
    st.text_input(
        "Note (optional)",
        key="place_note",
        max_chars=300,
        placeholder="Note, optional",
        label_visibility="collapsed",
    )


def undo_button(workbench: Workbench) -> None:
    """Draws Undo and Redo of what the person did last."""
    helps = (
        "Takes back what you did last: a parent, a whole batch of them, or a refusal. If that was on another page, it "
        "says so first.",
        "Does again what your last undo took back.",
    )
    placement = workbench.placement
    elsewhere = done_elsewhere(placement.next_undo, HERE, entries_made_here())
    undo_redo_buttons(OUTCOME, "place_", helps, placement.undo, placement.redo, elsewhere=elsewhere)
