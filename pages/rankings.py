"""Rankings: type a name, see which concepts each encoder puts first, and keep what you find out."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import streamlit as st

from engine.workbench import BILLABLE, CONCEPT, NAME
from pages.parts.beside import reading_and_detail
from pages.parts.candidate_table import CandidateColumn, ask_encoder, candidate_table, comparable
from pages.parts.fragment import fragment
from pages.parts.live_search import give_way, live_search
from pages.parts.make_searchable import waits
from pages.parts.rankings.as_a_note import as_a_note
from pages.parts.rankings.concept_panel import OpenedConcept, concept_panel, of_another_query
from pages.parts.rankings.edits_list import edits_list
from pages.parts.rankings.former_search import former_search
from pages.parts.rankings.joined_table import DISAGREEMENT, joined_data, joined_table
from pages.parts.rankings.mistyped_code import mistyped_code
from pages.parts.rankings.ranking_rows import ranking_data
from pages.parts.rankings.versions import of_version, pairs_of_versions, versions_in, withdrawn_since
from pages.parts.rankings.what_it_learnt import with_what_it_learnt
from pages.parts.rankings.why_panel import ExplainedRow
from pages.parts.shell.address import check_bound, followed, ids_shown, own_fields
from pages.parts.shell.frame import opened as opened_frame
from pages.parts.shell.warming import current_encoder, settle, warming
from pages.parts.widget_state import choose, choose_some, follow_default, switch
from store.records.terminology import Ranking

if TYPE_CHECKING:
    from streamlit.delta_generator import DeltaGenerator

VIEWS = {"columns": "Columns", "joined": "Joined"}
UNITS = {CONCEPT: "Concepts", NAME: "Names"}
MOST_ENCODERS = 4
PAUSE = "0ms"  # each letter is sent as it is typed: a newer text breaks off what is computed for the one before
TABLE, JOINED = "ranking_table", "joined_table"
VIEW, SORT = "view", "sort"
CLOSED = "card_closed"  # whether a letter has closed the card, and no other was opened since
SHOWN_FIRST, SHOWN_MORE, MOST_SHOWN = 10, 10, 100
EXAMPLES = ("heart attack", "trouble breathing", "I21.9", "kidney stones")

workbench = opened_frame("Rankings", "Which concepts lie nearest to a name, and what each encoder makes of it.")
terminologies = {one.slug: one.title for one in workbench.terminologies.all()}
pairs = pairs_of_versions(workbench.terminologies.all())
every = {"all": "All terminologies", **terminologies, **pairs}
choices = {choice.id: choice for choice in workbench.rankings.encoders()}
current = current_encoder(choices.values())
units = UNITS | ({BILLABLE: "Billable codes"} if workbench.terminologies.has_billable_codes() else {})
warmed = warming(workbench, current, tuple(terminologies))


def opened_now() -> OpenedConcept | None:
    """The open concept: the address bar's where that was opened, or gone back to, since; else this session's."""
    here = st.query_params.get("concept", "")
    came_back = st.session_state["arrived"] and not here  # by the menu: what was open still is
    if "opened" not in st.session_state or (followed() and not came_back):
        terminology, _, concept = here.partition("/")
        query = st.query_params.get("q", "").strip()
        known = terminology in terminologies and concept
        st.session_state["opened"] = OpenedConcept(terminology, concept, query) if known else None
    return st.session_state["opened"]


def redraw() -> None:
    """Redraws ranking, card and edits, and nothing else; called from callbacks."""
    now: OpenedConcept | None = st.session_state.get("opened")
    if now:
        st.session_state[CLOSED] = False
        st.query_params["concept"] = f"{now.terminology}/{now.concept}"
    st.rerun(["ranking", "card", "edits"])


def open_row(row: dict[str, Any]) -> None:
    st.session_state["opened"] = OpenedConcept(
        row["terminology"],
        row["concept"],
        row["query"],
        row["score"],
        row["encoder"],
        row["rank"],
        row["name"] if st.session_state.get("unit") == NAME else "",
    )
    st.session_state.pop("pending_name", None)
    redraw()


def try_example(text: str) -> None:
    st.session_state["q"] = text


def new_query() -> None:
    st.session_state["shown"] = SHOWN_FIRST
    if of_another_query(st.session_state.get("q") or ""):
        st.session_state[CLOSED] = True
    if st.session_state.get(CLOSED):  # this letter may have broken off the drawing of one before
        st.rerun(["ranking", "card"])


@fragment(key="ranking")
@workbench.workspace.reading_at_once()
def ranking(place: DeltaGenerator) -> None:
    """The search box where it is called, the ranking in `place`; a keystroke reruns only this."""
    if current_encoder(workbench.rankings.encoders()) != current:  # made so in another tab
        st.rerun()
    query = live_search(
        "Name or concept id", "q", "Type a name, a synonym or a concept id", PAUSE, new_query, "query-params"
    )
    encoders = st.session_state["with"] or [current]
    with place, st.container(key="one_encoder" if len(encoders) == 1 and not two_versions() else "encoders"):
        if query:
            answer(query, st.session_state["in"], encoders, st.session_state["unit"])
        else:
            nothing_typed()


@fragment(key="choices")
def choices_of_ranking() -> None:
    """Where is searched, with which encoders, and for what; drawn before the ranking, and not for a keystroke."""
    several = len(st.session_state.get("with") or st.query_params.get_all("with")) > 1 or two_versions()
    row = st.container(horizontal=True, vertical_alignment="bottom", key="ranking_choices")
    where, whom = row.container(key="ranking_where").columns([2, 3], vertical_alignment="bottom")
    bound: dict[str, Any] = {"bind": "query-params", "on_change": rank_anew}
    choose(where, "Terminology", every, "in", **bound)
    follow_default("with", current)
    choose_some(
        whom,
        "Encoders, side by side",
        {choice.id: choice.title for choice in choices.values()},
        "with",
        MOST_ENCODERS,
        default=[current],
        help="One to four. The first is the one that the others are compared with.",
        **bound,
    )
    if several:
        switch(
            row,
            "Encoders as",
            VIEWS,
            VIEW,
            default="columns",
            help="A column of rows for each; or one table, with a row a candidate and all ranks beside each other.",
            **bound,
        )
    switch(
        row,
        "Rows are",
        units,
        "unit",
        default=CONCEPT,
        help="A concept stands with its best-matching name; or every name has a row of its own; or a code that is not "
        "billable gives its place to the one below it that is taken where nothing more is known.",
        **bound,
    )


def rank_anew() -> None:
    st.rerun(["choices", "ranking"])


def two_versions() -> bool:
    """Whether two versions of a terminology stand beside each other."""
    chosen = st.session_state.get("in")
    return chosen in pairs if chosen else st.query_params.get("in") in pairs.values()  # the address has what is shown


def answer(query: str, terminology: str, encoders: list[str], unit: str) -> None:
    if warmed.is_alive():
        with st.spinner("Opening the encoder; this takes a moment after a start …"):
            warmed.join()
    shown = st.session_state.get("shown", SHOWN_FIRST)

    def rank(encoder: str, slug: str) -> Ranking:
        found = workbench.rankings.rank(query, slug, encoder, shown, unit, only_read=True, between=give_way)
        settle(encoder)
        return found

    def ranked_column(encoder: str, slug: str) -> CandidateColumn[Ranking]:
        give_way()
        found = ask_encoder(workbench, choices[encoder], slug, partial(rank, encoder, slug))
        found = of_version(found, slug) if len(slugs) > 1 else found
        return with_what_it_learnt(workbench, found, terminologies) if short else found

    short = {slug: slug for slug in terminologies} if terminology == "all" and len(terminologies) > 1 else {}
    slugs = versions_in(terminology)
    encoders = encoders[: MOST_ENCODERS // len(slugs)]
    searches = [(encoder, slug) for encoder in encoders for slug in slugs]
    columns = comparable([ranked_column(*one) for one in searches])
    now = opened_now()
    waiting: set[str] = set()
    for (encoder, slug), column in zip(searches, columns, strict=True):
        title, answers = choices[encoder].title, column.answer is not None
        if encoder not in waiting and waits(workbench, encoder, title, slug, column.ready, answers):
            waiting.add(encoder)
    opened = (now.terminology, now.concept) if now else None
    mistyped_code(workbench, query, slugs, columns, try_example)
    as_a_note(query, columns)
    if len(columns) > 1 and st.session_state.get(VIEW) == "joined":
        sort = st.query_params.get(SORT, "")
        joined_table(JOINED, joined_data(query, columns, unit, opened, short, sort), open_row, sort_by)
    else:
        gone = withdrawn_since(workbench, slugs, columns)
        candidate_table(TABLE, ranking_data(query, columns, unit, opened, short, gone), open_row)
    longest = max((len(column.answer.candidates) for column in columns if column.answer), default=0)
    if longest >= shown and shown < MOST_SHOWN:
        st.button(f"Show {SHOWN_MORE} more", key="more", shortcut="M", type="tertiary", on_click=show_more)


def sort_by(column: str) -> None:
    st.query_params[SORT] = column
    st.rerun("ranking")


def show_more() -> None:
    st.session_state["shown"] = st.session_state.get("shown", SHOWN_FIRST) + SHOWN_MORE


def nothing_typed() -> None:
    st.caption("The ranking appears as you type. ↓ goes into it, arrows move, Enter opens a concept. For example:")
    with st.container(horizontal=True, gap="small"):
        for example in EXAMPLES:
            st.button(example, key=f"try_{example}", on_click=try_example, args=(example,))


@fragment(key="card")
def card() -> None:
    now = opened_now()
    concept_panel(workbench, now, terminologies, redraw, explained_row(now) if now else None)


def explained_row(now: OpenedConcept) -> ExplainedRow | None:
    """The row that opened the concept, or the concept in the ranking of what is typed; None where nothing is."""
    state = st.session_state
    query = now.query or state.get("q") or ""
    encoder = now.model or (state.get("with") or [current])[0]
    if not query.strip() or warmed.is_alive() or encoder not in choices:
        return None
    within, shown = now.terminology if two_versions() else state.get("in") or "all", state.get("shown", SHOWN_FIRST)
    return ExplainedRow(query, now.terminology, now.concept, encoder, within, shown, now.name)


@fragment(key="edits")
def edits() -> None:
    st.header("Recent edits", anchor=False)
    edits_list(workbench, {choice.id: choice.title for choice in choices.values()})


own_fields(terminology="in", encoder="with")
ids_shown({"in": every, "with": {choice.id: choice.title for choice in choices.values()}})
check_bound(
    {
        "in": every.values(),
        "with": [choice.title for choice in choices.values()],
        VIEW: VIEWS.values(),
        "unit": units.values(),
    },
    {
        "concept": [here for here in st.query_params.get_all("concept") if here.partition("/")[0] in terminologies],
        SORT: [DISAGREEMENT, *choices, *(f"{id} 2" for id in choices)],
    },
)
former_search()
box, choices_below = st.container(), st.container()
left, right = reading_and_detail("rankings")
with choices_below:
    choices_of_ranking()
with box:
    ranking(left.container())
with right, st.container(border=True, key="card_panel"):
    card()
with left:
    edits()
