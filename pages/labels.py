"""Labels: say which class names belong to, a key a name, so that an encoder can be trained on classes of your own."""

from __future__ import annotations

import streamlit as st

from pages.parts.formatting import plain
from pages.parts.labels.agreement import label_agreement
from pages.parts.labels.changes import change_line, label_changes
from pages.parts.labels.choices import queue_choices
from pages.parts.labels.desk import desk_card
from pages.parts.labels.form import label_form
from pages.parts.labels.names import label_names
from pages.parts.labels.queue import follow_queue, queue_of, with_known_encoder
from pages.parts.labels.settings import MESSAGE, label_settings
from pages.parts.labels.training import label_training
from pages.parts.labels.upload import upload
from pages.parts.shell.address import check_bound
from pages.parts.shell.frame import opened
from pages.parts.shell.messages import show_message
from pages.parts.widget_state import forget_unknown, switch

NEW = "A new set …"
VIEWS = {
    "queue": "Queue",
    "names": "Labelled names",
    "agreement": "Agreement",
    "changed": "What changed",
    "add": "Paste or upload",
    "set": "The set",
}
NONE = (
    "There is no label set yet. Define one: its classes come from a terminology, or are your own. Then go through a "
    "queue of names, one key a name; about 30 names a class train well."
)

workbench = opened("Labels", "Say which class each name belongs to, one key a name; then train on exactly that.")
definitions = workbench.label_sets.definitions()
if "second" in st.session_state:
    st.session_state["second"] = st.session_state["second"]  # else it goes while another view than the queue is open
named = st.query_params.get("set", "")
forget_unknown("set", [*definitions, NEW])
forget_unknown("show", VIEWS)
show_message(MESSAGE)
check_bound({"show": VIEWS.values()})
if named not in (*definitions, NEW, "", st.session_state.pop("labels_deleted", "")):
    del st.query_params["set"]
    st.info(f"The label set “{plain(named)}” is not there any more, or never was; choose another one, or define it.")

name = NEW
if definitions:
    follow_queue(workbench, definitions)
    choice, views = st.columns([2.6, 7.4], vertical_alignment="bottom")
    name = choice.selectbox(
        "Label set",
        [*definitions, NEW],
        key="set",
        bind="query-params",
        help="A set holds one question: each name has one class in it.",
    )
    if name != NEW:
        if not st.session_state.get("show") and st.query_params.get("show") not in VIEWS.values():
            st.query_params.pop("show", None)  # an address may name a view that there is not
            st.session_state["show"] = "queue"
        view = switch(views, "Show", VIEWS, "show", bind="query-params", label_visibility="collapsed") or "queue"
if name == NEW:
    with st.container(key="add_labels"):
        st.markdown(NONE if not definitions else "A set holds one question; each name has one class in it.")
        label_form(workbench)
    st.stop()

definition = definitions[name]
queue = with_known_encoder(workbench, queue_of(workbench, definition))
if view == "queue":
    queue_choices(workbench, definition, queue)
left, right = st.columns([7, 3.2], gap="medium")
with right, st.container(border=True, key="label_side"):
    label_training(workbench, definition, queue)
    change_line(workbench, queue)
    side = st.container(key="label_progress")
with left, st.container(key="add_labels"):  # the tour stands beside it
    desk_card(workbench, queue.number, definition.titles, view == "queue", side)
    if view == "names":
        label_names(workbench, name)
    elif view == "agreement":
        label_agreement(workbench, definition)
    elif view == "changed":
        label_changes(workbench, queue)
    elif view == "add":
        upload(workbench, name)
    elif view == "set":
        label_settings(workbench, definition)
