"""One terminology: its next release, what lost its concept in it, what it says of itself, and taking it out."""

from __future__ import annotations

from typing import Any

import streamlit as st

from engine.workbench import Workbench
from pages.parts.formatting import plain
from pages.parts.shell.workspace import sentences
from pages.parts.terminologies.deletion import deletion
from pages.parts.terminologies.description import description
from pages.parts.terminologies.invalid_targets import invalid_targets, renamed_targets
from pages.parts.terminologies.release import past_releases, release_form
from pages.parts.widget_state import forget_unknown, switch
from store.records.terminology import Terminology

RELEASE, INVALID, PAST, ABOUT, DELETE = "release", "invalid", "past", "about", "delete"


@sentences()
def terminology_detail(workbench: Workbench, chosen: Terminology) -> None:
    """Draws the panel of a terminology; an older version only says what it is."""
    st.header(plain(chosen.title), anchor=False)
    if chosen.newer:
        st.caption(
            f"An older version of {plain(chosen.newer)}, with the edits that it had. It can be searched, compared and "
            "trained on beside the newest; nobody can change it."
        )
        _part(workbench, chosen, {ABOUT: "Name and licence", DELETE: "Delete"}, None)
        return
    carried = workbench.versions.carried(chosen.slug)
    lost = f"Without their concept · {len(carried.invalid):,}"
    parts = {RELEASE: "Next release", INVALID: lost, PAST: "What changed"}
    parts |= {ABOUT: "Name and licence", DELETE: "Delete"}
    if len(workbench.versions.of(chosen.slug)) == 1:
        del parts[PAST]
    if not carried.invalid:
        del parts[INVALID]
    _part(workbench, chosen, parts, carried)


def _part(workbench: Workbench, chosen: Terminology, parts: dict[str, str], carried: Any) -> None:
    forget_unknown("terminology_part", parts)
    part = switch(st, "Part", parts, "terminology_part", default=next(iter(parts)), label_visibility="collapsed")
    if part == RELEASE:
        release_form(workbench, chosen)
    elif part == INVALID:
        invalid_targets(workbench, chosen.slug, carried)
    elif part == PAST:
        renamed_targets(carried)
        past_releases(workbench, chosen.slug)
    elif part == ABOUT:
        description(workbench, chosen)
    else:
        deletion(workbench, chosen)
