"""The proposals of one list: a row a name, the doubtful first; accepted one by one or the sure ones together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial
from operator import itemgetter

import streamlit as st

from engine.workbench import ProposalLine, Workbench
from pages.parts.formatting import clock, count, plain, probability, shortened
from pages.parts.fragment import fragment
from pages.parts.paging import page_choice, page_of
from pages.parts.place.act import OUTCOME, carry_out, digits, note_field, undo_button
from pages.parts.place.address import place_name, put, redrawn
from pages.parts.sheet import Col, sheet, without_empty
from pages.parts.shell.address import Address
from pages.parts.shell.messages import show_outcome
from pages.parts.shell.profile import who
from pages.parts.widget_state import emptied, switch

PAGE = 50
FILTERS = {"undecided": "Undecided", "accepted": "Accepted", "refused": "Refused", "all": "All"}
SURE = (
    "How often the best parent was right where as much spoke for it, of concepts that are there, taken out and placed "
    "anew. It is measured in bands, so rows of one band say the same; the less sure first, and in a band by score."
)
FEWEST_ALIKE = 3  # rows with one and the same probability, from which on that is explained
ROWS = (
    Col("name", "Name"),
    Col("parent", "Parent", help="The best parent of the undecided, the accepted one of the others."),
    Col("sure", "Sure", "number", SURE),
    Col("score", "Score", "number", "How well the parent suits by its own names and its children's, from 0 to 1."),
    Col("doubt", "Look twice", "mark", "What speaks against accepting it in bulk."),
    Col("decision", "Decision", "quiet"),
)


def queue(workbench: Workbench, number: int, titles: Mapping[str, str], address: Address) -> None:
    """Draws the list with this number."""

    def drawn() -> None:
        redrawn()
        _queue(workbench, number, titles, address)
        address.write()

    fragment(key="place_queue")(drawn)()


def _queue(workbench: Workbench, number: int, titles: Mapping[str, str], address: Address) -> None:
    batch = workbench.proposals.get(number)
    lines = workbench.proposals.lines(number)
    counts = {name: sum(line.decision == name for line in lines) for name in FILTERS} | {"all": len(lines)}
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.button("All lists", key="place_back", icon=":material/arrow_back:", on_click=_leave)
        by = plain(titles.get(batch.encoder, batch.encoder))
        st.markdown(f"**{plain(batch.title)}** · {count(len(lines), 'name')} · {by}")
    if batch.problems:
        with st.expander(f"{count(len(batch.problems), 'row')} left out"):
            for place, sentence in batch.problems[:200]:
                st.caption(f"Row {place}: {plain(sentence)}")
    left, right = st.columns([7, 3.2], gap="medium")
    with left:
        _bulk(workbench, number, lines)
        titles = {name: f"{title} {counts[name]:,}" for name, title in FILTERS.items()}
        shown = switch(st, "Show", titles, address.key("filter"))
        chosen = [line for line in lines if shown in ("all", line.decision)]
        page, pages = page_of("place_page", len(chosen), PAGE)
        part = chosen[(page - 1) * PAGE : page * PAGE]
        row = _row_of(part)
        empty = "Nothing is left to decide in this list." if shown == "undecided" else "No name of this list is here."
        picked = str(row.proposal.id) if row else ""
        rows = [_cells(line) for line in part]
        columns = without_empty(ROWS, rows, "doubt", "decision")
        sheet("place_rows", "Proposals", columns, rows, empty, picked, on_pick=_pick, tallest=560)
        if alike := _alike(part):
            st.caption(alike)
        page_choice("place_page", pages)
        _export(workbench, number, batch.title)
    with right, st.container(border=True, key="place_panel"):
        show_outcome(OUTCOME)
        if row is None:
            st.caption("Every name that is shown is decided. “Undo” takes back the last; the export keeps all of it.")
            undo_button(workbench)
        else:
            _panel(workbench, number, batch.terminology, row, [line.proposal.id for line in part])


def _alike(part: Sequence[ProposalLine]) -> str:
    """Why so many rows are as sure as one another, which looks like a fault; "" where few are."""
    counted = Counter(share for line in part if (share := probability(line.probability)))
    share, rows = max(counted.items(), key=itemgetter(1), default=("", 0))
    if rows < FEWEST_ALIKE:
        return ""
    return (
        f"{count(rows, 'row')} say {share}: “Sure” is measured in bands, and these are in one; the score orders them."
    )


def _cells(line: ProposalLine) -> dict[str, object]:
    one = line.proposal
    return {
        "id": str(one.id),
        "name": one.text,
        "parent": line.parent_name,
        "parent_why": " › ".join((*line.path, line.parent_name)),
        "sure": probability(line.probability),
        "score": "" if line.score is None else f"{line.score:.2f}",
        "doubt": shortened(line.doubt, 34),
        "doubt_why": line.doubt,
        "decision": {"undecided": ""}.get(line.decision, f"{line.decision} {line.code}".strip()),
        "quiet": line.decision != "undecided",
    }


def _row_of(part: Sequence[ProposalLine]) -> ProposalLine | None:
    """The picked row, else the first that is undecided."""
    picked_id = st.session_state.get("place_row")
    found = next((line for line in part if line.proposal.id == picked_id), None)
    return found or next((line for line in part if line.decision == "undecided"), None)


def _panel(workbench: Workbench, number: int, terminology: str, line: ProposalLine, order: Sequence[int]) -> None:
    one = line.proposal
    with st.container():  # what comes and goes in it moves no button
        _about(line)
    family = workbench.hierarchy.family(terminology)
    parents = [(one.parent, one.score), *one.others] if one.parent else []
    closed = "It is accepted already; “Undo” takes it back." if line.decision == "accepted" else ""

    def accept(code: str) -> None:
        def action() -> str:
            note = st.session_state.get("place_note", "")
            workbench.proposals.accept(number, [(one.id, code)], who(), note)
            emptied("place_note")
            _next(order, one.id)
            return f"“{plain(shortened(one.text))}” stands under {plain(family.titles.get(code, code))} now."

        carry_out(action)

    def refuse() -> None:
        def action() -> str:
            workbench.proposals.refuse(number, [one.id], who(), st.session_state.get("place_note", ""))
            emptied("place_note")
            _next(order, one.id)
            if not one.parent:
                return f"“{plain(shortened(one.text))}” is put aside: no parent was found for it."
            return f"{plain(line.parent_name)} is refused for “{plain(shortened(one.text))}”."

        carry_out(action)

    rows = [
        (code, family.titles.get(code, code), score, closed or (_refused(line) if code == one.parent else ""))
        for code, score in parents
        if code in family.titles
    ]
    digits(rows, accept, one.parent)
    with st.container(horizontal=True):
        st.button(
            "Refuse" if one.parent else "Put aside",
            key="place_refuse",
            shortcut="X",
            disabled=line.decision != "undecided",
            help="Remembers that the name does not belong under the first of these, and goes on."
            if one.parent
            else "Remembers that no parent was found for the name, under “Refused”, and goes on.",
            on_click=refuse,
        )
        undo_button(workbench)
    note_field()
    if one.parent:
        st.caption(" › ".join(map(plain, (*line.path, line.parent_name))))
    if one.nearest:
        st.caption(f"Nearest name: “{plain(one.nearest_name)}” of {plain(one.nearest)} · {one.nearest_score or 0:.2f}")
    st.button("See it with every encoder", key="place_see", type="tertiary", on_click=place_name, args=(one.text,))


def _about(line: ProposalLine) -> None:
    st.header(plain(line.proposal.text), anchor=False)
    if line.decision == "accepted":
        st.success(
            f"{plain(line.code)} stands under {plain(line.parent_name)}. By {plain(line.who)}, {clock(line.when)}."
        )
    elif line.decision == "refused" and not line.proposal.parent:
        st.info(f"{plain(line.who)} put it aside: no parent was found for it.")
    elif line.decision == "refused":
        st.info(f"{plain(line.who)} refused {plain(line.parent_name)}. Another parent can still be accepted.")
    if line.doubt:
        st.warning(f"Look twice: {plain(line.doubt)}.")


def _refused(line: ProposalLine) -> str:
    return f"{line.who} refused it." if line.decision == "refused" else ""


def _bulk(workbench: Workbench, number: int, lines: Sequence[ProposalLine]) -> None:
    with st.container(horizontal=True, vertical_alignment="bottom"):
        least = st.select_slider(
            "Sure enough",
            [0, 50, 60, 70, 80, 90, 95],
            value=80,
            key="place_sure",
            format_func=lambda share: f"{share} %" if share else "any",
            width=240,
            help="Rows that are at least this sure and have nothing under “Look twice” are accepted together.",
        )
        sure = workbench.proposals.sure(number, least / 100)
        st.button(
            f"Accept the {count(len(sure), 'sure one')}" if sure else "No row is this sure",
            key="place_bulk",
            shortcut="B",
            disabled=not sure,
            help="One batch: one undo takes all of them back.",
            on_click=_accept_all,
            args=(workbench, number, sure),
        )
        twice = sum(bool(line.doubt) and line.decision == "undecided" for line in lines)
        if twice:
            st.caption(f"{count(twice, 'row')} to look at twice stay out of it.")


def _accept_all(workbench: Workbench, number: int, sure: list[tuple[int, str]]) -> None:
    def action() -> str:
        made = workbench.proposals.accept(number, sure, who())
        return f"{count(made, 'name')} placed as one batch. U takes all of them back."

    carry_out(action)


def _export(workbench: Workbench, number: int, title: str) -> None:
    stem = "".join(letter if letter.isalnum() else "-" for letter in title)[:40].strip("-") or "proposals"
    with st.container(horizontal=True):
        for format in workbench.proposals.formats():
            ending = format.written[0]
            st.download_button(
                f"Export {format.title}",
                data=partial(workbench.proposals.export_bytes, number, ending),
                file_name=f"{stem}-proposals{ending}",
                mime=format.mime,
                key=f"place_export_{ending.split('.')[1]}",
                on_click="ignore",
                help="Every row with its parents, scores, doubts, decision, who, when, note and the encoder's sha256.",
            )


def _next(order: Sequence[int], decided: int) -> None:
    """Goes on to the row after the one that was just decided."""
    after = list(order[order.index(decided) + 1 :]) if decided in order else []
    st.session_state["place_row"] = after[0] if after else None


def _pick(picked: str) -> None:
    st.session_state["place_row"] = int(picked)


def _leave() -> None:
    put(whole=True, list="")
    st.session_state.pop("place_row", None)
