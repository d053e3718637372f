"""The one open Workbench of this window, and how a page says what went wrong."""

from __future__ import annotations

import gc
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import streamlit as st

from engine.errors import Damaged, NomenclatorError
from engine.workbench import Backups, Workbench, default_workspace
from pages.parts.formatting import plain
from pages.parts.shell.backup_panel import backup_panel


def folder() -> Path:
    """The workspace folder: NOMENCLATOR_WORKSPACE, else the one in the user's data folder."""
    named = os.environ.get("NOMENCLATOR_WORKSPACE", "").strip()
    return Path(named).expanduser() if named else Path(default_workspace())


@st.cache_resource(show_spinner=False)
def _open(place: str) -> Workbench:
    workbench = Workbench(Path(place))
    threading.Thread(target=_tidy, args=(workbench,), daemon=True).start()  # the first edit need not wait for it
    return workbench


def _tidy(workbench: Workbench) -> None:
    """Makes the day's backup, closes the files to others, and sweeps what earlier windows left behind."""
    with suppress(NomenclatorError, OSError):  # the first edit says what is wrong
        workbench.backups.make_if_due()
        workbench.workspace.tighten()
        workbench.leftovers.sweep()


def open_workbench() -> Workbench:
    """The Workbench of this window; stops the page with a plain sentence when the folder cannot be one."""
    try:
        return _open(str(folder()))
    except NomenclatorError as error:
        st.error(plain(error))
        if isinstance(error, Damaged):
            backup_panel(Backups(folder()))
        st.caption("Set NOMENCLATOR_WORKSPACE to another folder and start Nomenclator again.")
        st.stop()


@contextmanager
def sentences() -> Iterator[None]:
    """Shows a NomenclatorError raised inside as the sentence it carries; anything else surfaces."""
    try:
        yield
    except NomenclatorError as error:
        st.error(plain(error))


@st.cache_resource(show_spinner=False)
def warming(_workbench: Workbench, encoder: str, terminologies: tuple[str, ...]) -> threading.Thread:
    """Reads vectors and indexes in the background, once for each encoder, so that the first letter typed is fast.

    Join the thread before ranking: two that read the same files at once would take twice as long.
    """

    def first_query() -> None:
        with suppress(NomenclatorError):
            _workbench.rankings.rank("warm", encoder=encoder, top=1, only_read=True)
        threading.Thread(target=the_rest, daemon=True).start()  # the first card and slip of the fingers need it

    def the_rest() -> None:
        with suppress(NomenclatorError):
            _workbench.rankings.rank("hart atack", encoder=encoder, top=1, only_read=True)
        for terminology in terminologies:
            with suppress(NomenclatorError):
                _workbench.hierarchy.parents(terminology)

    thread = threading.Thread(target=first_query, daemon=True)
    thread.start()
    return thread


@st.cache_resource(show_spinner=False)
def settle(encoder: str) -> None:
    """Once an encoder has answered, takes all that is in memory by now out of Python's garbage collection.

    Vectors, indexes and libraries live as long as the program; walking over their objects takes 200 of the 300 ms that
    an answer may take, and nobody else is answered meanwhile.
    """
    gc.collect()
    gc.freeze()
