"""A label set itself: its classes, how many names each wants, and taking it away."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import streamlit as st

from engine.workbench import Workbench, labelling
from pages.parts.formatting import count, plain
from pages.parts.sheet import Col, sheet
from pages.parts.shell.messages import report, reported, show_message
from pages.parts.shell.profile import who

MESSAGE = "labels_said"  # what was kept, or a deletion of a set came to; the page says it, once
HOWS = {
    labelling.TOP: "the top classes of {terminology}",
    labelling.LEVEL: "level {at} of {terminology}",
    labelling.BELOW: "the concepts below {at} in {terminology}",
    labelling.FREE: "classes of your own",
}


def label_settings(workbench: Workbench, definition: Any) -> None:
    """Draws what the set asks, and what can be changed of it."""
    titles = {one.slug: one.title for one in workbench.terminologies.all()}
    terminology = titles.get(definition.terminology, definition.terminology)
    st.header(f"{plain(definition.label_set)}: {count(len(definition.classes), 'class', 'classes')}", anchor=False)
    st.caption(f"From {plain(HOWS[definition.how].format(terminology=terminology, at=definition.at))}.")
    show_message("label_settings_problem")
    with st.form("label_settings", border=False):
        target = st.number_input("Names wanted for each class (k)", 2, 10_000, definition.target)
        more = st.text_area("More classes, one a line", height=100, placeholder="other")
        if st.form_submit_button("Save"):
            _save(workbench, definition, int(target), more)
    sheet(
        "set_classes",
        "Classes",
        (Col("title", "Class"), Col("concept", "Concept", "code")),
        [{"id": str(at), "title": one.title, "concept": one.concept} for at, one in enumerate(definition.classes)],
        tallest=320,
    )
    with st.popover("Delete this set …"):
        st.markdown("With its labels it can be brought back by History. A set without labels is gone for good.")
        st.button("Delete the set", key="delete_set", type="primary", on_click=_delete, args=(workbench, definition))


def _save(workbench: Workbench, definition: Any, target: int, more: str) -> None:
    with reported("label_settings_problem"):
        classes = (*definition.classes, *labelling.free_classes(more))
        workbench.label_sets.define(replace(definition, target=target, classes=classes), who())
    st.rerun()


def _delete(workbench: Workbench, definition: Any) -> None:
    """In a callback: deletes the set; the page says so and opens another one, or the form of a first."""
    with reported("label_settings_problem"):
        number = workbench.label_sets.remove(definition.label_set, who())
        name = f"The label set “{plain(definition.label_set)}”"
        with_labels = f"{name} and its {count(number, 'label')} are deleted; History brings them back."
        report(MESSAGE, "success", with_labels if number else f"{name} is deleted; it had no label.")
        st.session_state["labels_deleted"] = definition.label_set
        st.session_state["show"] = "queue"  # the address follows: it has the view of a widget, and the set
        st.session_state.pop("set", None)
        st.query_params.pop("queue", None)
