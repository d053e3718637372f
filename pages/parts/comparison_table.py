"""Encoders beside each other, a row a task or a branch: each value, its difference from the first, and its interval.

Real HTML, so that it can be read aloud and copied; the interval is drawn beside the figures that it shows.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import streamlit as st

from engine.workbench import comparison_words

HERE = Path(__file__)
SIGNS = {1: "▲", -1: "▼", 0: "≈"}
MEANINGS = {1: "a gain", -1: "a loss", 0: "no certain difference"}

_draw = st.components.v2.component(
    "nomenclator_comparison_table",
    js=HERE.with_suffix(".js").read_text(encoding="utf-8"),
    css=HERE.with_suffix(".css").read_text(encoding="utf-8"),
)


def comparison_table(
    key: str,
    label: str,
    first: str,
    rows: Sequence[Mapping[str, Any]],
    titles: Sequence[tuple[str, str]],
    encoders: Mapping[str, str],
    way: Callable[[Mapping[str, Any], str], int],
) -> None:
    """Draws rows of a comparison; `titles` are each row's title and what it means, `first` is their heading.

    encoders: id -> title, the first being what the others are measured against. way: (row, encoder) -> 1 for a gain,
    −1 for a loss, 0 for neither.
    """
    far = comparison_words.reach(rows)
    data = {
        "label": label,
        "heads": [first, "Names", *encoders.values()],
        "rows": [
            {"title": title, "help": help, "queries": f"{row['queries']:,}", "cells": cells_of(row, encoders, way, far)}
            for row, (title, help) in zip(rows, titles, strict=True)
        ],
    }
    _draw(key=key, data=data)


def cells_of(
    row: Mapping[str, Any], encoders: Mapping[str, str], way: Callable[[Mapping[str, Any], str], int], far: float
) -> list[dict[str, Any]]:
    """A cell an encoder: {"value", "best"} and, but for the first, {"way", "sign", "less", "range", "said", "at"}.

    “at” are the low end, the difference and the high end on a scale from 0 to 1 with zero in the middle.
    """
    values = {id: row["values"].get(id, {}).get("value") for id in encoders}
    top = max((value for value in values.values() if value is not None), default=None)
    cells = []
    for id, value in values.items():
        cell: dict[str, Any] = {"value": "–" if value is None else f"{value:.3f}", "best": value == top is not None}
        less = row["differences"].get(id)
        if less and less["low"] is not None:
            ends = [less["low"], less["difference"], less["high"]]
            cell |= {
                "way": way(row, id),
                "sign": SIGNS[way(row, id)],
                "less": comparison_words.signed(less["difference"]),
                "range": f"{comparison_words.signed(less['low'])} to {comparison_words.signed(less['high'])}",
                "said": f"{comparison_words.said(less)}: {MEANINGS[way(row, id)]}",
                "at": [0.5 + 0.5 * max(-1.0, min(1.0, end / far)) for end in ends],
            }
        cells.append(cell)
    return cells
