"""The labelled names of a set, each with who labelled it; any can be taken out."""

from __future__ import annotations

import streamlit as st

from engine.workbench import Workbench
from pages.parts.chosen import forget_unknown
from pages.parts.plain import clock, count, plain
from pages.parts.profile import who
from pages.parts.sheet import Col, row_acted_on, sheet
from store.records.terminology import Label

MOST = 500
NAMES = (
    Col("name", "Name"),
    Col("label", "Class"),
    Col("who", "Who", "quiet"),
    Col("when", "When", "quiet"),
    Col("remove", "Remove", "action", "Takes the name out of the set."),
)


def label_names(workbench: Workbench, label_set: str) -> None:
    """Draws the newest 500 labels as they stand."""
    kept = workbench.labels(label_set)
    sizes = len({one.label for one in kept})
    st.header(f"{plain(label_set)}: {count(len(kept), 'name')} in {count(sizes, 'class', 'classes')}", anchor=False)
    said = st.session_state.pop("labels_said", "")
    if said:
        st.success(plain(said))
    found = _found(kept)
    if len(found) > MOST:
        st.caption(f"The newest {MOST} of {len(found):,} are shown; Export has them all.")
    rows = [
        {
            "id": one.name,
            "name": one.name,
            "label": one.label,
            "who": one.who,
            "when": clock(one.when),
            "about": one.name,
        }
        for one in reversed(found[-MOST:])
    ]
    empty = "Nothing is labelled in this set yet. Go through its queue, or paste labels that you have."
    if kept:
        empty = "No labelled name fits. Choose every class and every person, or empty the search."
    sheet(
        "label_names",
        "Names and their classes",
        NAMES,
        rows,
        empty,
        on_act=lambda: _remove(workbench, label_set),
        tallest=560,
    )


def _found(kept: list[Label]) -> list[Label]:
    """Draws the filters; the labels that they let through."""
    if not kept:
        return kept
    words, classes, people = st.columns([4, 4, 3])
    text = words.text_input("Search", key="named_text", type="search", placeholder="A part of a name")
    titles, whose = ["", *sorted({one.label for one in kept})], ["", *sorted({one.who for one in kept})]
    forget_unknown("named_class", titles)
    forget_unknown("named_who", whose)
    title = classes.selectbox("Class", titles, key="named_class", format_func=lambda one: one or "Every class")
    who = people.selectbox("Who", whose, key="named_who", format_func=lambda one: one or "Everybody")
    part = (text or "").casefold().strip()
    return [one for one in kept if part in one.name.casefold() and title in ("", one.label) and who in ("", one.who)]


def _remove(workbench: Workbench, label_set: str) -> None:
    name = row_acted_on("label_names")
    if name:
        workbench.remove_label(label_set, name, who())
