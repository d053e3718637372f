"""The mapping projects of a workspace, the run that makes one, and the form that starts the next."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from engine.workbench import Workbench
from pages.parts.formatting import clock, count, plain
from pages.parts.mappings.branch import branch_field, project_title
from pages.parts.mappings.encoders import CURRENT, encoders_menu
from pages.parts.mappings.suggesting import closed, suggesting
from pages.parts.sheet import Col, sheet, without_empty
from pages.parts.shell.messages import report, reported, show_message
from pages.parts.shell.profile import who
from pages.parts.shell.workspace import sentences
from pages.parts.uploads import saved_upload
from pages.parts.widget_state import choose, switch
from store.records.training import COMPLETED, UNFINISHED

MESSAGE = "mappings_started"
FORM_KEYS = ("mappings_source", "mappings_target", "mappings_part", "mappings_top")
PARTS = {"all": "All of it", "branch": "A branch", "unmapped": "Not mapped yet"}
COLUMNS = (
    Col("title", "Project"),
    Col("left", "Left", "number", "Lines that nobody has decided."),
    Col("done", "Done", "bar", "Lines that are mapped, or that have no match."),
    Col("contradicted", "Contradicted", "number", "Lines about which people, files or exact targets differ."),
    Col("release", "Newer release", "quiet", "Of these, since targets were suggested; “Suggest anew” takes it over."),
    Col("who", "Started by", "quiet"),
    Col("when", "When", "when"),
    Col("delete", "Delete", "action", "Takes the lines out; what people decided stays in the history."),
)
HOW = (
    "Every concept of the source becomes a line with its likeliest targets, by its names, by what other terminologies "
    "call it, by hierarchy and by each encoder chosen. You decide each line, or the sure ones in bulk; two people can "
    "decide the same lines, and see where they differ."
)
NONE_YET = "No mapping project yet. Choose a source and a target, and press “Suggest targets”."
MADE = "The first mapping project is being made. It stands here when its suggestions are there."


@sentences()
def projects_view(workbench: Workbench) -> None:
    """Draws the form on top, below it what is going on and the projects."""
    slugs = {one.slug: one.title for one in workbench.terminologies.all()}
    with st.container(border=True, key="mappings_start_box"):
        st.header("Map a terminology", anchor=False)
        if len(slugs) < 2:
            st.info("A mapping needs two terminologies. Import another one on the Terminologies page.")
        else:
            _form(workbench, slugs)
        show_message(MESSAGE)
    run = workbench.mapping_projects.run_of()
    if (
        run is not None
        and not closed(run)
        and (run.status != COMPLETED or run.id == st.session_state.get("mappings_run"))
    ):
        with st.container(border=True, key="mappings_run_box"):
            run = suggesting(workbench, run)
            if run.status == COMPLETED and run.result:
                _open_button(run.result)
    _list(workbench)


def _form(workbench: Workbench, slugs: dict[str, str]) -> None:
    row = st.container(horizontal=True, vertical_alignment="bottom")
    source_place, target_place = row.container().columns(2, vertical_alignment="bottom")

    def another() -> None:
        """The target is never the source; said outright, since a field keeps showing what it had."""
        if st.session_state["mappings_source"] == st.session_state.get("mappings_target"):
            st.session_state["mappings_target"] = next(
                slug for slug in slugs if slug != st.session_state["mappings_source"]
            )

    source = choose(source_place, "Source", slugs, "mappings_source", on_change=another)
    others = {slug: title for slug, title in slugs.items() if slug != source}
    target = choose(target_place, "Target", others, "mappings_target")
    st.session_state.setdefault("mappings_part", "all")
    part = switch(row, "What of the source", PARTS, "mappings_part")
    branch = branch_field(workbench, str(source)) if part == "branch" else ""
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        running = workbench.mapping_projects.run_of()
        st.button(
            "Suggest targets",
            key="mappings_start",
            type="primary",
            shortcut="T",
            disabled=running is not None and running.status in UNFINISHED,
            help="Reads both with the encoders chosen, in the background; nothing is decided by it.",
            on_click=_start,
            args=(workbench, source, target, branch, part),
        )
        encoders_menu(workbench, "mappings_encoders")
        with st.popover("Existing mappings", help="SSSOM, a ConceptMap, an RF2 map, or a table of the two's ids."):
            st.file_uploader(
                "A file of mappings", key="mappings_given", type=["tsv", "csv", "xlsx", "parquet", "json", "txt"]
            )
            st.caption("They are shown at their lines as existing ones, and held against what is decided.")
        st.caption(HOW)


def _start(workbench: Workbench, source: str, target: str, branch: str, part: str) -> None:
    with reported(MESSAGE):
        file = st.session_state.get("mappings_given")
        given: Path | None = None
        if file is not None:
            given = saved_upload("mappings_given_kept", file, workbench.mentions.save)
        if part == "branch" and not branch:
            report(MESSAGE, "info", "Type the id of the concept at the top of the branch, or words of its name.")
            return
        encoders = st.session_state.get("mappings_encoders") or [CURRENT]
        run = workbench.mapping_projects.queue(
            source, target, who(), branch, part == "unmapped", encoders, mappings=given
        )
        st.session_state["mappings_run"] = workbench.jobs.spawn(run)


def _open_button(result: dict) -> None:
    lines = count(result["lines"], "line")
    st.button(
        f"Work through {lines}",
        key="mappings_open",
        type="primary",
        shortcut="W",
        on_click=_open,
        args=(str(result["project"]),),
    )
    if left_out := result.get("left_out"):
        st.caption(f"Left out of the file: {plain(' '.join(left_out))}")
    if encoding := result.get("encoding"):
        st.caption(encoding)


def _open(number: str) -> None:
    for key in ("mappings_run", *FORM_KEYS):  # an open project's address has nothing of the form
        st.session_state.pop(key, None)
    st.session_state["mappings_project"] = number


def _list(workbench: Workbench) -> None:
    rows = []
    for one in workbench.mapping_projects.all():
        counts = workbench.mapping_lines.counts(one.id)
        answered = counts["decided"] + counts["confirmed"] + counts["contested"]
        rows.append(
            {
                "id": str(one.id),
                "title": project_title(workbench, one),
                "left": f"{one.lines - answered:,}",
                "done": answered / max(1, one.lines),
                "done_text": f"{answered:,} of {one.lines:,}",
                "contradicted": f"{counts['contradicted']:,}",
                "release": ", ".join(workbench.mapping_changes.outdated(one.id)),
                "who": one.who,
                "when": clock(one.when),
                "about": one.title,
            }
        )
    running = workbench.mapping_projects.run_of()
    empty = MADE if running is not None and running.status in UNFINISHED else NONE_YET
    columns = without_empty(COLUMNS, rows, "release")
    sheet("mappings_projects", "Mapping projects", columns, rows, empty, on_pick=_open, on_act=_ask_delete)
    if to_delete := st.session_state.get("mappings_delete"):
        _delete_question(workbench, int(to_delete))


def _ask_delete(number: str) -> None:
    st.session_state["mappings_delete"] = number


def _delete_question(workbench: Workbench, number: int) -> None:
    title = workbench.mapping_projects.get(number).title
    with st.container(border=True, horizontal=True, vertical_alignment="center"):
        about = "This cannot be undone; what people decided stays in the history."
        st.markdown(f"Delete **{plain(title)}** with its lines? {about}")
        st.button("Delete it", key="mappings_delete_yes", on_click=_delete, args=(workbench, number))
        st.button("Keep it", key="mappings_delete_no", on_click=_delete, args=(workbench, 0))


def _delete(workbench: Workbench, number: int) -> None:
    st.session_state.pop("mappings_delete", None)
    if number:
        workbench.mapping_projects.delete(number)
