"""What Streamlit would do for a start and a drawing, and this window does without."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from streamlit import delta_generator, time_util
from streamlit.components.v2 import manifest_scanner
from streamlit.components.v2.bidi_component import serialization
from streamlit.elements.widgets import text_widgets
from streamlit.proto.NewSession_pb2 import CustomThemeConfig
from streamlit.runtime import app_session

_put_theme: Any = getattr(app_session, "_populate_theme_msg", None)


def spare_work() -> None:
    """Streamlit does not read the metadata of every installed package, of which none brings a component of this window;
    does not walk over every module (80 ms) to see that nobody typed `app.py` into Python; and loads no pandas (half a
    second, 60 MB) to see that what a component is sent is no table, and what “0ms” is. It reads the theme from its 367
    settings once, and not for each letter typed (half a millisecond, in which nothing is ranked).

    To be called before the window's server is made. A name that another version of Streamlit does not look up changes
    nothing but that the work is done again.
    """
    manifest_scanner.scan_component_manifests = list  # type: ignore[assignment]
    delta_generator._use_warning_has_been_displayed = True
    serialization.is_dataframe_like = _is_no_table  # type: ignore[assignment]
    text_widgets.time_to_seconds = _seconds  # type: ignore[assignment]
    app_session._populate_theme_msg = _put_same_theme


def _is_no_table(value: object) -> bool:
    return False


def _seconds(pause: str) -> float:
    """The seconds of a pause such as “200ms”; of one that is written otherwise as Streamlit reads it."""
    found = re.fullmatch(r"(\d+)ms", pause)
    return int(found[1]) / 1000 if found else time_util.time_to_seconds(pause)


def _put_same_theme(msg: CustomThemeConfig, section: str = "theme") -> None:
    """Puts the settings of a section of the theme into a message."""
    if (found := _theme(section)).ByteSize():
        msg.MergeFrom(found)


@cache
def _theme(section: str) -> CustomThemeConfig:
    found = CustomThemeConfig()
    _put_theme(found, section)
    return found
