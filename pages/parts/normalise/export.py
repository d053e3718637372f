"""All lines of a file with their decisions, to take away at any moment."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import streamlit as st

from engine.workbench import Workbench
from pages.parts.file_bytes import file_bytes
from pages.parts.formatting import plain
from store.records.normalisation import Normalisation


def export(workbench: Workbench, made: Normalisation) -> None:
    """Draws the menu of formats; a file is made when it is asked for."""
    stem = Path(made.file).name.split(".")[0]
    with st.popover("Export", help="All lines with what was decided so far."):
        for format in workbench.normalisation.answer_formats():
            ending = format.written[0]
            if format.needs_source and not workbench.normalisation.has_source(made.id):
                st.caption(f"{format.title} needs the file itself, and it is gone or has changed since.")
                continue
            st.download_button(
                format.title,
                partial(file_bytes, stem + ending, partial(workbench.normalisation.export, made.id)),
                file_name=f"{stem}-normalised{ending}",
                mime=format.mime,
                key=f"export_{ending}",
                help=plain(format.about),
                on_click="ignore",
                width="stretch",
            )
            for sentence in workbench.normalisation.losses(made.id, Path(stem + ending)):
                st.caption(f"**{plain(format.title)}**. {plain(sentence)}")
