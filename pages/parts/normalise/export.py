"""All lines of a file with their decisions, to take away at any moment."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path

import streamlit as st

from engine.workbench import Workbench
from pages.parts.formatting import plain
from store.records.normalisation import Normalisation


def export(workbench: Workbench, made: Normalisation) -> None:
    """Draws the menu of formats; a file is made when it is asked for."""
    stem = Path(made.file).name.split(".")[0]
    with st.popover("Export", help="All lines with what was decided so far."):
        for format in workbench.normalisation.answer_formats():
            ending = format.written[0]
            if ending.startswith(".pubtator") and not workbench.normalisation.has_source(made.id):
                st.caption("PubTator needs the file itself, and it is gone or has changed since.")
                continue
            st.download_button(
                format.title,
                _content(workbench, made.id, stem + ending),
                file_name=f"{stem}-normalised{ending}",
                mime=format.mime,
                key=f"export_{ending}",
                help=plain(format.about),
                on_click="ignore",
                width="stretch",
            )
            for sentence in workbench.normalisation.losses(made.id, Path(stem + ending)):
                st.caption(plain(sentence))


def _content(workbench: Workbench, number: int, name: str) -> Callable[[], bytes]:
    """Makes the file when it is called."""

    def made() -> bytes:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / name
            workbench.normalisation.export(number, path)
            return path.read_bytes()

    return made
