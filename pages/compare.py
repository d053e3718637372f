"""Compare: two to four encoders on the same questions, with one sentence that says what came out."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import streamlit as st

from engine.errors import NomenclatorError
from engine.workbench import ComparedNames, Comparison
from pages.parts.address import Address
from pages.parts.comparison_queries import a_list, one_name
from pages.parts.comparison_views import branches_view, names_view, tasks_view
from pages.parts.frame import opened
from pages.parts.job_panel import run_panel
from pages.parts.plain import plain
from store.records.training import DONE, UNFINISHED

TASKS, BRANCHES, NAMES, ONE, LIST = "tasks", "branches", "names", "one", "list"
VIEWS = {
    TASKS: "Every task",
    BRANCHES: "Branches",
    NAMES: "Names won and lost",
    ONE: "One name",
    LIST: "A list of names",
}

workbench = opened("Compare", "The same questions put to two to four encoders; names that no training has seen.")
encoders = {choice.id: choice.title for choice in workbench.encoders()}
terminologies = {one.slug: one.title for one in workbench.terminologies()}
first_two = list(encoders)[:1] + list(encoders)[1:][-1:]
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
)


def keep_set() -> None:
    """From the uploader: keeps a relatedness set in the workspace."""
    file = st.session_state.get("pairs_file")
    if file is None:
        return
    try:
        path = workbench.keep_upload(file.name, file.getvalue())
        try:
            result = workbench.add_relatedness_set(path, Path(file.name).stem)
        finally:
            path.unlink(missing_ok=True)
        st.session_state["pairs_said"] = ("success", f"Kept {file.name} with {result['pairs']:,} pairs.")
    except NomenclatorError as error:
        st.session_state["pairs_said"] = ("error", str(error))


def measure() -> None:
    """From the button: measures what is chosen at that moment, which the page may not have drawn yet."""
    try:
        chosen, slug = st.session_state[address.key("with")], st.session_state[address.key("of")]
        st.session_state["compare_run"] = workbench.start_comparison(chosen, slug)
    except NomenclatorError as error:
        st.session_state["compare_problem"] = str(error)


def relatedness_sets() -> None:
    sets = workbench.relatedness_sets()
    with st.expander("Relatedness sets" + ("" if sets else ": add one to compare with what people say")):
        st.caption(
            "A relatedness set is a CSV or TSV file with two terms and a score that people gave, as MayoSRS is. "
            "In this workspace: " + (", ".join(plain(name) for name in sets) or "none yet") + "."
        )
        st.file_uploader("Add a set (CSV or TSV)", type=["csv", "tsv", "txt"], key="pairs_file", on_change=keep_set)
        kind, said = st.session_state.pop("pairs_said", ("", ""))
        if said:
            {"success": st.success, "error": st.error}[kind](plain(said))


def to_measure(ids: list[str], slug: str) -> None:
    """A button that starts the measuring, or its progress while it goes on."""
    run = workbench.comparison_run(ids, slug) or st.session_state.get("compare_run")
    if run:
        status = run_panel(workbench, run, curve=False).status
        if status in UNFINISHED:
            return
        if status == DONE and workbench.comparison(ids, slug) is not None:
            st.rerun()  # it ended while this page was being drawn
    with st.container(border=True):
        st.markdown(
            f"**Not measured yet.** {len(ids)} encoders answer up to 2,000 held-out names of "
            f"{plain(terminologies[slug])}; what one of them was asked before is remembered. It takes about a "
            "minute, longer for transformers, and goes on when you leave this page."
        )
        st.button("Measure", key="measure", type="primary", shortcut="F9", on_click=measure)
    if problem := st.session_state.pop("compare_problem", ""):
        st.error(plain(problem))


def measured_view(found: Comparison, view: str) -> None:
    if view == NAMES:
        names_view(found, address)
    else:
        {TASKS: tasks_view, BRANCHES: branches_view}[view](found)


def report_button(found: Comparison | None, names: ComparedNames | None, ids: list[str], slug: str) -> None:
    st.download_button(
        "Report (HTML)",
        partial(workbench.comparison_report, found, names) if found else "",
        file_name=f"compare-{slug}-{len(ids)}-encoders.html",
        mime="text/html",
        key="report",
        shortcut="F7",
        disabled=found is None,
        on_click="ignore",
        help="One file with every table, to keep, send or print as PDF. The page’s address shares the view.",
    )


wanted = [id for id in st.session_state.pop("compare_ids", []) if id in encoders]  # another page's wish
if wanted:
    st.session_state[address.key("with")] = wanted
address.read({"with": encoders, "of": terminologies, "view": VIEWS, "against": encoders}, kept=bool(wanted))
left, right = st.columns([6, 3], vertical_alignment="bottom")
ids = left.multiselect(
    "Encoders",
    list(encoders),
    key=address.key("with"),
    format_func=encoders.__getitem__,
    max_selections=4,
    select_all=False,
    help="Two to four. The others are measured against the first.",
)
slug = right.selectbox(
    "Names of",
    list(terminologies),
    key=address.key("of"),
    format_func=terminologies.__getitem__,
    help="One concept in ten is kept back from every training, for ever the same in this workspace.",
)
if len(encoders) < 2:
    st.info(
        "There is only one encoder so far. Train one on the Train page; then it stands here beside the shipped vectors."
    )
elif len(ids) < 2:
    st.info("Choose at least two encoders.")
else:
    found, names = workbench.comparison(ids, slug), None
    place = st.empty()
    with st.container(horizontal=True, vertical_alignment="center"):
        chosen_view = st.segmented_control(
            "View",
            list(VIEWS),
            key=address.key("view"),
            required=True,
            format_func=VIEWS.__getitem__,
            label_visibility="collapsed",
            width="stretch",
        )
        view = chosen_view or TASKS
        report_place = st.container(width="content")
    if found is not None:
        place.markdown(f"**{plain(found.summary)}**")
    if view == ONE:
        one_name(workbench, ids, slug, encoders, address)
    elif view == LIST:
        names = a_list(workbench, address)
    elif found is not None:
        measured_view(found, view)
    else:
        to_measure(ids, slug)
    with report_place:
        report_button(found, names, ids, slug)
relatedness_sets()
address.write()
