"""What a person can do about a proposed parent: accept one by its digit, refuse, undo; and what came of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import streamlit as st

from engine.errors import NomenclatorError
from engine.workbench import Workbench
from pages.parts.plain import plain, shortened
from pages.parts.profile import who

BUTTONS = (
    partial(st.button, shortcut="1"),
    partial(st.button, shortcut="2"),
    partial(st.button, shortcut="3"),
    partial(st.button, shortcut="4"),
    partial(st.button, shortcut="5"),
)


def said_here() -> None:
    """Shows what the last action came to, in a place of its own: a button that moves would lose a key pressed then."""
    with st.container():
        _said()


def _said() -> None:
    kind, sentence = st.session_state.pop("place_said", ("", ""))
    if sentence:
        {"success": st.success, "info": st.info, "error": st.error}[kind](sentence)


def say(kind: str, sentence: str) -> None:
    """Keeps a sentence for `said_here`."""
    st.session_state["place_said"] = (kind, sentence)


def act(done: Callable[[], str]) -> None:
    """From a button: does it and says the sentence that it gives, or what went wrong."""
    try:
        say("success", done())
    except NomenclatorError as error:
        say("error", plain(error))


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
            help=closed or f"Puts the name under {code}. The score and the encoder are kept with the edit.",
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
    """Takes back what the person did last, and does it again."""
    st.button(
        "Undo",
        key="place_undo",
        shortcut="U",
        help="Takes back what you did last: a parent, a whole batch of them, or a refusal.",
        on_click=_undo,
        args=(workbench,),
    )
    st.button(
        "Redo",
        key="place_redo",
        shortcut="Y",
        help="Does again what your last undo took back; a refusal is pressed again instead.",
        on_click=_redo,
        args=(workbench,),
    )


def _redo(workbench: Workbench) -> None:
    try:
        entry = workbench.redo(who())
        say(
            "success" if entry else "info",
            f"{plain(entry.title)}." if entry else f"Nothing to redo for {plain(who())}.",
        )
    except NomenclatorError as error:
        say("error", plain(error))


def _undo(workbench: Workbench) -> None:
    try:
        undone = workbench.undo_placing(who())
        say("success" if undone else "info", f"{plain(undone)}." if undone else f"Nothing to undo for {plain(who())}.")
    except NomenclatorError as error:
        say("error", plain(error))
