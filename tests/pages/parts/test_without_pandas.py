"""The first page is drawn without pandas."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]
DRAWN = """
import sys
from streamlit.components.v2.bidi_component import main
from streamlit.elements.widgets import text_widgets
from streamlit.proto.BidiComponent_pb2 import BidiComponent
from pages.parts.shell.without_pandas import draw_without_pandas

draw_without_pandas()
sent = BidiComponent()
main.serialize_mixed_data({"columns": [{"rows": []}], "differs": {"side": "A side."}, "query": "gout"}, sent)
print(sent.json)
print([text_widgets._parse_text_input_live(pause) for pause in ("0ms", "200ms")], "pandas" in sys.modules)
print(text_widgets._parse_text_input_live("0.5s"))
"""


def test_what_components_are_sent_and_pauses_are_read_without_pandas() -> None:
    found = subprocess.run([sys.executable, "-c", DRAWN], cwd=ROOT, capture_output=True, text=True, check=True)
    assert found.stdout.splitlines() == [
        '{"columns": [{"rows": []}], "differs": {"side": "A side."}, "query": "gout"}',
        "[0, 200] False",
        "500",
    ]
