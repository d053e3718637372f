"""The map as one component: a WebGL canvas (or pixels, where there is none) with legend, tools and selection."""

from __future__ import annotations

import base64
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from pages.parts.component import component, sent

KEY = "map_canvas"
SCRIPTS = (
    "dots.js",
    "geometry.js",
    "colours.js",
    "contours.js",
    "words.js",
    "legend_list.js",
    "pane.js",
    "shown.js",
    "selecting.js",
    "canvas.js",
)

_draw = component("map_canvas", __file__, *SCRIPTS)


def map_canvas(
    label: str,
    panes: Sequence[tuple[str, str]],
    colour: dict[str, Any],
    note: str,
    command: dict[str, Any] | None,
    selected: Sequence[int],
    on_select: Callable[[], None],
) -> None:
    """Draws the maps whose points were sent as blocks.

    panes: one or two (block key, title); the second shows the same names under another encoder. colour: "mode" (class,
    level, source, label or agreement), "title" for the legend and, for labels, "titles", "points" and "values".
    command: {"id", "points", "select"}: points to select or to ring, done once for each id. selected: the points
    that a canvas begins with when it is drawn anew. `on_select` is called when
    a person has selected something; `selected_points` tells what.
    """
    data = {
        "label": label,
        "panes": [{"key": key, "title": title} for key, title in panes],
        "colour": colour,
        "note": note,
        "command": command,
        "selected": bits_of(selected),
    }
    _draw(key=KEY, data=data, on_select_change=on_select)


def selected_points() -> tuple[str, list[int]]:
    """Inside `on_select`: the block's key and the numbers of the selected points, lowest first."""
    selection = sent(KEY, "select")
    if not selection:
        return "", []
    return str(selection["key"]), points_of(selection["bits"])


def bits_of(points: Sequence[int]) -> str:
    """The inverse of `points_of`."""
    flags = np.zeros(max(points, default=-1) + 1, dtype=np.uint8)
    flags[list(points)] = 1
    return base64.b64encode(np.packbits(flags, bitorder="little").tobytes()).decode()


def points_of(bits: str) -> list[int]:
    """The numbers of the set bits of a selection: base64, one bit a point, lowest bit first.

    >>> points_of("Ag==")
    [1]
    """
    flags = np.unpackbits(np.frombuffer(base64.b64decode(bits), dtype=np.uint8), bitorder="little")
    return [int(point) for point in np.flatnonzero(flags)]
