"""What the first ranking needs, read in the background while the browser loads the page: vectors, indexes, words."""

from __future__ import annotations

import gc
import importlib
import threading
from collections.abc import Iterable
from contextlib import suppress

import streamlit as st

from engine.errors import NomenclatorError
from engine.workbench import EncoderChoice, Workbench, default_workspace
from pages.parts.shell.workspace import opened

KNOWN = "disease"  # a word that terminologies have: one they lack is looked for in other spellings, which takes longer
REST_AFTER = 3.0  # seconds from the first query, while the first ranking is drawn and needs the processor
SETTLES_AFTER = 2.0  # seconds from the first answer of an encoder, which is drawn by then


def warm_up() -> threading.Thread | None:
    """The thread that reads what the first ranking of this window's workspace needs; None where there is no workspace
    yet, or it cannot be opened: the page says why."""
    with suppress(NomenclatorError, OSError):
        if (default_workspace() / "workspace.db").is_file():
            workbench = opened()
            if workbench.terminologies.ready():
                slugs = tuple(one.slug for one in workbench.terminologies.all())
                return warming(workbench, current_encoder(workbench.rankings.encoders()), slugs)
    return None


def current_encoder(choices: Iterable[EncoderChoice]) -> str:
    """The id of the encoder that answers where none is chosen."""
    return next((choice.id for choice in choices if choice.current), "vectors")


@st.cache_resource(show_spinner=False)
def warming(_workbench: Workbench, encoder: str, terminologies: tuple[str, ...]) -> threading.Thread:
    """Reads vectors and indexes in the background, once for each encoder, so that the first letter typed is fast.

    Join the thread before ranking: two that read the same files at once would take twice as long.
    """

    def first_query() -> None:
        with suppress(NomenclatorError):
            _workbench.rankings.rank(KNOWN, encoder=encoder, top=1, only_read=True)
        later = threading.Timer(REST_AFTER, the_rest)
        later.daemon = True
        later.start()

    def the_rest() -> None:  # which the first card, slip of the fingers and table need
        with suppress(NomenclatorError):
            _workbench.rankings.rank("hart atack", encoder=encoder, top=1, only_read=True)
        for terminology in terminologies:
            with suppress(NomenclatorError):
                _workbench.hierarchy.parents(terminology)
        importlib.import_module("pandas")

    thread = threading.Thread(target=first_query, daemon=True)
    thread.start()
    return thread


@st.cache_resource(show_spinner=False)
def settle(encoder: str) -> None:
    """Soon after an encoder has answered for the first time, takes all that is in memory out of Python's garbage
    collection.

    Vectors, indexes and libraries live as long as the program; walking over their objects takes 200 of the 300 ms that
    an answer may take, and nobody else is answered meanwhile.
    """
    timer = threading.Timer(SETTLES_AFTER, _settle)
    timer.daemon = True
    timer.start()


def _settle() -> None:
    gc.collect()
    gc.freeze()
    gc.enable()
