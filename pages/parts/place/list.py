"""A list of new names: pasted or from a file, placed by a run, accepted row by row or the sure ones in bulk."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st
from streamlit.runtime.uploaded_file_manager import UploadedFile

from engine.errors import NomenclatorError
from engine.workbench import NameList, Workbench
from pages.parts.formatting import clock, count, plain
from pages.parts.place.address import field, put
from pages.parts.place.queue import queue
from pages.parts.sheet import Col, row_of, sheet
from pages.parts.shell.address import Address, numbered
from pages.parts.shell.job_panel import run_panel
from pages.parts.shell.profile import who
from pages.parts.shell.workspace import sentences
from pages.parts.uploads import uploaded
from store.records.training import COMPLETED, UNFINISHED

EXAMPLE = "left ear pain\npainful swollen big toe\nenlarged heart after birth"
SHOWN_PROBLEMS = 6
LISTS = (
    Col("title", "List"),
    Col("names", "Names", "number", "Names of the list that were placed."),
    Col("terminology", "Terminology", "quiet"),
    Col("encoder", "Placed by", "quiet"),
    Col("who", "Who", "quiet"),
    Col("when", "When", "when"),
)


def many_names(
    workbench: Workbench, terminology: str, encoder: str, titles: Mapping[str, str], address: Address
) -> None:
    """Draws the form, the run while it goes on, and the lists that were placed."""
    runs = workbench.jobs.runs(limit=5, kind="place")
    going = next((run for run in runs if run.status in UNFINISHED), None)
    last = st.session_state.get("place_run")
    ended = next((run for run in runs if run.id == last), None)
    if ended is not None and ended.status == COMPLETED:
        st.session_state.pop("place_run")
        put(list=str(ended.result["placing"]))
    lists = workbench.proposals.lists()
    number = numbered(field("list"))
    if going is None and any(one.id == number for one in lists):
        queue(workbench, number, titles, address)
        return
    left, right = st.columns([4, 6], gap="large")
    with left, st.container(border=True, key="place_new_list"):
        if going is not None:
            st.session_state["place_run"] = going.id
            run_panel(workbench, going.id)
        else:
            if ended is not None:
                run_panel(workbench, ended.id)
            _form(workbench, terminology, encoder, titles)
    with right:
        st.header("Placed lists", anchor=False)
        rows = [
            row_of(one, LISTS, one.id, encoder=titles.get(one.encoder, one.encoder), when=clock(one.when))
            for one in lists
        ]
        empty = "No list was placed yet. Paste names on the left, one a line, or choose a file; then place them."
        if going is not None:
            empty = (
                "The first list is being placed; how far that is stands on the left. It is listed here once it is done."
            )
        sheet("place_lists", "Placed lists", LISTS, rows, empty=empty, on_pick=_open)


def _open(picked: str) -> None:
    put(list=picked)
    st.session_state.pop("place_row", None)


def _form(workbench: Workbench, terminology: str, encoder: str, titles: Mapping[str, str]) -> None:
    endings = workbench.proposals.list_endings()
    file = st.file_uploader(f"From a file ({', '.join(endings).upper()})", type=endings, key="place_file")
    text = st.text_area(
        "Or paste names, one a line",
        key="place_pasted",
        height=200,
        placeholder=EXAMPLE,
        persist_state="session",
        help="At most 10,000. A table needs a heading row with a column called name, term or text.",
    )
    listed, title, problem = _read(workbench, file, text)
    if problem:
        st.error(plain(problem))
    for row, sentence in listed.problems[:SHOWN_PROBLEMS]:
        st.warning(f"Row {row}: {plain(sentence)}")
    if len(listed.problems) > SHOWN_PROBLEMS:
        st.caption(f"… and {count(len(listed.problems) - SHOWN_PROBLEMS, 'more row')} left out.")
    label = f"Place {count(len(listed.names), 'name')}" if listed.names else "Place names"
    if st.button(label, key="place_start", type="primary", shortcut="T", width="stretch", disabled=not listed.names):
        with sentences():
            run = workbench.proposals.start(listed, terminology, encoder, title, who())
            st.session_state["place_run"] = run
            st.rerun()
    st.caption(f"By {plain(titles.get(encoder, encoder))}, the first encoder chosen above; nothing is changed by it.")


def _read(workbench: Workbench, file: UploadedFile | None, text: str) -> tuple[NameList, str, str]:
    """The names, what the list is called, and what is wrong with it as a whole."""
    nothing = NameList((), ())
    try:
        if file is not None:
            with uploaded(workbench, file) as path:
                return workbench.proposals.read_file(path), path.name, ""
        listed = workbench.proposals.read_names(text or "")
        first = listed.names[0][1] if listed.names else ""
        return listed, f"{first[:40]} …" if len(listed.names) > 1 else first, ""
    except NomenclatorError as error:
        return nothing, "", str(error)
