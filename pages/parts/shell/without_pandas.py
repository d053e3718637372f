"""Streamlit draws the pages that show no table without pandas, which takes half a second of the start and 60 MB."""

from __future__ import annotations

import re

from streamlit import time_util
from streamlit.components.v2.bidi_component import serialization
from streamlit.elements.widgets import text_widgets


def draw_without_pandas() -> None:
    """Tells Streamlit two things that it would ask pandas: that no component is sent a table, and what “0ms” is.

    A name that another version of Streamlit does not look up changes nothing but that pandas is loaded again.
    """
    serialization.is_dataframe_like = _is_no_table  # type: ignore[assignment]
    text_widgets.time_to_seconds = _seconds  # type: ignore[assignment]


def _is_no_table(value: object) -> bool:
    return False


def _seconds(pause: str) -> float:
    """The seconds of a pause such as “200ms”; of one that is written otherwise as Streamlit reads it."""
    found = re.fullmatch(r"(\d+)ms", pause)
    return int(found[1]) / 1000 if found else time_util.time_to_seconds(pause)
