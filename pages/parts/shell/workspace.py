"""The one open Workbench of this window, and how a page says what went wrong."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import streamlit as st

from engine.errors import Damaged, NomenclatorError
from engine.workbench import Backups, Workbench, default_workspace
from pages.parts.formatting import plain
from pages.parts.shell.backup_panel import backup_panel


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


def opened() -> Workbench:
    """The Workbench of this window; NomenclatorError when the folder cannot be one."""
    workbench: Workbench = _open(str(default_workspace()))
    return workbench


def open_workbench() -> Workbench:
    """The Workbench of this window; stops the page with a plain sentence when the folder cannot be one."""
    try:
        return opened()
    except NomenclatorError as error:
        st.error(plain(error))
        if isinstance(error, Damaged):
            backup_panel(Backups(default_workspace()))
        st.caption("Set NOMENCLATOR_WORKSPACE to another folder and start Nomenclator again.")
        st.stop()


@contextmanager
def sentences() -> Iterator[None]:
    """Shows a NomenclatorError raised inside as the sentence it carries; anything else surfaces."""
    try:
        yield
    except NomenclatorError as error:
        st.error(plain(error))
