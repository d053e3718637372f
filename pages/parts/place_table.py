"""One component that draws the parents proposed by one to four encoders beside each other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import streamlit as st

from engine.workbench import Placing

HERE = Path(__file__)
KEY = "place_table"
KEYED = 5  # rows that a digit accepts

_draw = st.components.v2.component(
    "nomenclator_place_table",
    js=HERE.with_suffix(".js").read_text(encoding="utf-8"),
    css=HERE.with_suffix(".css").read_text(encoding="utf-8"),
)


@dataclass(frozen=True)
class PlaceColumn:
    """One encoder's parents; `problem` is the sentence to show in their place when it has none."""

    encoder: str
    title: str
    placing: Placing | None
    problem: str = ""
    current: bool = False


def place_table(
    columns: Sequence[PlaceColumn], chosen: tuple[str, str], refused: dict[str, str], on_choose: Callable[[], None]
) -> None:
    """Draws `columns`; `chosen` is the (encoder, parent) whose row is marked, `refused` maps a parent to by whom.

    A row that is clicked, or entered by keyboard, goes to `on_choose`.
    """
    _draw(key=KEY, data=place_data(columns, chosen, refused), on_choose_change=on_choose)


def place_data(columns: Sequence[PlaceColumn], chosen: tuple[str, str], refused: dict[str, str]) -> dict[str, Any]:
    """What the component draws: a column an encoder, a row a parent; "keyed" tells the column that digits accept."""
    encoder = chosen[0] or (columns[0].encoder if columns else "")
    answers = sum(column.placing is not None for column in columns)
    ids = [{parent.id for parent in column.placing.parents} if column.placing else set() for column in columns]
    return {
        "chosen": " ".join(chosen),
        "columns": [
            {
                "encoder": column.encoder,
                "title": column.title,
                "current": column.current,
                "keyed": column.encoder == encoder,
                "note": column.problem or (column.placing.note if column.placing else ""),
                "took": f"{column.placing.milliseconds:.0f} ms" if column.placing else "",
                "rows": [
                    {
                        "rank": parent.rank,
                        "id": parent.id,
                        "preferred": parent.preferred,
                        "score": round(parent.score, 4),
                        "path": [title for _, title in parent.path],
                        "siblings": [one.preferred for one in parent.siblings],
                        "more": parent.all_siblings,
                        "differs": list(parent.differs),
                        "already": parent.already,
                        "refused": refused.get(parent.id, ""),
                        "only": answers > 1 and sum(parent.id in found for found in ids) == 1,
                    }
                    for parent in (column.placing.parents if column.placing else ())
                ],
            }
            for column in columns
        ],
    }


def row_chosen() -> tuple[str, str] | None:
    """(encoder, parent) of the row that was clicked, inside `on_choose`."""
    value = st.session_state[KEY].choose
    return (str(value["encoder"]), str(value["id"])) if value else None
