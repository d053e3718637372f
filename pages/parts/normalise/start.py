"""How a file is to be answered: terminology, encoder, search and pre-processing, and the button that starts it."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from engine.workbench import NormalisationRequest, SearchChoice, Workbench
from pages.parts.formatting import plain
from pages.parts.shell.messages import reported, show_message
from pages.parts.shell.warming import current_encoder
from pages.parts.widget_state import choose, follow_default

TFIDF = "tfidf"
STARTED = "mentions_started"  # the file that was started last: its form makes room for how it goes
SPELLING = "Spelling only (character TF-IDF)"


def encoder_names(workbench: Workbench) -> dict[str, str]:
    """Id -> title of everything that can answer a file."""
    return {choice.id: choice.title for choice in workbench.rankings.encoders()} | {TFIDF: SPELLING}


def start(workbench: Workbench, path: Path, columns: dict[str, str]) -> None:
    """Draws the choices, and the button that starts the run."""
    st.header("Answer it", anchor=False)
    terminology, encoder = _terminology_and_encoder(workbench)
    search = _search(workbench, encoder)
    billable = search.by_evidence and workbench.terminologies.has_billable_codes(terminology) and _billable()
    with st.expander("Pre-processing and threshold"):
        threshold = _threshold() if search.steps > 1 else NormalisationRequest.threshold
        without = _left_out(workbench)
    request = NormalisationRequest(
        str(path),
        terminology,
        encoder,
        search.name,
        threshold,
        columns=columns,
        without=without,
        billable=billable,
    )
    st.button(
        "Start",
        key="mentions_start",
        type="primary",
        shortcut="T",
        on_click=_begin,
        args=(workbench, request),
        help="It runs in a process of its own; this window may be closed meanwhile.",
    )
    show_message("mentions_problem")


def _terminology_and_encoder(workbench: Workbench) -> tuple[str, str]:
    terminologies = {one.slug: one.title for one in workbench.terminologies.all()}
    encoders = encoder_names(workbench)
    current = current_encoder(workbench.rankings.encoders())
    left, right = st.columns([1.3, 1])
    terminology = choose(left, "Terminology", terminologies, "mentions_terminology", persist_state="session")
    follow_default("mentions_encoder", current)
    encoder = choose(
        right,
        "Encoder",
        encoders,
        "mentions_encoder",
        index=list(encoders).index(current),
        persist_state="session",
        help="What says how near two names are. The current one is chosen unless you choose another.",
    )
    return terminology, encoder


def _search(workbench: Workbench, encoder: str) -> SearchChoice:
    """What is searched, with what is to be said of it."""
    searches = {one.name: one for one in workbench.normalisation.searches()}
    titles = {name: f"{one.title} ({name})" for name, one in searches.items()}
    search = searches[choose(st, "What is searched", titles, "mentions_search", persist_state="session")]
    st.caption(plain(search.about))
    if encoder == TFIDF and search.by_evidence:
        st.warning("Spelling only cannot be ordered by evidence; choose an encoder, or another search.")
    return search


def _billable() -> bool:
    return st.checkbox(
        "Billable codes",
        key="mentions_billable",
        persist_state="session",
        help="A code that is not billable gives its place to the one below it that is taken where nothing more is "
        "known. Where there is none it stays, and is marked.",
    )


def _threshold() -> float:
    return st.slider(
        "Score from which the first search decides",
        0.5,
        1.0,
        NormalisationRequest.threshold,
        0.01,
        key="mentions_threshold",
        help="Below it the second search answers.",
    )


def _left_out(workbench: Workbench) -> tuple[str, ...]:
    """The steps of the pre-processing that are switched off."""
    without, boxes = [], st.columns(2)
    for place, (name, label, about) in enumerate(workbench.normalisation.preprocessing()):
        if not boxes[place % 2].checkbox(label, True, key=f"mentions_{name}", help=plain(about)):
            without.append(name)
    return tuple(without)


def _begin(workbench: Workbench, request: NormalisationRequest) -> None:
    with reported("mentions_problem"):
        st.session_state["normalise_run"] = workbench.normalisation.start(request)
        st.session_state.pop("mentions_example", None)
        st.session_state["mentions_pasted"] = ""
        st.session_state[STARTED] = request.file
