"""What Streamlit is spared: it draws as before, without pandas and without a look at every package and module."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[4]
DRAWN = """
import importlib.metadata
import inspect
import sys
import streamlit as st
from streamlit.components.v2.bidi_component import main
from streamlit.components.v2.component_manager import BidiComponentManager
from streamlit.elements.widgets import text_widgets
from streamlit.proto.BidiComponent_pb2 import BidiComponent
from pages.parts.shell.spared_work import spare_work

spare_work()
importlib.metadata.distributions = lambda: print("every package is read")
BidiComponentManager().discover_and_register_components(start_file_watching=False)
sent = BidiComponent()
main.serialize_mixed_data({"columns": [{"rows": []}], "differs": {"side": "A side."}, "query": "gout"}, sent)
print(sent.json)
print([text_widgets._parse_text_input_live(pause) for pause in ("0ms", "200ms")], "pandas" in sys.modules)
print(text_widgets._parse_text_input_live("0.5s"))
inspect.stack = lambda: print("every module is walked over")
st.caption("drawn")
"""
THEMES = """
from streamlit import config
from streamlit.proto.NewSession_pb2 import CustomThemeConfig
from streamlit.runtime import app_session
from pages.parts.shell.spared_work import spare_work


def theme():
    message = CustomThemeConfig()
    app_session._populate_theme_msg(message)
    app_session._populate_theme_msg(message.light, "theme.light")
    app_session._populate_theme_msg(message.dark.sidebar, "theme.dark.sidebar")
    app_session._populate_theme_msg(message.sidebar, "theme.sidebar")  # of which nothing is set
    return message


config.get_config_options(force_reparse=True)
before = theme()
spare_work()
config.get_options_for_section = lambda section, ask=config.get_options_for_section: print(section) or ask(section)
first, second = theme(), theme()
print(before == first == second, before.light.primary_color)
print(before.HasField("sidebar"), second.HasField("sidebar"))
"""


def test_pages_are_drawn_as_before_without_pandas_and_without_reading_packages() -> None:
    found = subprocess.run([sys.executable, "-c", DRAWN], cwd=ROOT, capture_output=True, text=True, check=True)
    assert found.stdout.splitlines() == [
        '{"columns": [{"rows": []}], "differs": {"side": "A side."}, "query": "gout"}',
        "[0, 200] False",
        "500",
    ]


def test_the_theme_is_read_once_and_sent_as_before() -> None:
    found = subprocess.run([sys.executable, "-c", THEMES], cwd=ROOT, capture_output=True, text=True, check=True)
    assert found.stdout.splitlines() == [
        *("theme", "theme.light", "theme.dark.sidebar", "theme.sidebar"),
        "True #0f6570",
        "False False",
    ]
