"""Encoders beside each other, a row a task or a branch: each value, its difference from the first, and its interval.

Real HTML, so that it can be read aloud and copied; the interval is drawn beside the figures that it shows.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engine.workbench import comparison_words
from pages.parts.component import component

_draw = component("comparison_table", __file__)


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
            {
                "title": title,
                "help": help,
                "queries": f"{row['queries']:,}",
                "cells": comparison_words.cells_of(row, encoders, way, far),
            }
            for row, (title, help) in zip(rows, titles, strict=True)
        ],
    }
    _draw(key=key, data=data)
