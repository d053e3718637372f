"""Compare: two to four encoders on the same questions, with one sentence that says what came out."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import streamlit as st

from engine.workbench import ComparedNames, Comparison
from pages.parts.compare.queries import a_list, one_name
from pages.parts.compare.views import branches_view, names_view, tasks_view
from pages.parts.formatting import plain
from pages.parts.shell.address import Address
from pages.parts.shell.frame import opened
from pages.parts.shell.job_panel import run_panel
from pages.parts.shell.messages import report, reported, show_message
from pages.parts.uploads import uploaded
from pages.parts.widget_state import choose, choose_some, switch
from store.records.training import COMPLETED, UNFINISHED

TASKS, BRANCHES, NAMES, ONE, LIST = "tasks", "branches", "names", "one", "list"
VIEWS = {
    TASKS: "Every task",
    BRANCHES: "Branches",
    NAMES: "Names won and lost",
    ONE: "One name",
    LIST: "A list of names",
}

workbench = opened("Compare", "The same questions put to two to four encoders; names that no training has seen.")
choices = workbench.rankings.encoders()
encoders = {choice.id: choice.title for choice in choices}
terminologies = {one.slug: one.title for one in workbench.terminologies.all()}
second = next((choice for choice in choices[1:] if choice.current), choices[-1])
first_two = list(dict.fromkeys((choices[0].id, second.id)))
address = Address(
    "compare",
    {
        "with": first_two,
        "of": next(iter(terminologies), ""),
        "view": TASKS,
        "against": "",
        "name": "",
        "list": "",
    },
    pinned=("with", "of"),
    restored=("with", "of"),
)


def keep_set() -> None:
    """From the uploader: keeps a relatedness set in the workspace."""
    file = st.session_state.get("pairs_file")
    if file is None:
        return
    with reported("pairs_said"):
        with uploaded(workbench, file) as path:
            result = workbench.evaluation.add_relatedness_set(path, Path(file.name).stem)
        report("pairs_said", "success", plain(f"Kept {file.name} with {result['pairs']:,} pairs."))


def measure() -> None:
    """From the button: measures what is chosen at that moment, which the page may not have drawn yet."""
    with reported("compare_problem"):
        chosen, slug = st.session_state[address.key("with")], st.session_state[address.key("of")]
        st.session_state["compare_run"] = workbench.comparison.start(chosen, slug)


def relatedness_sets() -> None:
    sets = workbench.evaluation.relatedness_sets()
    with st.expander("Relatedness sets"):
        st.caption(
            "A relatedness set is a CSV or TSV file with two terms and a score that people gave, as MayoSRS is. "
            "Measured here: " + ", ".join(plain(name) for name in sets) + "."
        )
        st.file_uploader("Add a set (CSV or TSV)", type=["csv", "tsv", "txt"], key="pairs_file", on_change=keep_set)
        show_message("pairs_said")


def to_measure(ids: list[str], slug: str) -> None:
    """A button that starts the measuring, or its progress while it goes on."""
    run = workbench.comparison.run_of(ids, slug) or st.session_state.get("compare_run")
    if run:
        status = run_panel(workbench, run, curve=False).status
        if status in UNFINISHED:
            return
        if status == COMPLETED and workbench.comparison.measured(ids, slug) is not None:
            st.rerun()  # it ended while this page was being drawn
    with st.container(border=True):
        st.markdown(
            f"**Not measured yet.** {len(ids)} encoders answer up to 2,000 held-out names of "
            f"{plain(terminologies[slug])}; what one of them was asked before is remembered. It takes about a "
            "minute, longer for transformers, and goes on when you leave this page."
        )
        st.button("Measure", key="measure", type="primary", shortcut="F9", on_click=measure)
    show_message("compare_problem")


def measured_view(found: Comparison, view: str) -> None:
    if view == NAMES:
        names_view(found, address)
    else:
        {TASKS: tasks_view, BRANCHES: branches_view}[view](found)


def report_button(found: Comparison | None, names: ComparedNames | None, ids: list[str], slug: str) -> None:
    st.download_button(
        "Report (HTML)",
        partial(workbench.comparison.report, found, names) if found else "",
        file_name=f"compare-{slug}-{len(ids)}-encoders.html",
        mime="text/html",
        key="report",
        shortcut="F7",
        disabled=found is None,
        on_click="ignore",
        help="One file with every table, to keep, send or print as PDF. The page’s address shares the view.",
    )


requested = [id for id in st.session_state.pop("compare_ids", []) if id in encoders]  # another page's wish
if requested:
    st.session_state[address.key("with")] = requested
address.read({"with": encoders, "of": terminologies, "view": VIEWS, "against": encoders}, newer=bool(requested))
left, right = st.columns([6, 3], vertical_alignment="bottom")
help = "Two to four. The others are measured against the first."
ids = choose_some(left, "Encoders", encoders, address.key("with"), 4, help=help)
help = "One concept in ten is kept back from every training, for ever the same in this workspace."
slug = choose(right, "Names of", terminologies, address.key("of"), help=help)
if len(encoders) < 2:
    st.info(
        "There is only one encoder so far. Train one on the Train page; then it stands here beside the shipped vectors."
    )
elif len(ids) < 2:
    st.info("Choose at least two encoders.")
else:
    found, names = workbench.comparison.measured(ids, slug), None
    place = st.empty()
    with st.container(horizontal=True, vertical_alignment="center"):
        view = switch(st, "View", VIEWS, address.key("view"), label_visibility="collapsed", width="stretch") or TASKS
        report_place = st.container(width="content")
    if found is not None:
        place.markdown(f"**{plain(found.summary)}**")
    if view == ONE:
        one_name(workbench, ids, slug, encoders, address)
    elif view == LIST:
        names = a_list(workbench, slug, address)
    elif found is not None:
        measured_view(found, view)
    else:
        to_measure(ids, slug)
    with report_place:
        report_button(found, names, ids, slug)
relatedness_sets()
address.write()
