"""Vectors of one's own: trained on a corpus in the background, or taken from a file that one has."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from engine.workbench import Workbench
from pages.parts.formatting import size
from pages.parts.sheet import Col, sheet
from pages.parts.shell.job_panel import run_panel
from pages.parts.shell.messages import report, reported, show_message
from store.records.training import DONE, UNFINISHED

COLUMNS = (
    Col("title", "Name"),
    Col("state", "", "mark"),
    Col("size", "Size", "number", "The file with its indexes, on disk."),
)
ADD, TRAIN = "Add a file", "Train on your own text"


def vectors_form(workbench: Workbench) -> None:
    """Draws the vectors of the workspace and the two ways to more."""
    own = [
        choice for choice in workbench.rankings.encoders() if choice.id == "vectors" or choice.id.startswith("vectors:")
    ]
    sheet(
        "own_vectors",
        "Vectors",
        COLUMNS,
        [
            {
                "id": choice.id,
                "title": choice.title,
                "state": "current" if choice.current else "",
                "size": size(choice.size) if choice.size else "shipped",
            }
            for choice in own
        ],
    )
    going = next((run.id for run in workbench.jobs.runs(limit=10, kind="vectors") if run.status in UNFINISHED), None)
    # Only the open tab is drawn: the many fields of the training would hold up the first look at the page.
    take, train = st.tabs([ADD, TRAIN], default=TRAIN if going else ADD, key="vectors_tab", on_change="rerun")
    with take if take.open else train:
        if take.open:
            _take(workbench)
        else:
            _train(workbench, going)


def _train(workbench: Workbench, going: int | None) -> None:
    run_id = going or st.session_state.get("vectors_run")
    if run_id:
        run = run_panel(workbench, run_id, curve=False)
        if run.status == DONE:
            st.success("The vectors are trained. They can be chosen on the Rankings and Train pages.")
        if going:
            return
    st.caption(
        "Plain text, a sentence or paragraph a line. Ten million words give useful vectors and take some minutes."
    )
    with st.form("train_vectors", border=False):
        st.text_area("Paths of the text files, one a line", key="corpora", height=90, placeholder="/data/abstracts.txt")
        st.text_input("Name of the vectors", key="vectors_name", max_chars=40, placeholder="my-corpus")
        st.multiselect(
            "Add the names of",
            [one.slug for one in workbench.terminologies.all()],
            key="vectors_terms",
            placeholder="None: the text alone",
            help="Each name becomes a line of text too, so that its words are known.",
        )
        st.form_submit_button("Train vectors", type="primary", on_click=_start, args=(workbench,))
    show_message("vectors_problem")


def _start(workbench: Workbench) -> None:
    paths = [Path(line.strip()).expanduser() for line in st.session_state["corpora"].splitlines() if line.strip()]
    name = st.session_state["vectors_name"].strip()
    with reported("vectors_problem"):
        if not paths:
            report("vectors_problem", "error", "Give the path of at least one text file.")
            return
        st.session_state["vectors_run"] = workbench.vectors.start_training(
            paths, name, {}, st.session_state["vectors_terms"]
        )


def _take(workbench: Workbench) -> None:
    st.caption(
        "A fastText or Sent2Vec .bin file, a word2vec or GloVe file, or a table of names and their numbers, such as "
        "the released BNE. It is copied into the workspace."
    )
    with st.form("add_vectors", border=False):
        st.text_input("Path of the file", key="vectors_path", placeholder="/data/BioWordVec.bin")
        st.text_input("Name of the vectors", key="added_name", max_chars=40, placeholder="biowordvec")
        st.form_submit_button("Add vectors", type="primary", on_click=_add, args=(workbench,))
    show_message("add_problem")
    if st.session_state.get("adding_run"):
        run = run_panel(workbench, st.session_state["adding_run"], curve=False)
        if run.status == DONE:
            st.success("Added. They are reading the names now; the bar in the sidebar says how far.")


def _add(workbench: Workbench) -> None:
    with reported("add_problem"):
        st.session_state["adding_run"] = workbench.vectors.start_adding(
            Path(st.session_state["vectors_path"].strip()).expanduser(), st.session_state["added_name"].strip()
        )
