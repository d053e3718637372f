"""One component to work a queue: the lines, the one that is decided now, and a key for every decision.

The next line is drawn in the browser at once; what was decided is sent behind it. `sent` is {"token", "acts", "at",
"search", "went", "turn"}: the acts are those of outbox.js, sent again until the page tells that they are kept.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pages.parts.component import component
from pages.parts.component import sent as sent_by

KEY = "normalise_desk"
SCRIPTS = (
    "../shell/outbox.js",
    "element.js",
    "list.js",
    "line.js",
    "card.js",
    "line_fields.js",
    "attributes.js",
    "spans.js",
    "desk.js",
)

_draw = component("normalise_desk", __file__, *SCRIPTS)


def desk(data: dict[str, Any], on_sent: Callable[[], None]) -> None:
    """Draws the desk from the data that `data.desk_data` makes; `on_sent` runs when something was done."""
    _draw(key=KEY, data=data, on_sent_change=on_sent)


def sent() -> dict[str, Any]:
    """What the person did and where they are: {} before the desk has said anything."""
    return dict(sent_by(KEY, "sent") or {})
