"""Accept every sure line of the filter at once: the count and a sample first, one undo after."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from engine.errors import NomenclatorError
from engine.workbench import BulkRule, MappingProject, Workbench, sureness
from pages.parts.formatting import count, plain, probability, shortened
from pages.parts.mappings.acts import HELD, say
from pages.parts.menu import close, menu
from pages.parts.shell.profile import who
from store.records.mapping import MappingFilter, relation_word

MENU = "mappings_bulk"
LEFT = "They stay in the queue, where the code below each is offered."
ACCEPTED_FROM, SAMPLE = 90, 5  # per cent, unless another is chosen; lines that are shown


def bulk(workbench: Workbench, project: MappingProject, filter: MappingFilter) -> None:
    """Draws the button that opens the rule; nothing happens before its count was seen and its button pressed."""
    about = "Every undecided line of this filter that a rule lets through."
    with menu("Accept in bulk", MENU, about), st.container(width=460):
        least = st.slider("Probability from, %", 0, 100, ACCEPTED_FROM, key="mappings_bulk_sure")
        same = st.checkbox("Only where a name is the same text", value=True, key="mappings_bulk_same")
        exact = st.checkbox("Only where the suggested relation is exact", value=True, key="mappings_bulk_exact")
        rule = BulkRule(least / 100, same, exact)
        if unbillable := workbench.mapping_decisions.count_not_billable(project.id, rule, filter):
            label = f"Leave {count(unbillable, 'line')} undecided whose code is not billable"
            rule = replace(rule, billable=st.checkbox(label, key="mappings_bulk_billable", help=LEFT))
        found, drawn = workbench.mapping_decisions.acceptable(project.id, rule, filter, SAMPLE)
        sample = " A sample of them:" if found else ""
        st.markdown(f"**{count(found, 'undecided line')}** of this filter would be accepted.{sample}")
        lines = workbench.mapping_lines.read(project.id, drawn)
        marks = workbench.mapping_lines.marks(project.id, [line.candidates[0].target for line in lines])
        for line in lines:
            best = line.candidates[0]
            word = "same text" if best.same else sureness(best.confidence, False)[0]
            details = [f"{shortened(line.name, 50)} → {shortened(best.preferred, 50)}", best.target]
            details += [*marks.get(best.target, ()), f"as {relation_word(best.predicate)}"]
            st.caption(plain(" · ".join([*details, f"{word} {probability(best.confidence)}"])))
        st.caption("Lines with a marked difference (side, number, stage …) are never among them. One undo (U).")
        st.button(
            f"Accept {count(found, 'line')}",
            key="mappings_bulk_accept",
            type="primary",
            disabled=not found,
            on_click=_accept,
            args=(workbench, project.id, rule, filter),
        )


def _accept(workbench: Workbench, number: int, rule: BulkRule, filter: MappingFilter) -> None:
    close(MENU)
    try:
        st.session_state[HELD] = None  # the line in hand may be among them
        unbillable = 0 if rule.billable else workbench.mapping_decisions.count_not_billable(number, rule, filter)
        accepted = workbench.mapping_decisions.accept_all(number, rule, who(), filter)
        unbillable_note = f", {unbillable:,} of them not billable" if unbillable else ""
        say("success", f"Accepted {count(accepted, 'line')}{unbillable_note}. U takes all of it back.")
    except NomenclatorError as error:
        say("error", str(error))
