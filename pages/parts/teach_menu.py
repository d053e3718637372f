"""What decisions teach, if a person says so: the order of candidates, and accepted names as synonyms."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from engine.errors import NomenclatorError
from engine.workbench import Workbench
from pages.parts.formatting import clock, count, percent, plain, shortened
from pages.parts.shell.job_panel import run_panel
from pages.parts.shell.profile import who
from store.records.training import COMPLETED, UNFINISHED, JobRun

Say = Callable[[str, str], None]
SHOWN = 5  # accepted names that are shown before they are added


def teach_menu(
    workbench: Workbench, key: str, number: int, say: Say, further: Callable[[], None] | None = None
) -> None:
    """Draws the menu of a file (key “normalise”) or of a mapping project; nothing is taught before a button is
    pressed. say: keeps a kind and a sentence for the page. further: draws what else stands in the menu."""
    menu = st.popover(
        "Teach", help="What decisions teach: the order, and synonyms.", key=f"{key}_teach", on_change="rerun"
    )
    if not menu.open:
        return
    with menu, st.container(width=420):
        _order(workbench, key, say)
        st.divider()
        _synonyms(workbench, key, number, say)
        if further:
            st.divider()
            further()


def _order(workbench: Workbench, key: str, say: Say) -> None:
    texts, concepts = workbench.learnt_orders.decisions()
    found, least = texts + concepts, workbench.learnt_orders.least
    st.markdown(f"**{count(found, 'decision')}** to learn from: {texts:,} in Normalise, {concepts:,} in Mappings.")
    run = workbench.learnt_orders.run_of()
    busy = run is not None and run.status in UNFINISHED
    st.button(
        "Learn the order from them",
        key=f"{key}_learn",
        type="primary",
        disabled=busy or found < least,
        help="Candidates are ordered by it from then on: in Rankings, in Mappings and in searches by evidence.",
        on_click=_start,
        args=(workbench, say),
    )
    if found < least:
        st.caption(f"It takes {least}: decide {count(least - found, 'more line')} first.")
    if run is not None and run.status != COMPLETED:
        run_panel(workbench, run.id, curve=False)
    elif run is not None:
        _taken_back(workbench, key, run, say)
    _in_force(workbench)


def _taken_back(workbench: Workbench, key: str, run: JobRun, say: Say) -> None:
    """What is said of an order that was measured worse, with the button that uses it anyway."""
    number = run.result.get("taken_back")
    if not number or workbench.history.entry(workbench.history.entry(number).of or 0).stands:
        return
    before, after = percent(run.result["before"]), percent(run.result["after"])
    st.warning(
        f"The order learnt from {count(run.result['decisions'], 'decision')} is not in force: it has {after} of the "
        f"first candidates right, the shipped one {before}."
    )
    st.button("Use it anyway", key=f"{key}_learnt_anyway", on_click=_use_anyway, args=(workbench, number, say))


def _use_anyway(workbench: Workbench, entry: int, say: Say) -> None:
    try:
        workbench.history.take_back(entry, who())
        say("success", "The learnt order is in force. Undo in History takes it back.")
    except NomenclatorError as error:
        say("error", str(error))


def _in_force(workbench: Workbench) -> None:
    order = workbench.learnt_orders.in_force()
    if order is None:
        st.caption("The order that the program brings is in force.")
        return
    figures = order.figures
    before, after = percent(figures["before"]), percent(figures["after"])
    st.caption(
        f"In force: the order learnt from {count(order.decisions, 'decision')} by {plain(order.who)}, "
        f"{clock(order.when)}. First candidates right: {before} before, {after} with it, "
        f"on {count(figures['judged'], 'decision')} that it was not learnt from. Undo in History takes it back; "
        "“What changed” lists the lines that it answers otherwise."
    )


def _start(workbench: Workbench, say: Say) -> None:
    try:
        workbench.learnt_orders.start(who())
        say("info", "The order is being learnt; it is in force once that is done, unless it is measured worse.")
    except NomenclatorError as error:
        say("error", str(error))


def _synonyms(workbench: Workbench, key: str, number: int, say: Say) -> None:
    names = workbench.accepted_names
    accepted = names.of_answers(number) if key == "normalise" else names.of_mapping(number)
    found, left_out = [one for one in accepted if not one.attributes], [one for one in accepted if one.attributes]
    st.markdown(f"**{count(len(found), 'accepted name')}** that no concept has yet.")
    for one in found[:SHOWN]:
        st.caption(f"{plain(shortened(one.name, 50))} → {plain(shortened(one.preferred, 50))}")
    if len(found) > SHOWN:
        st.caption(f"and {len(found) - SHOWN:,} more.")
    if left_out:
        first = f"“{plain(shortened(left_out[0].name, 50))}”"
        st.caption(f"Left out: {len(left_out):,} negated, suspected, historical or of the family, as {first}.")
    st.button(
        f"Add {count(len(found), 'synonym')}",
        key=f"{key}_synonyms",
        disabled=not found,
        help="The next query finds them. One undo in History takes all of them back.",
        on_click=_add,
        args=(workbench, key, number, say),
    )


def _add(workbench: Workbench, key: str, number: int, say: Say) -> None:
    names = workbench.accepted_names
    try:
        added = (names.add_of_answers if key == "normalise" else names.add_of_mapping)(number, who())
        many = sum(not one.attributes for one in added)
        say("success", f"Added {count(many, 'synonym')}. Undo in History takes them back.")
    except NomenclatorError as error:
        say("error", str(error))
