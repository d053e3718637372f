"""Mappings: one terminology onto another, line by line, alone or by two people."""

from __future__ import annotations

import streamlit as st

from engine.errors import NomenclatorError
from pages.parts.formatting import plain
from pages.parts.mappings.agreement import agreement_view
from pages.parts.mappings.projects import projects_view
from pages.parts.mappings.queue import ORDERS, STATES, WHOSE, queue_view
from pages.parts.shell.address import Address, numbered
from pages.parts.shell.frame import opened
from pages.parts.widget_state import switch

workbench = opened("Mappings", "Map a terminology onto another; the doubtful lines come first.")
FIELDS = {"project": "", "view": "queue", "state": "undecided", "whose": "", "order": "doubtful first", "branch": ""}
address = Address("mappings", {**FIELDS, "find": "", "line": ""}, ("project",))
VIEWS = {"queue": "Queue", "agreement": "Agreement"}
address.read({"view": VIEWS, "state": STATES, "whose": WHOSE, "order": ORDERS})


def leave() -> None:
    """Back to the projects."""
    st.session_state.update(
        {address.key(field): default for field, default in {**FIELDS, "find": "", "line": ""}.items()}
    )


number = numbered(str(st.session_state.get("mappings_project") or ""))
project = None
if number:
    try:
        project = workbench.mapping_projects.get(number)
    except NomenclatorError as error:
        st.error(plain(error))
if project is None:
    projects_view(workbench, address)
else:
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="mappings_heading"):
        st.button("All projects", key="mappings_leave", icon=":material/arrow_back:", on_click=leave)
        st.markdown(f"**{plain(project.title)}**", width="content")
        st.space("stretch")
        view = switch(st, "View", VIEWS, "mappings_view", label_visibility="collapsed")
    if view == "agreement":
        agreement_view(workbench, project)
    else:
        queue_view(workbench, project, address)
address.write()
