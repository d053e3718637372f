"""Vectors of one's own: taken from a file, trained, fitted or put together, in the background."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import streamlit as st

from engine.workbench import Workbench
from pages.parts.formatting import size
from pages.parts.sheet import Col, sheet
from pages.parts.shell.job_panel import run_panel
from pages.parts.shell.messages import report, reported, show_message
from pages.parts.terminologies.vectors_making import (
    MADE,
    fusing_form,
    making_message,
    names_form,
    paths_in,
    spelling_form,
    synonyms_form,
    transformer_form,
)
from store.records.training import COMPLETED, UNFINISHED

COLUMNS = (
    Col("title", "Name"),
    Col("state", "", "mark", spoken="State"),
    Col("size", "Size", "number", "On disk, with the indexes; the file of the shipped ones is the program's."),
)


def vectors_form(workbench: Workbench) -> None:
    """Draws the vectors of the workspace, what is being made, and the way to more that is chosen."""
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
                "size": size(choice.size),
            }
            for choice in own
        ],
    )
    if run_id := _run_of_now(workbench):
        run = run_panel(workbench, run_id, curve=False)
        if run.status == COMPLETED:
            st.success("Made. They can be chosen wherever an encoder or an input is; they are reading the names now.")
        if run.status in UNFINISHED:
            return
    # Only one form is drawn: all their fields would hold up the first look at the page.
    way = st.selectbox("More vectors from", list(WAYS), key="vectors_way", persist_state="session")
    WAYS[way](workbench)
    making_message()


def _run_of_now(workbench: Workbench) -> int | None:
    """The run that makes vectors now, else the last one started here."""
    runs = workbench.jobs.runs(limit=10, kind="vectors")
    return next((run.id for run in runs if run.status in UNFINISHED), None) or st.session_state.get(MADE)


def _train(workbench: Workbench) -> None:
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
    paths = paths_in(st.session_state["corpora"])
    name = st.session_state["vectors_name"].strip()
    with reported("vectors_problem"):
        if not paths:
            report("vectors_problem", "error", "Give the path of at least one text file.")
            return
        st.session_state[MADE] = workbench.vectors.start_training(paths, name, {}, st.session_state["vectors_terms"])


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


def _add(workbench: Workbench) -> None:
    path, name = st.session_state["vectors_path"].strip(), st.session_state["added_name"].strip()
    with reported("add_problem"):
        if not path:
            report("add_problem", "error", "Give the path of the file.")
            return
        st.session_state[MADE] = workbench.vectors.start_adding(Path(path).expanduser(), name)


WAYS: dict[str, Callable[[Workbench], None]] = {
    "A file": _take,
    "Your own text": _train,
    "Annotated text: names and concepts (SGW, SGS)": names_form,
    "Synonyms of your terminologies (enriched)": synonyms_form,
    "Spelling (lexical)": spelling_form,
    "Two vectors, fused": fusing_form,
    "A transformer": transformer_form,
}
