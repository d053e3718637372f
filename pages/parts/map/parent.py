"""The concepts of a selection put under one more parent, all of them at once."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from engine.workbench import OpenMap, Workbench
from pages.parts.formatting import count, plain, with_id
from pages.parts.shell.messages import report, reported
from pages.parts.shell.profile import who
from pages.parts.widget_state import choose


def place_selection(
    workbench: Workbench, opened: OpenMap, points: list[int], message: str, changed: Callable[[], None]
) -> None:
    """Draws the search for the parent and the button; what came of it goes into the session under `message`."""
    with st.expander("Put under a further parent"):
        text = st.text_input("Parent", key="map_parent_find", placeholder="Its id, or words of its name").strip()
        if not text:
            return
        found = workbench.hierarchy.find(opened.request.terminology, text)
        if not found:
            st.caption("No concept has such an id or all of these words in its name; try fewer words.")
            return
        titles = {one.id: with_id(one.preferred, one.id) for one in found}
        parent = choose(st, "Concept", titles, f"map_parent_{text}")
        reason = st.text_input("Reason", key="map_parent_reason", max_chars=200)
        st.button(
            f"Put the concepts of {count(len(points), 'name')} under {parent}",
            key="map_put_under",
            width="stretch",
            wrap=True,
            help="One batch, one undo. Concepts that stand there already are passed over.",
            on_click=_place,
            args=(workbench, opened, points, str(parent), reason, message, changed),
        )


def _place(
    workbench: Workbench,
    opened: OpenMap,
    points: list[int],
    parent: str,
    reason: str,
    message: str,
    changed: Callable[[], None],
) -> None:
    with reported(message):
        placed = workbench.map_points.place_under(opened, points, parent, who(), reason)
        report(message, "success", plain(f"{count(placed, 'concept')} put under {parent}. One undo takes it back."))
    changed()
