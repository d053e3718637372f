"""The list of the lines at the left of a mapping project: each with its target, decided or suggested."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import streamlit as st

from engine.workbench import MappingProject, Workbench, sureness
from pages.parts.formatting import count, shortened
from pages.parts.mappings.acts import LINE
from pages.parts.paging import page_in_hand
from pages.parts.sheet import Col, sheet
from store.records.mapping import EXACT, RENAMED, WITHDRAWN, MappingLine, Targets, relation_word

PAGE = 50
ABOVE_AND_BELOW = 255  # pixels around the list: title and bar, the pages and the counts
COLUMNS = (
    Col("name", "Source"),
    Col("target", "Target", "quiet", "What people decided; where nobody has, the first suggestion.", spare=True),
    Col("sure", "", "quiet", spoken="How sure"),
)
CHANGED = {
    WITHDRAWN: "{}; the newest version of the source has it no longer in use.",
    RENAMED: "{}, when its name meant something else; look at it again.",
}


def line_list(workbench: Workbench, project: MappingProject, sources: Sequence[str], at: int) -> None:
    """Draws the page of the list with the line at this place; a line picked is the one in hand."""
    page = at // PAGE + 1
    shown = list(sources[(page - 1) * PAGE : page * PAGE])
    decided = _decided_targets(workbench, project, shown)
    rows = [_row(one, decided.get(one.source)) for one in workbench.mapping_lines.read(project.id, shown)]
    sheet(
        "mappings_lines",
        "Lines",
        COLUMNS,
        rows,
        "No line is left here: choose another state, or fewer filters.",
        sources[at] if sources else "",
        on_pick=lambda picked: st.session_state.update({LINE: picked}),
        tallest=560,
        around=ABOVE_AND_BELOW,
    )
    page_in_hand("mappings_page", sources, at, PAGE, LINE)
    counts = workbench.mapping_lines.counts(project.id)
    st.caption(" · ".join(f"{lines:,} {state}" for state, lines in counts.items() if lines))


def _decided_targets(workbench: Workbench, project: MappingProject, sources: Sequence[str]) -> dict[str, str]:
    """Source concept -> the names of the targets that people decided on, or “no match”; several answers with “or”."""
    answers = workbench.mapping_lines.answers(project.id, sources)
    ids = {target for found in answers.values() for one in found for target, _ in one.targets}
    titles = workbench.terminologies.preferred_names(project.target, ids)

    def words(targets: Targets) -> str:
        shown = [
            titles.get(id, id) + ("" if relation == EXACT else f" ({relation_word(relation)})")
            for id, relation in targets
        ]
        return " and ".join(shown) or "no match"

    return {
        source: " or ".join(dict.fromkeys(words(one.targets) for one in found)) for source, found in answers.items()
    }


def _row(one: MappingLine, decided: str | None) -> dict[str, Any]:
    """A line of the list; decided: what people say that its target is, None where nobody has said."""
    best = one.candidates[0] if one.candidates else None
    sure = sureness(best.confidence, best.same) if best else ["none"]
    status = one.changed or (one.state if one.state != "undecided" else sure[0])
    suggested = best.preferred if best else "no suggestion"
    whose = f"; assigned to {one.assigned}" if one.assigned else ""
    often = f"; {count(one.frequency, 'time')}" if one.frequency else ""
    return {
        "id": one.source,
        "name": shortened(one.name, 48),
        "name_why": f"{one.source}{whose}{often}",
        "target": shortened(decided or suggested, 44),
        "sure": status,
        "sure_why": CHANGED.get(one.changed, "").format(one.state) or ("" if decided else " ".join(sure)),
        "quiet": one.state in ("skipped",),
    }
