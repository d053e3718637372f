"""The concept that is mapped, under the heading of its line."""

from __future__ import annotations

import streamlit as st

from engine.workbench import MappingCase, MappingProject, Workbench
from pages.parts.formatting import count, plain, shortened
from store.records.mapping import RENAMED


def taken_out(workbench: Workbench, project: MappingProject) -> list[str]:
    """The short names of those of a project's two terminologies that are not in the workspace."""
    there = {one.slug for one in workbench.terminologies.all()}
    return [slug for slug in (project.source, project.target) if slug not in there]


def source_line(workbench: Workbench, project: MappingProject, case: MappingCase) -> None:
    """The source concept in two lines: its id with its way down, then its other names or its definition; and whether
    it is out of use, where not all of its terminology is."""
    parts, card = [plain(case.line.source)], case.card
    if card:
        way = [plain(ref.preferred) for ref in card.path[:-1]]
        parts += [" › ".join(way[-3:])] if way else []
    if case.line.assigned:
        parts.append(f"assigned to {plain(case.line.assigned)}")
    if case.line.frequency:
        parts.append(count(case.line.frequency, "time"))
    st.caption(" · ".join(parts))
    if (card is None or card.concept.obsolete) and project.source not in taken_out(workbench, project):
        st.markdown(
            f":orange[{plain(case.line.source)} is no longer in use in {plain(project.source)}. “Suggest anew” under "
            "Teach takes its line out where nothing is decided; Terminologies asks about what is.]"
        )
    if case.line.changed == RENAMED:
        were = dict.fromkeys(one.name for one in case.answers if one.name not in ("", case.line.name))
        named = plain(" and ".join(f"“{name}”" for name in were))
        st.markdown(f":orange[It was {named} when it was decided; decide again, or take it back.]")
    if case.line.suggested_for:
        st.markdown(
            f":orange[Its targets were suggested for “{plain(case.line.suggested_for)}”; “Suggest anew” under Teach "
            "asks for its name of today.]"
        )
    if card:
        names = [one.text for one in card.concept.names if one.text != card.concept.preferred]
        synonyms = f"Also: {', '.join(names[:6])}. " if names else ""
        with st.container(key="mappings_source_line"):  # not where the source's card stands
            st.caption(
                plain(shortened(synonyms + (card.concept.definition or ""), 260)) or "No other name, no definition."
            )
