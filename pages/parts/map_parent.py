"""The concepts of a selection put under one more parent, all of them at once."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from engine.errors import NomenclatorError
from engine.workbench import OpenMap, Workbench
from pages.parts.plain import count
from pages.parts.profile import who


def place_selection(
    workbench: Workbench, opened: OpenMap, points: list[int], said: str, changed: Callable[[], None]
) -> None:
    """Draws the search for the parent and the button; what came of it goes into the session under `said`."""
    with st.expander("Put under a further parent"):
        text = st.text_input("Parent", key="map_parent_find", placeholder="Its id, or words of its name").strip()
        if not text:
            return
        found = workbench.find_concepts(opened.asked.terminology, text)
        if not found:
            st.caption("No concept has such an id or all of these words in its name; try fewer words.")
            return
        titles = {one.id: f"{one.preferred} ({one.id})" for one in found}
        parent = st.selectbox("Concept", list(titles), key=f"map_parent_{text}", format_func=titles.__getitem__)
        reason = st.text_input("Reason", key="map_parent_reason", max_chars=200)
        st.button(
            f"Put the concepts of {count(len(points), 'name')} under {parent}",
            key="map_put_under",
            width="stretch",
            wrap=True,
            help="One batch, one undo. Concepts that stand there already are passed over.",
            on_click=_place,
            args=(workbench, opened, points, str(parent), reason, said, changed),
        )


def _place(
    workbench: Workbench,
    opened: OpenMap,
    points: list[int],
    parent: str,
    reason: str,
    said: str,
    changed: Callable[[], None],
) -> None:
    try:
        done = workbench.place_map_concepts(opened, points, parent, who(), reason)
        st.session_state[said] = ("success", f"{count(done, 'concept')} put under {parent}. One undo takes it back.")
    except NomenclatorError as error:
        st.session_state[said] = ("error", str(error))
    changed()
