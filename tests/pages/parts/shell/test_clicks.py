"""A click comes once, whatever else a page sends in the same moment."""

from __future__ import annotations

import pytest
from streamlit.proto.BackMsg_pb2 import BackMsg

from pages.parts.shell.clicks import without_clicks


def sent(by_itself: bool) -> BackMsg:
    """What a page sends with a text that is typed, a button that was pressed and a row that was chosen."""
    message = BackMsg()
    message.rerun_script.is_auto_rerun = by_itself
    message.rerun_script.fragment_id = "jobs"
    typed, pressed, chosen = (message.rerun_script.widget_states.widgets.add(id=id) for id in ("q", "undo", "row"))
    typed.string_value, pressed.trigger_value, chosen.json_trigger_value = "asthma", True, '{"open": 1}'
    return message


def widgets(content: bytes) -> list[str]:
    message = BackMsg()
    message.ParseFromString(content)
    return [state.id for state in message.rerun_script.widget_states.widgets]


def test_a_part_that_runs_again_by_itself_sends_what_is_typed_and_no_click() -> None:
    content = without_clicks(sent(by_itself=True).SerializeToString())

    assert widgets(content) == ["q"]
    message = BackMsg()
    message.ParseFromString(content)
    assert (message.rerun_script.fragment_id, message.rerun_script.is_auto_rerun) == ("jobs", True)


@pytest.mark.parametrize("content", [sent(by_itself=False).SerializeToString(), b"", b"\xff\xff"])
def test_everything_else_stays_as_it_is(content: bytes) -> None:
    assert without_clicks(content) == content
