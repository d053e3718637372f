"""Rolling back to an entry: whose changes, what that would change and what stays; then the button that does it."""

from __future__ import annotations

import streamlit as st

from engine.workbench import RollBack, Workbench
from pages.parts.change_kinds import HEADINGS
from pages.parts.formatting import clock, count, plain
from pages.parts.history.list import MESSAGE
from pages.parts.shell.messages import report, reported
from pages.parts.shell.profile import who
from pages.parts.shell.workspace import sentences
from pages.parts.widget_state import switch
from store.records.terminology import Entry

MINE, EVERYONES = "mine", "all"


def roll_back_panel(workbench: Workbench, entry: Entry) -> None:
    """Draws what a roll-back to `entry` would do, with a button to do it and one to leave it."""
    with st.container(border=True, key="rolling_back"), sentences():
        titles = {MINE: f"Those of {who()}", EVERYONES: "Everyone's"}
        help = "Others' changes are left alone unless you choose everyone's."
        whose = switch(st, "Whose changes since then", titles, "whose", default=MINE, help=help)
        everyone = whose == EVERYONES
        would = workbench.history.roll_back(entry.id, who(), everyone, dry_run=True)
        for sentence in preview(would, entry):
            st.markdown(sentence)
        with st.container(horizontal=True, gap="small"):
            st.button(
                "Roll back",
                key="roll_back_now",
                type="primary",
                shortcut="Shift+B",
                disabled=not would.changed,
                on_click=_roll_back,
                args=(workbench, entry, everyone),
                help="Adds new edits; nothing is deleted, and one undo takes all of it back.",
            )
            st.button("Leave it", key="leave_rolling", type="tertiary", on_click=leave)


def preview(would: RollBack, entry: Entry) -> list[str]:
    """What a roll-back would do, in sentences."""
    since = f"after entry {entry.id} ({clock(entry.when)})"
    if not would.changed:
        sentences = [f"Nothing would change: nothing of what you chose was done {since}, or none of it stands."]
    else:
        things = ", ".join(f"{HEADINGS[kind].lower()} ({number:,})" for kind, number in would.changed.items())
        does = (
            f"Takes back {count(would.taken_back, 'action')} made" if would.taken_back else "Does again what was undone"
        )
        sentences = [f"{does} {since}. Changes **{things}**."]
    if would.kept:
        others = [f"{count(number, 'action')} of {plain(name)}" for name, number in would.kept.items()]
        sentences.append(f"Stays: {', '.join(others)}.")
    if would.waiting:
        sentences.append(
            f"{count(would.waiting, 'name or link', 'names or links')} of others stand on a concept that goes."
        )
    return sentences


def leave() -> None:
    """Closes the panel; nothing was changed."""
    st.session_state.pop("rolling", None)


def _roll_back(workbench: Workbench, entry: Entry, everyone: bool) -> None:
    with reported(MESSAGE):
        result = workbench.history.roll_back(entry.id, who(), everyone)
        report(MESSAGE, "success", plain(f"{result.title}. Undo takes all of it back."))
        leave()
