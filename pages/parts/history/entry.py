"""One entry of the history: what it changed, what people noted about it, and taking it back."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import streamlit as st

from engine.workbench import Workbench
from pages.parts.change_kinds import THINGS
from pages.parts.formatting import clock, count, plain
from pages.parts.history.list import MESSAGE, state
from pages.parts.history.rollback import roll_back_panel
from pages.parts.sheet import Col, sheet, without_empty
from pages.parts.shell.messages import report, reported
from pages.parts.shell.profile import who
from pages.parts.shell.workspace import sentences
from store.records.terminology import Alteration, Entry

FIRST, MORE = 20, 100
CHANGES = (
    Col("thing", "What"),
    Col("became", "Became", "whole", once=True),
    Col(
        "seen",
        "Seen, and why",
        "quiet",
        "The score, encoder and query at that moment, and the reason that was given.",
        once=True,
    ),
)
WORDS = {"do": "Done", "undo": "Undone", "redo": "Done again", "back": "Rolled back"}
NOTHING = "—"


@sentences()
def entry_panel(workbench: Workbench, number: int, titles: dict[str, str]) -> None:
    """Draws the entry with its buttons; `titles` maps an encoder's id to its title."""
    entry = workbench.history.entry(number)
    st.header(plain(entry.title), anchor=False)
    steps = workbench.history.steps(entry.id)
    later = [f"No. {step.id} · {WORDS[step.role]} by {plain(step.who)}, {clock(step.when)}" for step in steps]
    st.caption("  \n".join([_summary(entry), *later]))
    _buttons(workbench, entry, steps[-1] if steps and not entry.stands else entry)
    if st.session_state.get("rolling") == entry.id:
        roll_back_panel(workbench, entry)
    limit = st.session_state.get("changes_shown", FIRST)
    lines = workbench.history.changes(entry.id, limit)
    rows = [_row(at, line, titles) for at, line in enumerate(lines)]
    sheet(
        "entry_changes",
        "What it changed",
        without_empty(CHANGES, rows, "seen"),
        rows,
        empty="Entries of this kind keep no single changes.",
        tallest=420,
    )
    if entry.rows > len(lines):
        st.button(
            f"Show {min(MORE, entry.rows - len(lines))} more of {entry.rows:,}",
            key="more_changes",
            type="tertiary",
            on_click=lambda: st.session_state.update(changes_shown=limit + MORE),
        )
    _notes(workbench, entry)


def _summary(entry: Entry) -> str:
    summary = f"No. {entry.id} · {WORDS[entry.role]} by {plain(entry.who)}, {clock(entry.when)}"
    summary += f" · {count(entry.rows, THINGS[entry.kind])}"
    return summary + (" · **taken back**" if state(entry) == "undone" else "")


def _buttons(workbench: Workbench, entry: Entry, newest: Entry) -> None:
    """The buttons of an entry; `newest` is what is taken back: it, or the undo after which it no longer holds."""
    with st.container(horizontal=True, gap="small", key="entry_buttons"):
        st.button(
            "Do it again" if newest.role == "undo" else "Take back this one",
            key="take_back",
            shortcut="T",
            help="Later changes of the same things stay, whoever made them; nothing is deleted.",
            on_click=_take_back,
            args=(workbench, newest),
        )
        st.button(
            "Roll back to here …",
            key="roll_back",
            shortcut="B",
            help="Shows first what would change. This entry and all before it stay.",
            on_click=lambda: st.session_state.update(rolling=entry.id),
        )
        st.button(
            "Compare with now",
            key="compare_now",
            shortcut="D",
            help="What has changed in the workspace since this entry.",
            on_click=lambda: st.session_state.update(first_moment=str(entry.id), second_moment="", moments=True),
        )
        if st.session_state.get("batch") != str(entry.id):
            st.button(
                "Its batch",
                key="its_batch",
                type="tertiary",
                help="Lists this entry with all that took it back or did it again.",
                on_click=lambda: st.session_state.update(batch=str(entry.id)),
            )


def _take_back(workbench: Workbench, entry: Entry) -> None:
    with reported(MESSAGE):
        report(MESSAGE, "success", plain(f"{workbench.history.take_back(entry.id, who()).title}."))


def _notes(workbench: Workbench, entry: Entry) -> None:
    for note in workbench.history.notes(entry.id):
        st.markdown(f"{plain(note.note)}  \n:gray[{plain(note.who)}, {clock(note.when)}]")
    form = st.form(f"note_{entry.id}", clear_on_submit=True, border=False)
    with form, st.container(horizontal=True, vertical_alignment="bottom"):
        st.text_input("Note", key="note_text", max_chars=2000, placeholder="Why, or what to check")
        st.form_submit_button(
            "Keep note",
            shortcut="N",
            help="A note stays with the entry and goes along in exports; it cannot be changed afterwards.",
            on_click=_note,
            args=(workbench, entry),
        )


def _note(workbench: Workbench, entry: Entry) -> None:
    text = st.session_state.get("note_text", "").strip()
    if not text:
        report(MESSAGE, "info", plain("Type the note first."))
        return
    with reported(MESSAGE):
        workbench.history.add_note(entry.id, text, who())
        report(MESSAGE, "success", plain("The note is kept."))


def _row(at: int, line: Alteration, titles: dict[str, str]) -> dict[str, Any]:
    if line.kind == "current":  # encoders are known by their titles
        line = replace(line, before=titles.get(line.before, line.before), after=titles.get(line.after, line.after))
    if line.before == line.after:
        became = f"still {line.after}"
    elif line.before and line.after:
        became = f"{line.before} → {line.after}"
    else:
        became = line.after or f"no longer {line.before}"
    cells = change_row(str(at), line) | {"became": became, "seen": _seen(line, titles)}
    return cells | ({"thing": line.thing} if line.kind in ("label", "judgement") else {})  # the heading says of what


def change_row(id: str, line: Alteration) -> dict[str, Any]:
    """A changed thing as a row: what it is, before and after."""
    place = "" if line.kind in ("name", "parent", "current", "abbreviation", "terminology") else line.about
    return {
        "id": id,
        "thing": f"{line.thing} · {place}" if place else line.thing,
        "thing_why": line.terminology,
        "before": line.before or NOTHING,
        "after": line.after or NOTHING,
    }


def _seen(line: Alteration, titles: dict[str, str]) -> str:
    parts = []
    if line.score is not None:
        parts.append(f"{line.score:.2f}" + (f" in {titles.get(line.model, line.model)}" if line.model else ""))
    if line.query:
        parts.append(f"for “{line.query}”")
    if line.reason:
        parts.append(line.reason)
    return ", ".join(parts)
