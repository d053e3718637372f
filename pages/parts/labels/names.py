"""The labelled names of a set, each with who labelled it; any can be taken out."""

from __future__ import annotations

import streamlit as st

from engine.workbench import Workbench
from pages.parts.formatting import clock, count, plain
from pages.parts.labels.settings import MESSAGE
from pages.parts.sheet import Col, row_of, sheet
from pages.parts.shell.profile import who
from pages.parts.widget_state import choose
from store.records.terminology import Label

MOST_NAMES = 500
NAMES = (
    Col("name", "Name"),
    Col("label", "Class"),
    Col("who", "Who", "quiet"),
    Col("when", "When", "when"),
    Col("remove", "Remove", "action", "Takes the name out of the set."),
)


def label_names(workbench: Workbench, label_set: str) -> None:
    """Draws the newest 500 labels as they stand."""
    every = workbench.labels.in_set(label_set)
    sizes = len({one.label for one in every})
    st.header(f"{plain(label_set)}: {count(len(every), 'name')} in {count(sizes, 'class', 'classes')}", anchor=False)
    found = _found(every)
    if len(found) > MOST_NAMES:
        st.caption(f"The newest {MOST_NAMES} of {len(found):,} are shown; Export has them all.")
    rows = [row_of(one, NAMES, one.name, when=clock(one.when), about=one.name) for one in reversed(found[-MOST_NAMES:])]
    empty = "Nothing is labelled in this set yet. Go through its queue, or paste labels that you have."
    if every:
        empty = "No labelled name fits. Choose every class and every person, or empty the search."
    sheet(
        "label_names",
        "Names and their classes",
        NAMES,
        rows,
        empty,
        on_act=lambda name: _remove(workbench, label_set, name),
        tallest=560,
    )


def _remove(workbench: Workbench, label_set: str, name: str) -> None:
    st.session_state.pop(MESSAGE, None)
    workbench.labels.remove(label_set, name, who())


def _found(every: list[Label]) -> list[Label]:
    """Draws the filters; the labels that they let through."""
    if not every:
        return every
    words, classes, people = st.columns([4, 4, 3])
    text = words.text_input("Search", key="named_text", type="search", placeholder="A part of a name")
    titles, whose = ({it: it for it in sorted({getattr(one, field) for one in every})} for field in ("label", "who"))
    title = choose(classes, "Class", {"": "Every class", **titles}, "named_class")
    who = choose(people, "Who", {"": "Everybody", **whose}, "named_who")
    part = (text or "").casefold().strip()
    return [one for one in every if part in one.name.casefold() and title in ("", one.label) and who in ("", one.who)]
