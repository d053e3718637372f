"""An encoder that has not read the names yet: said in place of its answer, with the button and the progress of reading.

Reading a large terminology takes from seconds to an hour, so it is a run with progress, time left and cancel, and never
part of a keystroke.
"""

from __future__ import annotations

import streamlit as st

from engine.errors import NomenclatorError
from engine.workbench import Readiness, Workbench, joined_with_and
from pages.parts.formatting import plain
from pages.parts.shell.job_panel import run_panel
from store.records.training import FAILED, JobRun


def unread(workbench: Workbench, encoder: str, title: str, terminology: str = "all") -> bool:
    """Whether an encoder must read some names first; then draws the run that does so, or the button that starts it."""
    try:
        ready = workbench.rankings.readiness(encoder, terminology)
    except NomenclatorError:
        return False  # what is wrong with it is said where it is asked
    return waits(workbench, encoder, title, terminology, ready)


def waits(
    workbench: Workbench, encoder: str, title: str, terminology: str, ready: Readiness | None, answers: bool = True
) -> bool:
    """The same where it is known already what the encoder has read; None where it cannot be opened.

    answers: whether what it has read already is shown meanwhile.
    """
    if ready is None or not ready.unread:
        return False
    titles = list(dict.fromkeys(one.title for one in ready.unread)) if ready.read else []
    make_searchable(workbench, encoder, title, terminology, joined_with_and(titles), answers)
    return True


def make_searchable(
    workbench: Workbench, encoder: str, title: str, terminology: str, waiting: str = "", answers: bool = True
) -> None:
    """Draws the run in which an encoder reads the names, or the button that starts it.

    waiting: the titles of the terminologies that it has not read, where it has read others; it answers from these
    meanwhile if `answers`.
    """
    with st.container(border=True, key=f"unread_{encoder}"):
        run = workbench.rankings.indexing_run(encoder, terminology)
        if run is not None:
            what = f"the names of {plain(waiting)}" if waiting else "the names"
            meanwhile = "its answers come here as soon as it has"
            if waiting and answers:
                meanwhile = "until then it answers without them"
            st.markdown(f"**{plain(title)}** is reading {what}; {meanwhile}.")
            run_panel(workbench, run.id, curve=False)
            return
        failed = _failed(workbench, encoder)
        if failed is not None:
            run_panel(workbench, failed.id, curve=False)
        once = "That is done once, in the background: seconds for word vectors, up to an hour for a transformer."
        what = f"names of {plain(waiting)} yet" if waiting else "names yet"
        what += " and answers without them." if waiting and answers else f". {once}"
        st.markdown(f"**{plain(title)}** has not read the {what}")
        st.button(
            "Make it searchable",
            key=f"make_searchable_{encoder}",
            type="primary",
            on_click=_start,
            args=(workbench, encoder, terminology),
        )


def _start(workbench: Workbench, encoder: str, terminology: str) -> None:
    workbench.rankings.make_searchable(encoder, terminology)


def _failed(workbench: Workbench, encoder: str) -> JobRun | None:
    """The newest run that read with this encoder, when it failed."""
    newest = workbench.jobs.newest_of("index", encoder=encoder)
    return newest if newest is not None and newest.status == FAILED else None
