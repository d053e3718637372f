"""The branch of the source that is mapped: the concept at its top, by its id or by words of its name."""

from __future__ import annotations

import streamlit as st

from engine.workbench import MappingProject, Workbench
from pages.parts.formatting import count, plain, with_id
from pages.parts.widget_state import choose

HELP = "Its id, or words of its name. The concept and all that is below it are mapped."


def project_title(workbench: Workbench, project: MappingProject) -> str:
    """What a project maps onto what; a branch by the name and the id of the concept at its top."""
    if not project.branch:
        return project.title
    names = workbench.terminologies.preferred_names(project.source, [project.branch])
    top = with_id(names[project.branch], project.branch) if project.branch in names else project.branch
    return f"{project.title}, below {top}"


def branch_field(workbench: Workbench, source: str) -> str:
    """Draws the field with what it was found to mean; the concept's id, “” where there is none."""
    example = workbench.hierarchy.example_branch(source)
    text = st.text_input(
        "Concept at the top of the branch",
        key="mappings_top",
        placeholder=f"For example: {example}" if example else "Its id, or words of its name",
        help=HELP,
    ).strip()
    if not text:
        return ""
    branches = workbench.hierarchy.find_branches(source, text)
    if not branches:
        st.caption("No concept with others below it has such an id or all of these words in its name; try fewer.")
        return ""
    first = branches[0]
    if first.id.casefold() == text.casefold():
        st.caption(f"{plain(first.preferred)}, with {count(first.below, 'concept')} below it.")
        return first.id
    titles = {one.id: f"{with_id(one.preferred, one.id)}, {one.below:,} below" for one in branches}
    return str(choose(st, "Which of these", titles, f"mappings_top_{text}"))
