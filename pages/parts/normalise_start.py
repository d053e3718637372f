"""How a file is to be answered: terminology, encoder, search and pre-processing, and the button that starts it."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from engine.errors import NomenclatorError
from engine.workbench import Asked, Workbench
from pages.parts.chosen import forget_unknown
from pages.parts.plain import plain

TFIDF = "tfidf"
SPELLING = "Spelling only (character TF-IDF)"


def encoder_names(workbench: Workbench) -> dict[str, str]:
    """Id -> title of everything that can answer a file."""
    return {choice.id: choice.title for choice in workbench.encoders()} | {TFIDF: SPELLING}


def start(workbench: Workbench, path: Path, columns: dict[str, str]) -> None:
    """Draws the choices, and the button that starts the run."""
    terminologies = {one.slug: one.title for one in workbench.terminologies()}
    encoders = encoder_names(workbench)
    current = next((choice.id for choice in workbench.encoders() if choice.current), "vectors")
    searches = {one.name: one for one in workbench.searches()}
    forget_unknown("mentions_terminology", terminologies)
    forget_unknown("mentions_encoder", encoders)
    forget_unknown("mentions_search", searches)
    st.header("Answer it", anchor=False)
    left, right = st.columns([1.3, 1])
    terminology = left.selectbox(
        "Terminology",
        list(terminologies),
        key="mentions_terminology",
        format_func=terminologies.__getitem__,
        persist_state="session",
    )
    encoder = right.selectbox(
        "Encoder",
        list(encoders),
        index=list(encoders).index(current),
        key="mentions_encoder",
        format_func=encoders.__getitem__,
        persist_state="session",
        help="What says how near two names are. The current one is chosen unless you choose another.",
    )
    search = st.selectbox(
        "What is searched",
        list(searches),
        key="mentions_search",
        format_func=lambda name: f"{searches[name].title} ({name})",
        persist_state="session",
    )
    st.caption(plain(searches[search].about) + (" Best for most files." if search == Asked.search else ""))
    threshold, without = Asked.threshold, []
    with st.expander("Pre-processing and threshold"):
        if searches[search].steps > 1:
            threshold = st.slider(
                "Score from which the first search decides",
                0.5,
                1.0,
                Asked.threshold,
                0.01,
                key="mentions_threshold",
                help="Below it the second search answers.",
            )
        boxes = st.columns(2)
        for place, (name, label, about) in enumerate(workbench.preprocessing()):
            if not boxes[place % 2].checkbox(label, True, key=f"mentions_{name}", help=plain(about)):
                without.append(name)
    st.button(
        "Start",
        key="mentions_start",
        type="primary",
        shortcut="T",
        on_click=_begin,
        args=(
            workbench,
            Asked(str(path), terminology, encoder, search, threshold, columns=columns, without=tuple(without)),
        ),
        help="It runs in a process of its own; this window may be closed meanwhile.",
    )
    if problem := st.session_state.pop("mentions_problem", ""):
        st.error(plain(problem))


def _begin(workbench: Workbench, asked: Asked) -> None:
    try:
        st.session_state["normalise_run"] = workbench.normalise(asked)
        st.session_state.pop("mentions_example", None)
    except NomenclatorError as error:
        st.session_state["mentions_problem"] = str(error)
