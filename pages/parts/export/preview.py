"""The first rows of an export, or of a file that is to be loaded, as a spreadsheet shows them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import streamlit as st

from pages.parts.component import component

HASH = 12  # characters of a hash that are shown

_draw = component("export_preview", __file__)


def preview_table(key: str, label: str, columns: Sequence[str], rows: Sequence[Sequence[Any]], empty: str = "") -> None:
    """Draws rows under the headings that hold something, and says which hold nothing here."""
    used = [at for at in range(len(columns)) if any(row[at] not in (None, "") for row in rows)]
    data = {
        "label": label,
        "columns": [columns[at] for at in used],
        "rows": [[_shown(columns[at], row[at]) for at in used] for row in rows],
        "empty": empty,
    }
    _draw(key=key, data=data)
    blank = [columns[at] for at in range(len(columns)) if at not in used]
    if rows and blank:
        st.caption(f"Empty in these rows: {', '.join(blank)}.")


def _shown(column: str, cell: Any) -> str:
    if cell is None:
        return ""
    if isinstance(cell, float):
        return f"{cell:.3f}".rstrip("0").rstrip(".")
    return str(cell)[:HASH] if column == "model sha256" else " ".join(str(cell).split())
