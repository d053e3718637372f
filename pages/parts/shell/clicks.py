"""A click is carried out once, also when a part of the page that runs again by itself reports at the same moment.

Streamlit's browser part notes a click, sends it a moment later, and then forgets it. Where a part with `run_every` is
due in that moment it sends all that is noted, the click with it, and the click is carried out a second time when it is
sent itself: a second undo takes back what nobody meant.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from streamlit.proto.BackMsg_pb2 import BackMsg

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

TRIGGERS = {"trigger_value", "string_trigger_value", "json_trigger_value", "chat_input_value"}  # what is sent once


class ClicksOnce:
    """ASGI middleware: what a page sends by itself, again and again, carries no click."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes everything on, the messages of a page without the clicks that come by themselves anyway."""
        if scope["type"] != "websocket":
            return await self.app(scope, receive, send)

        async def received() -> Message:
            message = await receive()
            if message["type"] == "websocket.receive" and message.get("bytes"):
                message = {**message, "bytes": without_clicks(message["bytes"])}
            return message

        await self.app(scope, received, send)


def without_clicks(content: bytes) -> bytes:
    """The message of a page as it is or, where a part that runs again by itself sent it, without its clicks."""
    message = BackMsg()
    try:
        message.ParseFromString(content)
    except Exception:  # none of Streamlit's messages: it says what is wrong with it
        return content
    if message.WhichOneof("type") != "rerun_script" or not message.rerun_script.is_auto_rerun:
        return content
    states = message.rerun_script.widget_states.widgets
    lasting = [state for state in states if state.WhichOneof("value") not in TRIGGERS]
    if len(lasting) == len(states):
        return content
    del states[:]
    states.extend(lasting)
    return message.SerializeToString()
