"""What is done with the names selected on a map: listed, labelled, withdrawn or exported, all of them at once."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import streamlit as st

from engine.workbench import OpenMap, Workbench
from pages.parts.formatting import count, plain
from pages.parts.map.parent import place_selection
from pages.parts.sheet import Col, row_of, sheet
from pages.parts.shell.messages import report, reported, show_message
from pages.parts.shell.profile import who
from pages.parts.shell.undo_redo import done_elsewhere, undo_redo_buttons

LISTED = 200
NAMES = (
    Col("name", "Name"),
    Col("concept", "Concept", "code"),
    Col("preferred", "Preferred name", "quiet"),
    Col("topic", "Class", "quiet"),
    Col("label", "Label", "mark"),
)
IN_DRAWER = ("name", "concept", "label")  # the rest is said where a name is pointed at
MESSAGE, SET = "map_said", "map_set"
HERE = ("name", "label", "concept", "parent")  # kinds of what a person does on this page
HELPS = (
    "Takes back the last thing done under your name; if that was on another page, it says so first.",
    "Does again what your last undo took back.",
)


def map_selection(
    workbench: Workbench, opened: OpenMap, points: list[int], label_set: str, changed: Callable, drawer: bool = False
) -> None:
    """Draws the names with the actions at their left, or below them in a drawer; calls `changed` when labels are no
    longer the same."""
    if drawer:
        right, left = st.container(), st.container()
    else:
        left, right = st.columns([3, 7], gap="large")
    with left:
        with st.container():  # in a place of its own: a button that moves would lose a key pressed then
            show_message(MESSAGE)
            if points:
                st.caption(f"{count(len(points), 'name')} selected.")
        if points:
            _label(workbench, opened, points, label_set, changed)
            _export(workbench, opened, points, label_set)
            _withdraw(workbench, opened, points, changed)
            place_selection(workbench, opened, points, MESSAGE, changed)
        with st.container(horizontal=True, gap="small"):
            elsewhere = done_elsewhere(workbench.history.next_undo, HERE)
            undo_redo_buttons(
                MESSAGE, "map_", HELPS, workbench.history.undo, workbench.history.redo, changed, elsewhere
            )
    with right:
        if not points:
            st.caption(
                "Nothing is selected. Draw a box (B) or a lasso (L) around names, click one, or find some by a part of "
                "their name and press Enter. With the keyboard alone: arrows and + − on the map, then S."
            )
            return
        rows = [
            row_of(one, NAMES, one.point, preferred="" if one.preferred == one.name else one.preferred)
            | ({"name_why": " · ".join(dict.fromkeys((one.preferred, one.topic)))} if drawer else {})
            for one in workbench.map_points.names(opened, points[:LISTED], str(st.session_state.get(SET) or label_set))
        ]
        columns = tuple(column for column in NAMES if column.key in IN_DRAWER) if drawer else NAMES
        sheet("map_names", "Selected names", columns, rows, tallest=260 if drawer else 420)
        if len(points) > LISTED:
            st.caption(f"The first {LISTED} of {len(points):,} are listed; labels and the export take all of them.")


def _label(
    workbench: Workbench, opened: OpenMap, points: list[int], label_set: str, changed: Callable[[], None]
) -> None:
    sets = {one.name: list(one.classes) for one in workbench.label_sets.counts()}
    with st.container(border=True, key="map_label"):
        chosen = st.selectbox(
            "Label set",
            list(sets),
            index=list(sets).index(label_set) if label_set in sets else 0 if sets else None,
            key=SET,
            accept_new_options=True,
            placeholder="Choose a set, or type a new name",
        )
        given = st.selectbox(
            "Class",
            sets.get(chosen or "", []),
            index=None,
            key="map_class",
            accept_new_options=True,
            placeholder="Choose a class, or type a new one",
        )
        st.button(
            f"Label {count(len(points), 'name')}",
            key="map_do_label",
            type="primary",
            shortcut="A",
            width="stretch",
            disabled=not chosen or not given,
            on_click=_do_label,
            args=(workbench, opened, points, str(chosen or ""), str(given or ""), changed),
        )
        st.button(
            "Take out of the set",
            key="map_unlabel",
            type="tertiary",
            disabled=chosen not in sets,
            on_click=_do_label,
            args=(workbench, opened, points, str(chosen or ""), "", changed),
        )


def _do_label(
    workbench: Workbench, opened: OpenMap, points: list[int], label_set: str, label: str, changed: Callable[[], None]
) -> None:
    with reported(MESSAGE):
        names = dict.fromkeys(one.name for one in workbench.map_points.names(opened, points))
        labelled = workbench.labels.relabel(label_set, [(name, label) for name in names], who())
        what = f"labelled “{label}” in" if label else "taken out of"
        alike = len(points) - len(names)
        same = (
            f" {count(alike, 'name')} of the selection {'has' if alike == 1 else 'have'} another's text."
            if alike
            else ""
        )
        report(
            MESSAGE, "success", plain(f"{count(labelled, 'name')} {what} “{label_set}”.{same} One undo takes it back.")
        )
    changed()


def _export(workbench: Workbench, opened: OpenMap, points: list[int], label_set: str) -> None:
    with st.container(horizontal=True, gap="small"):
        for name, format in workbench.map_points.formats().items():
            st.download_button(
                f"Export {format.title}",
                partial(workbench.map_points.export, opened, points, label_set, name),
                file_name=f"{opened.request.terminology}-selection{format.written[0]}",
                mime=format.mime,
                key="map_export" if name == "csv" else f"map_export_{name}",
                width="stretch",
                on_click="ignore",
                help=f"{count(len(points), 'name')} with concept, class, level, source, region and label.",
            )


def _withdraw(workbench: Workbench, opened: OpenMap, points: list[int], changed: Callable[[], None]) -> None:
    with st.expander("Withdraw from the terminology"):
        reason = st.text_input("Reason", key="map_reason", max_chars=200)
        st.button(
            f"Withdraw {count(len(points), 'name')}",
            key="map_withdraw",
            width="stretch",
            help="Takes these names from their concepts as one edit: rankings no longer find them.",
            on_click=_do_withdraw,
            args=(workbench, opened, points, reason, changed),
        )


def _do_withdraw(
    workbench: Workbench, opened: OpenMap, points: list[int], reason: str, changed: Callable[[], None]
) -> None:
    with reported(MESSAGE):
        withdrawn = workbench.map_points.withdraw(opened, points, who(), reason)
        report(MESSAGE, "success", plain(f"{count(withdrawn, 'name')} withdrawn. One undo brings them back."))
    changed()
