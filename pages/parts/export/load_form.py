"""Loading an export again: what the file is, its first rows, what is wrong with which row, and the button."""

from __future__ import annotations

import streamlit as st

from engine.workbench import Workbench
from pages.parts.export.preview import preview_table
from pages.parts.formatting import count, plain
from pages.parts.shell.messages import report, reported, show_message
from pages.parts.shell.profile import who
from pages.parts.shell.workspace import sentences
from pages.parts.uploads import uploaded

MOST_SHOWN = 8  # problems


@sentences()
def load_form(workbench: Workbench) -> None:
    """A field for the file and what it would bring; nothing is changed before the button."""
    formats = workbench.exports.load_formats()
    titles = ", ".join(format.title for format in formats)
    st.file_uploader(
        f"A file of labels, edits, decisions or short forms that was exported ({titles})",
        type=[format.written[0].rpartition(".")[2] for format in formats],
        key="load_file",
    )
    loaded = st.session_state.get("load_said", ("", ""))[0] == "success"
    show_message("load_said")
    file = st.session_state.get("load_file")
    if file is None or file.file_id == st.session_state.get("load_done"):
        if not loaded:
            st.caption("By whom and when stays as the file says. What is loaded is one action, and one undo.")
        return
    with uploaded(workbench, file) as path:
        found = workbench.exports.preview_load(path)
    rows = count(found.usable, "row")
    here = 0 if found.new is None else found.usable - found.new
    brings = found.usable > here
    summary = f"{rows} can be loaded" + (f", {here:,} of them here already" if here else "") + (":" if brings else ".")
    if here and not brings:
        summary = f"what the file could bring, {rows}, is here already."
    st.markdown(f"**{plain(found.kind.title)}**: {summary}")
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
        disabled=not brings,
        on_click=_load,
        args=(workbench,),
    )


def _load(workbench: Workbench) -> None:
    file = st.session_state.get("load_file")
    if file is None:
        return
    with reported("load_said"):
        with uploaded(workbench, file) as path:
            result = workbench.exports.load(path, who())
        left = f" {count(result['left_out'], 'row')} left out." if result["left_out"] else ""
        if result["loaded"]:
            sentence = f"Loaded {count(result['loaded'], 'row')} of {result['kind']} from {file.name}.{left}"
        else:
            sentence = f"What {file.name} could bring is here already; nothing was loaded.{left}"
        report("load_said", "success" if result["loaded"] else "info", plain(sentence))
        st.session_state["load_done"] = file.file_id
