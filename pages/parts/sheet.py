"""A plain table: real HTML, so that it can be read aloud, tabbed through and copied; rows can be picked or acted on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import streamlit as st

HERE = Path(__file__)

_draw = st.components.v2.component(
    "nomenclator_sheet",
    js=HERE.with_suffix(".js").read_text(encoding="utf-8"),
    css=HERE.with_suffix(".css").read_text(encoding="utf-8"),
)


@dataclass(frozen=True)
class Col:
    """One column: the row's `key` under `title`; `help` says in one sentence what its numbers mean.

    `kind` is text, whole (a text whose words are not broken), number, code, quiet, bar (a share from 0 to 1 under the
    text in `key`_text), mark (a small label) or action (a button that says `title` in each row).
    """

    key: str
    title: str
    kind: str = "text"
    help: str = ""


def sheet(
    key: str,
    label: str,
    columns: Sequence[Col],
    rows: Sequence[dict[str, Any]],
    empty: str = "",
    picked: str = "",
    on_pick: Callable[[], None] | None = None,
    on_act: Callable[[], None] | None = None,
    tallest: int = 0,
) -> None:
    """Draws `rows` (each with an "id"; "best" lists the keys to set bold; "quiet" greys a row).

    With `on_pick` the first column is a button; `picked` is the id of the picked row. `tallest` is the height in
    pixels above which the table scrolls; 0 lets it grow. `empty` says what to do when there is no row.
    """
    data = {
        "label": label,
        "columns": [asdict(column) for column in columns],
        "rows": list(rows),
        "empty": empty,
        "picked": picked,
        "pickable": on_pick is not None,
        "tallest": tallest,
    }
    _draw(key=key, data=data, on_pick_change=on_pick or _nothing, on_act_change=on_act or _nothing)


def row_picked(key: str) -> str:
    """The id of the row that was picked, inside `on_pick`."""
    return str(st.session_state[key].pick or "")


def row_acted_on(key: str) -> str:
    """The id of the row whose action was pressed, inside `on_act`."""
    return str(st.session_state[key].act or "")


def _nothing() -> None:
    return None
