"""Loading an export again: what the file is, its first rows, what is wrong with which row, and the button."""

from __future__ import annotations

import streamlit as st

from engine.errors import NomenclatorError
from engine.workbench import Workbench
from pages.parts.export_preview import preview_table
from pages.parts.plain import count, plain
from pages.parts.profile import who

MOST_SHOWN = 8  # problems


def load_form(workbench: Workbench) -> None:
    """A field for the file and what it would bring; nothing is changed before the button."""
    st.file_uploader(
        "A file of labels, edits or judgements that was exported (CSV, XLSX or SSSOM TSV)",
        type=["csv", "xlsx", "tsv"],
        key="load_file",
    )
    said, problem = st.session_state.pop("load_said", ""), st.session_state.pop("load_problem", "")
    if said:
        st.success(plain(said))
    if problem:
        st.error(plain(problem))
    file = st.session_state.get("load_file")
    if file is None or file.file_id == st.session_state.get("load_done"):
        if not said:
            st.caption("By whom and when stays as the file says. What is loaded is one action, and one undo.")
        return
    try:
        path = workbench.keep_upload(file.name, file.getvalue())
        try:
            found = workbench.load_preview(path)
        finally:
            path.unlink(missing_ok=True)
    except NomenclatorError as error:
        st.error(plain(error))
        return
    rows = count(found.usable, "row")
    st.markdown(f"**{plain(found.kind.title)}**: {rows} can be loaded" + (":" if found.usable else "."))
    if found.usable:
        preview_table("load_preview", "First rows of the file", found.kind.columns, found.first)
    for place, sentence in found.problems[:MOST_SHOWN]:
        st.warning(f"{plain(place.capitalize())}: {plain(sentence)}")
    if found.wrong > MOST_SHOWN:
        st.caption(f"… and {count(found.wrong - MOST_SHOWN, 'more row')} that cannot be loaded.")
    label = f"Load {rows}" + (f", leave out {found.wrong:,}" if found.wrong else "")
    st.button(
        label,
        key="load",
        type="primary",
        shortcut="F8",
        disabled=not found.usable,
        on_click=_load,
        args=(workbench,),
    )


def _load(workbench: Workbench) -> None:
    file = st.session_state.get("load_file")
    if file is None:
        return
    try:
        path = workbench.keep_upload(file.name, file.getvalue())
        try:
            done = workbench.load_file(path, who())
        finally:
            path.unlink(missing_ok=True)
        left = f" {count(done['left_out'], 'row')} left out." if done["left_out"] else ""
        st.session_state["load_said"] = (
            f"Loaded {count(done['loaded'], 'row')} of {done['kind']} from {file.name}.{left}"
        )
        st.session_state["load_done"] = file.file_id
    except NomenclatorError as error:
        st.session_state["load_problem"] = str(error)
