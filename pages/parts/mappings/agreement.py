"""Two people over a mapping project: how far they agree, where they do not, and everything that contradicts itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import streamlit as st

from engine.workbench import Contradiction, MappingProject, Workbench
from pages.parts.formatting import count
from pages.parts.mappings.acts import UNFILTERED
from pages.parts.sheet import Col, sheet
from pages.parts.shell.workspace import sentences
from pages.parts.widget_state import choose

CONTRADICTIONS = (
    Col("name", "Line"),
    Col("kind", "What", "mark"),
    Col("one", "One says"),
    Col("one_by", "Who", "quiet"),
    Col("other", "The other says"),
    Col("other_by", "Who", "quiet"),
)


@sentences()
def agreement_view(workbench: Workbench, project: MappingProject) -> None:
    """Draws kappa of two people and the list of contradictions; a line picked is opened in the queue."""
    people = workbench.mapping_lines.people(project.id)
    names = {name: f"{name} · {lines:,}" for name, lines in people.items()}
    if len(names) < 2:
        st.info(
            "Only one person has decided lines here. When a second one does, in this workspace or in a file that is "
            "loaded, their agreement stands here."
        )
    else:
        left, right, summary = st.columns([2, 2, 6], vertical_alignment="bottom")
        one = choose(left, "One", names, "mappings_one")
        others = {name: title for name, title in names.items() if name != one}
        other = choose(right, "The other", others, "mappings_other_one")
        found = workbench.mapping_lines.agreement(project.id, one, other)
        figures = found.figures
        kappa = f", Cohen’s kappa {figures.kappa:.2f} ({found.called})" if figures.kappa is not None else ""
        summary.markdown(f"**{figures.same:,} of {figures.names:,}** lines that both decided are the same{kappa}.")
    listed = workbench.mapping_lines.contradictions(project.id)
    st.header(count(len(listed), "contradiction"), anchor=False)
    titles = {one.source: one.name for one in workbench.mapping_lines.read(project.id, [row.source for row in listed])}
    rows = [
        {"id": f"{place}", "name": titles.get(one.source, one.source), "name_why": one.source, **vars(one)}
        for place, one in enumerate(listed)
    ]
    empty = "Nothing contradicts: no two people, no loaded mapping, no concept with two exact targets."
    sheet("mappings_contradictions", "Contradictions", CONTRADICTIONS, rows, empty, on_pick=_opener(listed))


def _opener(listed: Sequence[Contradiction]) -> Callable[[str], None]:
    """Opens the line of the contradiction at a place of the list."""

    def open_line(place: str) -> None:
        st.session_state.update(
            UNFILTERED, mappings_view="queue", mappings_state="contradicted", mappings_line=listed[int(place)].source
        )

    return open_line
