"""The form that makes a label set: its name, where its classes come from, and how many names each wants."""

from __future__ import annotations

from typing import Any

import streamlit as st

from engine.errors import NomenclatorError
from engine.workbench import Workbench, labelling
from pages.parts.formatting import count, plain, with_id
from pages.parts.labels.upload import upload
from pages.parts.sheet import Col, sheet
from pages.parts.shell.messages import report, reported, show_message
from pages.parts.shell.profile import who
from pages.parts.widget_state import choose, switch
from store.records.training import CURRENT

PASTED = "pasted"
WAYS = {
    labelling.TOP: "Top classes",
    labelling.LEVEL: "One level",
    labelling.BELOW: "Below a concept",
    labelling.FREE: "Classes of my own",
    PASTED: "Labels I have",
}
ABOUT = {
    labelling.TOP: "The chapters or organ systems of a terminology.",
    labelling.LEVEL: "Every concept of one level of the hierarchy that has others below it.",
    labelling.BELOW: "The children of a concept that you choose.",
    labelling.FREE: "Any classes; no terminology need know them.",
    PASTED: "Names that have their class already, from a file or pasted; the classes are those that occur.",
}
EXAMPLE = "cardiac\nrespiratory\nother"
CLASSES = (Col("title", "Class"), Col("concept", "Concept", "code"))


def label_form(workbench: Workbench) -> None:
    """Draws the form; a new set opens at once."""
    with st.container(border=True, key="label_form"):
        name = st.text_input(
            "Name of the new set", key="new_set", max_chars=100, placeholder="For example: organ systems"
        ).strip()
        way = switch(st, "Its classes are", WAYS, "new_way", default=labelling.TOP)
        st.caption(ABOUT[way])
        if way == PASTED:
            upload(workbench, name)
            return
        definition = _defined(workbench, name, way)
        show_message("label_form_problem")
        if definition is not None:
            _preview(definition)
            st.button(
                f"Define the set with {count(len(definition.classes), 'class', 'classes')}",
                type="primary",
                key="define_set",
                disabled=not name,
                on_click=_define,
                args=(workbench, definition),
            )
            if not name:
                st.caption("Name the set first.")


def _defined(workbench: Workbench, name: str, way: str) -> Any:
    """The definition as the form stands; None, with a sentence, while something is missing."""
    place, aside = st.columns([2, 1])
    if way == labelling.FREE:
        text = place.text_area("Classes, one a line", key="new_classes", height=150, placeholder=EXAMPLE)
        classes, slug, at = labelling.free_classes(text), "", ""
    else:
        titles = {one.slug: one.title for one in workbench.terminologies.all()}
        slug = choose(place, "Terminology", titles, "new_terminology")
        level_or_concept = _where(workbench, slug, way)
        if level_or_concept is None:
            return None
        at = level_or_concept
        try:
            classes = _proposed(workbench, slug, way, at)
        except NomenclatorError as error:
            st.warning(plain(error))
            return None
    target = aside.number_input(
        "Names wanted for each class (k)",
        2,
        10_000,
        labelling.TARGET,
        key="new_target",
        help="What progress is counted against; 30 train well, half of them telling when to stop.",
    )
    if len(classes) > labelling.MOST_CLASSES:
        st.warning(
            f"{count(len(classes), 'class', 'classes')} are too many to label by hand; a set has at most "
            f"{labelling.MOST_CLASSES}. Choose another level or concept."
        )
        return None
    if len(classes) < 2:
        st.caption("A set has two classes or more.")
        return None
    return labelling.Definition(name, tuple(classes), way, slug, at, int(target))


def _where(workbench: Workbench, slug: str, way: str) -> str | None:
    """The level or the concept whose classes are meant; None while there is none."""
    if way == labelling.TOP:
        return ""
    if way == labelling.LEVEL:
        levels = _levels(workbench, slug, _stamp(workbench, slug))
        if not levels:
            st.warning("This terminology has no hierarchy; write classes of your own.")
            return None
        many = {f"{level}": f"Level {level}: {count(number, 'class', 'classes')}" for level, number in levels.items()}
        start = next((place for place, number in enumerate(levels.values()) if number > 1), 0)
        return str(choose(st, "Level", many, "new_level", index=start))
    text = st.text_input("Search for the concept", key="new_concept_search", placeholder="A name or an id").strip()
    if not text:
        st.caption("Type a name or an id; the classes are the concepts right below the one you choose.")
        return None
    try:
        found = workbench.rankings.rank(text, terminology=slug, encoder=CURRENT, top=8).candidates
    except NomenclatorError as error:
        st.warning(plain(error))
        return None
    titles = {one.concept_id: with_id(one.preferred_name, one.concept_id) for one in found}
    found_id: str | None = choose(st, "Concept", titles, f"new_concept_{text}")
    return found_id


def _stamp(workbench: Workbench, slug: str) -> tuple[str, int]:
    """What changes with every edit, and with every release that takes a terminology's place."""
    newest = workbench.edits.newest(1)
    fingerprints = {one.slug: one.fingerprint for one in workbench.terminologies.all()}
    return fingerprints.get(slug, ""), newest[0].id if newest else 0


@st.cache_data(show_spinner="Reading the hierarchy", max_entries=20)
def _levels(_workbench: Workbench, slug: str, stamp: tuple[str, int]) -> dict[int, int]:
    return _workbench.label_sets.levels(slug)


def _proposed(workbench: Workbench, slug: str, way: str, at: str) -> Any:
    with st.spinner("Reading the hierarchy"):
        return workbench.label_sets.proposed_classes(slug, way, at)


def _preview(definition: Any) -> None:
    rows = [{"id": str(at), "title": one.title, "concept": one.concept} for at, one in enumerate(definition.classes)]
    sheet("new_classes_table", "Classes of the new set", CLASSES, rows, tallest=230)


def _define(workbench: Workbench, definition: Any) -> None:
    with reported("label_form_problem"):
        if definition.label_set in workbench.label_sets.definitions():
            sentence = f"There is a label set “{definition.label_set}” already; choose another name."
            report("label_form_problem", "error", plain(sentence))
            return
        workbench.label_sets.define(definition, who())
        st.session_state["set"] = definition.label_set
        st.session_state["new_set"] = ""
        st.session_state["show"] = "queue"
