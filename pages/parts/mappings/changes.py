"""What changed since the suggestions were made: lines that edits, releases and a learnt order suggest otherwise now."""

from __future__ import annotations

import streamlit as st

from engine.workbench import MappingProject, Workbench
from pages.parts.formatting import clock, count, plain, probability
from pages.parts.mappings.acts import LINE, UNFILTERED
from pages.parts.mappings.encoders import suggest_again
from pages.parts.mappings.source_line import taken_out
from pages.parts.sheet import Col, sheet
from pages.parts.shell.job_panel import run_panel
from pages.parts.shell.workspace import sentences
from store.records.training import COMPLETED, UNFINISHED

COLUMNS = (
    Col("name", "Source"),
    Col("before", "Was suggested"),
    Col("now", "Would be suggested"),
    Col("sure", "Sure", "number", "The probability of the new suggestion."),
    Col("decided", "Decided", "quiet", "What people decided about the line; it stays."),
)


@sentences()
def newer_version(workbench: Workbench, project: MappingProject) -> None:
    """Draws one line where a terminology of the project was taken out, or has a newer version than its suggestions
    are of."""
    if gone := taken_out(workbench, project):
        were = "was" if len(gone) == 1 else "were"
        st.warning(
            f"{plain(' and '.join(gone))} {were} taken out. What is decided stays; undo it in the History before you "
            "go on here."
        )
    if titles := workbench.mapping_changes.outdated(project.id):
        have = "has a newer version" if len(titles) == 1 else "have newer versions"
        st.caption(
            f":orange[{plain(' and '.join(titles))} {have} than these suggestions are of. “Suggest anew”, in the queue "
            "under Teach and in the view Changed, takes over names, new concepts and what is withdrawn.]"
        )


def changes_view(workbench: Workbench, project: MappingProject) -> None:
    """Draws the comparison; nothing is suggested again before its button is pressed, and nothing is kept of it."""
    run = workbench.mapping_changes.run_of(project.id)
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.button(
            "Compare again" if run else "Compare",
            key="mappings_compare",
            type="primary",
            disabled=run is not None and run.status in UNFINISHED,
            help="Suggests with what is known today, in the background; the lines stay as they are.",
            on_click=_start,
            args=(workbench, project.id),
        )
        with st.popover("Suggest anew"), st.container(width=420):
            suggest_again(workbench, project.id)
        if run is None or run.status != COMPLETED:
            st.caption("Lists the lines whose first suggestion would be another one now. “Suggest anew” takes it over.")
        else:
            summary = f"of {run.result['lines']:,} would now be suggested otherwise, as of {clock(run.finished)}."
            st.markdown(f"**{count(run.result['count'], 'line')}** {summary}{_new(run.result.get('new', 0))}")
    if run is not None and run.status != COMPLETED:
        run_panel(workbench, run.id, curve=False)
    elif run is not None:
        if (by := run.result.get("encoder") or project.encoder) != project.encoder:
            warning = f"Compared by {plain(by)}; what stands in the queue was suggested by {plain(project.encoder)}."
            st.caption(f":orange[{warning} A deleted encoder is left out.]")
        _list(run.result)


@sentences()
def _start(workbench: Workbench, number: int) -> None:
    workbench.mapping_changes.start(number)


def _list(found: dict) -> None:
    rows = [
        {
            "id": one["line"],
            "name": one["name"],
            "before": f"{one['before_name']} {one['before']}".strip() or "nothing",
            "now": _now(one),
            "sure": probability(one["confidence"]),
            "decided": " ".join(one["decided"]),
        }
        for one in found["changed"]
    ]
    empty = "Every line would be suggested the same."
    sheet("mappings_changed", "What changed", COLUMNS, rows, empty, on_pick=_open, tallest=560)


def _now(one: dict) -> str:
    if day := one.get("withdrawn"):
        return f"withdrawn with the release of {day}"
    return f"{one['now_name']} {one['now']}".strip() or "nothing"


def _new(concepts: int) -> str:
    """What is said of concepts that are no lines yet."""
    what = count(concepts, "new concept is not in the project yet", "new concepts are not in the project yet")
    return f" {what}; “Suggest anew” adds {'it' if concepts == 1 else 'them'}." if concepts else ""


def _open(source: str) -> None:
    """Opens a line in the queue, among all lines."""
    st.session_state.update(UNFILTERED | {LINE: source, "mappings_view": "queue", "mappings_state": "all"})
