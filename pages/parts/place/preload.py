"""Reads a hierarchy and an encoder's index in the background, so that the first name typed is placed fast."""

from __future__ import annotations

import threading
from contextlib import suppress

import streamlit as st

from engine.errors import NomenclatorError
from engine.workbench import Workbench


@st.cache_resource(show_spinner=False)
def warm(_workbench: Workbench, terminology: str, encoder: str) -> threading.Thread:
    """The thread that does it, once for each terminology and encoder; join it before placing."""

    def first() -> None:
        with suppress(NomenclatorError):
            _workbench.hierarchy.children(terminology)
            if _workbench.rankings.searchable(encoder, terminology):
                _workbench.placement.rank_parents("warm", terminology, encoder, top=1)

    thread = threading.Thread(target=first, daemon=True)
    thread.start()
    return thread
