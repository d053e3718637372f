"""A button that learns the order of candidates from what people decided, and what came of it."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from engine.errors import NomenclatorError
from engine.workbench import Workbench
from pages.parts.formatting import clock, count, plain
from pages.parts.shell.job_panel import run_panel
from pages.parts.shell.profile import who
from store.records.training import DONE, UNFINISHED

Say = Callable[[str, str], None]


def learnt_order(workbench: Workbench, key: str, say: Say) -> None:
    """Draws the menu; nothing is learnt before its button is pressed. say: keeps a kind and a sentence for the page."""
    with st.popover("Learn the order", help="From what people decided."), st.container(width=400):
        texts, concepts = workbench.learnt_orders.decisions()
        found, least = texts + concepts, workbench.learnt_orders.least
        st.markdown(f"**{count(found, 'decision')}** to learn from: {texts:,} in Normalise, {concepts:,} in Mappings.")
        run = workbench.learnt_orders.run_of()
        busy = run is not None and run.status in UNFINISHED
        st.button(
            "Learn from them",
            key=f"{key}_learn",
            type="primary",
            disabled=busy or found < least,
            help="Candidates are ordered by it from then on: in Rankings, in Mappings and in searches by evidence.",
            on_click=_start,
            args=(workbench, say),
        )
        if found < least:
            st.caption(f"It takes {least}: decide {count(least - found, 'more line')} first.")
        if run is not None and run.status != DONE:
            run_panel(workbench, run.id, curve=False)
        _in_force(workbench)


def _in_force(workbench: Workbench) -> None:
    order = workbench.learnt_orders.in_force()
    if order is None:
        st.caption("The order that the program brings is in force.")
        return
    figures = order.figures
    st.caption(
        f"In force: the order learnt from {count(order.decisions, 'decision')} by {plain(order.who)}, "
        f"{clock(order.when)}. First candidates right: {figures['before']:.0%} before, {figures['after']:.0%} with it, "
        f"on {count(figures['judged'], 'decision')} that it was not learnt from. Undo in History takes it back; "
        "“What changed” lists the lines that it answers otherwise."
    )


def _start(workbench: Workbench, say: Say) -> None:
    try:
        workbench.learnt_orders.start(who())
        say("info", "The order is being learnt; it is in force once that is done.")
    except NomenclatorError as error:
        say("error", str(error))
