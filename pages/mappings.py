"""Mappings: one terminology onto another, line by line, alone or by two people."""

from __future__ import annotations

from contextlib import suppress

import streamlit as st

from engine.errors import NomenclatorError
from engine.workbench import MappingProject, Workbench
from pages.parts.formatting import plain
from pages.parts.mappings.acts import HELD
from pages.parts.mappings.agreement import agreement_view
from pages.parts.mappings.branch import project_title
from pages.parts.mappings.changes import changes_view, newer_version
from pages.parts.mappings.projects import PARTS, projects_view
from pages.parts.mappings.queue import ORDERS, STATES, VIEWS, WHOSE, queue_view, way_back
from pages.parts.shell.address import Address, numbered
from pages.parts.shell.frame import opened
from pages.parts.widget_state import switch

FIELDS = {"project": "", "view": "queue", "state": "undecided", "whose": "", "order": "doubtful first", "branch": ""}
FORM = {"part": "all", "top": ""}


def address_of(workbench: Workbench) -> Address:
    """The page's address; the form on top maps the first terminology onto the second unless it says otherwise."""
    form = dict(zip(("source", "target"), (one.slug for one in workbench.terminologies.all()), strict=False))
    return Address("mappings", {**FIELDS, "find": "", "line": "", **FORM, **form}, restored=("source", "target"))


def chosen(workbench: Workbench) -> MappingProject | None:
    """The project that the address names; None where it names none, or one that is gone."""
    number = numbered(str(st.session_state.get("mappings_project") or ""))
    with suppress(NomenclatorError):
        return workbench.mapping_projects.get(number)
    return None


def heading(workbench: Workbench) -> str:
    """What stands beside the title: the project, or what the page is for."""
    slugs = {one.slug for one in workbench.terminologies.all()}
    options = {"view": VIEWS, "state": STATES, "whose": WHOSE, "order": ORDERS}
    address_of(workbench).read({**options, "source": slugs, "target": slugs, "part": PARTS})
    one = chosen(workbench)
    return (
        plain(project_title(workbench, one))
        if one
        else "Map a terminology onto another; the doubtful lines come first."
    )


def leave() -> None:
    """Back to the projects."""
    fields = {f"mappings_{field}": default for field, default in {**FIELDS, "find": "", "line": ""}.items()}
    st.session_state.update(fields | {HELD: None})


workbench = opened("Mappings", heading)
address = address_of(workbench)
project = chosen(workbench)
if project is None:
    if number := st.session_state.get("mappings_project"):
        st.error(f"There is no mapping project {plain(number)} in this workspace.")
    projects_view(workbench)
else:
    newer_version(workbench, project)
    if (view := st.session_state.get("mappings_view")) in ("agreement", "changed"):
        with st.container(horizontal=True, vertical_alignment="center", gap="small", key="mappings_bar"):
            way_back(leave)
            st.space("stretch")
            switch(st, "View", VIEWS, "mappings_view", label_visibility="collapsed")
        (agreement_view if view == "agreement" else changes_view)(workbench, project)
    else:
        queue_view(workbench, project, address, leave)
address.write()
