"""What is done with the names selected on a map: listed, labelled, withdrawn or exported, all of them at once."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import streamlit as st

from engine.errors import NomenclatorError
from engine.workbench import OpenMap, Workbench
from pages.parts.map_parent import place_selection
from pages.parts.plain import count, plain
from pages.parts.profile import who
from pages.parts.sheet import Col, sheet
from store.records.terminology import Entry

LISTED = 200
NAMES = (
    Col("name", "Name"),
    Col("concept", "Concept", "code"),
    Col("preferred", "Preferred name", "quiet"),
    Col("topic", "Top class", "quiet"),
    Col("label", "Label", "mark"),
)
SAID = "map_said"
MIMES = {"csv": "text/csv", "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"}


def map_selection(workbench: Workbench, opened: OpenMap, points: list[int], label_set: str, changed: Callable) -> None:
    """Draws the actions on the left and the names on the right; calls `changed` when labels are no longer the same."""
    left, right = st.columns([3, 7], gap="large")
    with left:
        with st.container():  # in a place of its own: a button that moves would lose a key pressed then
            kind, said = st.session_state.pop(SAID, ("", ""))
            if said:
                {"success": st.success, "error": st.error}[kind](plain(said))
        if points:
            _label(workbench, opened, points, label_set, changed)
            _export(workbench, opened, points, label_set)
            _withdraw(workbench, opened, points, changed)
            place_selection(workbench, opened, points, SAID, changed)
        _undo(workbench, changed)
    with right:
        if not points:
            st.caption(
                "Nothing is selected. Draw a box (B) or a lasso (L) around names, click one, or find some by a part of "
                "their name and press Enter. With the keyboard alone: arrows and + − on the map, then S."
            )
            return
        rows = [
            {
                "id": str(one.point),
                "name": one.name,
                "concept": one.concept,
                "preferred": "" if one.preferred == one.name else one.preferred,
                "topic": one.topic,
                "label": one.label,
            }
            for one in workbench.map_names(opened, points[:LISTED], label_set)
        ]
        sheet("map_names", "Selected names", NAMES, rows, tallest=420)
        if len(points) > LISTED:
            st.caption(f"The first {LISTED} of {len(points):,} are listed; labels and the export take all of them.")


def _label(
    workbench: Workbench, opened: OpenMap, points: list[int], label_set: str, changed: Callable[[], None]
) -> None:
    sets = {one.name: list(one.classes) for one in workbench.label_sets()}
    with st.container(border=True, key="map_label"):
        chosen = st.selectbox(
            "Label set",
            list(sets),
            index=list(sets).index(label_set) if label_set in sets else 0 if sets else None,
            key="map_set",
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
    try:
        names = dict.fromkeys(one.name for one in workbench.map_names(opened, points))
        kept = workbench.relabel(label_set, [(name, label) for name in names], who())
        what = f"labelled “{label}” in" if label else "taken out of"
        st.session_state[SAID] = ("success", f"{count(kept, 'name')} {what} “{label_set}”. One undo takes it back.")
    except NomenclatorError as error:
        st.session_state[SAID] = ("error", str(error))
    changed()


def _export(workbench: Workbench, opened: OpenMap, points: list[int], label_set: str) -> None:
    with st.container(horizontal=True, gap="small"):
        for format, mime in MIMES.items():
            st.download_button(
                f"Export {format.upper()}",
                partial(workbench.export_map, opened, points, label_set, format),
                file_name=f"{opened.asked.terminology}-selection.{format}",
                mime=mime,
                key="map_export" if format == "csv" else f"map_export_{format}",
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
    try:
        done = workbench.withdraw_map_names(opened, points, who(), reason)
        st.session_state[SAID] = ("success", f"{count(done, 'name')} withdrawn. One undo brings them back.")
    except NomenclatorError as error:
        st.session_state[SAID] = ("error", str(error))
    changed()


def _undo(workbench: Workbench, changed: Callable[[], None]) -> None:
    def step(word: str, turn: Callable[[str], Entry | None]) -> None:
        try:
            done = turn(who())
            st.session_state[SAID] = ("success", f"{done.title}." if done else f"There is nothing to {word}.")
        except NomenclatorError as error:
            st.session_state[SAID] = ("error", str(error))
        changed()

    with st.container(horizontal=True, gap="small"):
        st.button(
            "Undo",
            key="map_undo",
            shortcut="U",
            on_click=step,
            args=("undo", workbench.undo),
            help="Takes back the last thing done under your name.",
        )
        st.button(
            "Redo",
            key="map_redo",
            shortcut="Y",
            on_click=step,
            args=("redo", workbench.redo),
            help="Does again what your last undo took back.",
        )
