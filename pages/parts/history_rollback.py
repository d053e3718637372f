"""Rolling back to an entry: whose changes, what that would change and what stays; then the button that does it."""

from __future__ import annotations

import streamlit as st

from engine.errors import NomenclatorError
from engine.workbench import RollBack, Workbench
from pages.parts.history_list import KINDS, said_line
from pages.parts.plain import clock, count, plain
from pages.parts.profile import who
from store.records.terminology import Entry

MINE, ALL = "mine", "all"


def roll_back_panel(workbench: Workbench, entry: Entry) -> None:
    """Draws what a roll-back to `entry` would do, with a button to do it and one to leave it."""
    with st.container(border=True, key="rolling_back"):
        whose = st.segmented_control(
            "Whose changes since then",
            [MINE, ALL],
            default=MINE,
            key="whose",
            required=True,
            format_func={MINE: f"Those of {who()}", ALL: "Everyone's"}.__getitem__,
            help="Others' changes are left alone unless you choose everyone's.",
        )
        everyone = whose == ALL
        try:
            would = workbench.roll_back(entry.id, who(), everyone, dry_run=True)
        except NomenclatorError as error:
            st.error(plain(error))
            return
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
        told = [f"Nothing would change: nothing of what you chose was done {since}, or none of it stands."]
    else:
        things = ", ".join(f"{number:,} of {KINDS[kind].lower()}" for kind, number in would.changed.items())
        told = [f"Takes back {count(would.taken_back, 'action')} made {since}. Changes: **{things}**."]
    if would.kept:
        others = [f"{count(number, 'action')} of {plain(name)}" for name, number in would.kept.items()]
        told.append(f"Stays: {', '.join(others)}.")
    if would.waiting:
        told.append(f"{count(would.waiting, 'name or link', 'names or links')} of others stand on a concept that goes.")
    return told


def leave() -> None:
    """Closes the panel; nothing was changed."""
    st.session_state.pop("rolling", None)


def _roll_back(workbench: Workbench, entry: Entry, everyone: bool) -> None:
    try:
        done = workbench.roll_back(entry.id, who(), everyone)
        said_line("success", f"{done.entries[0].title}. Undo takes all of it back.")
        leave()
    except NomenclatorError as error:
        said_line("error", str(error))
