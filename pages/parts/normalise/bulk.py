"""Accept every sure line of the filter at once: the count first, one undo after."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from engine.errors import NomenclatorError
from engine.workbench import Workbench, line_sureness
from pages.parts.formatting import count, plain, shortened
from pages.parts.menu import close, menu
from pages.parts.normalise.data import text_of
from pages.parts.normalise.queue import note, noted
from pages.parts.shell.profile import who
from store.records.normalisation import Filter, Line

MENU = "normalise_bulk"
ACCEPTED_FROM = 95  # per cent, unless another is chosen


def bulk(workbench: Workbench, number: int, chosen: Filter) -> None:
    """Draws the button that opens the choice; nothing happens before the count was seen and the button pressed."""
    about = "Every line of this filter that is sure enough."
    with menu("Accept in bulk", MENU, about), st.container(width=380):
        sure = st.slider("Probability from, %", 0, 100, ACCEPTED_FROM, key="bulk_sure")
        waiting = workbench.decisions.count_acceptable(number, sure / 100, chosen)
        sample = " with their first candidate, such as these below." if waiting else "."
        st.markdown(f"**{count(waiting, 'undecided line')}** of this filter would be accepted{sample}")
        billable = False
        if unbillable := workbench.decisions.count_not_billable(number, sure / 100, chosen):
            st.markdown(f"{count(unbillable, 'of them is', 'of them are')} not billable.")
            about = "They stay in the queue, where the code below each is offered."
            billable = st.checkbox("Leave those undecided", key="bulk_billable", help=about)
            waiting -= unbillable if billable else 0
        st.button(
            f"Accept {count(waiting, 'line')}",
            key="bulk_accept",
            type="primary",
            disabled=not waiting,
            on_click=_accept,
            args=(workbench, number, sure / 100, chosen, billable),
        )
        st.caption(
            "Lines with a marked difference (side, number, stage, negation, with or without, course) or that are only "
            "suspected are never among them. One undo (U) takes all of it back."
        )
        _sample(workbench, number, workbench.decisions.sample_acceptable(number, sure / 100, chosen, billable=billable))


def _sample(workbench: Workbench, number: int, lines: Sequence[Line]) -> None:
    """Some of the lines that would be accepted, each with its concept, what a coder must know of it, and how sure."""
    marks = workbench.answers.marks(number, {line.id: [line.concept] for line in lines})
    with st.container(gap="xsmall"):
        for line in lines:
            details = [f"{shortened(text_of(line), 50)} → {shortened(line.preferred or line.name, 50)}", line.concept]
            details += [*marks[line.id].get(line.concept, ()), " ".join(line_sureness(line))]
            st.caption(plain(" · ".join(details)))


def _accept(workbench: Workbench, number: int, probability: float, chosen: Filter, billable: bool) -> None:
    close(MENU)
    notes = noted()
    try:
        unbillable = workbench.decisions.count_not_billable(number, probability, chosen)
        accepted = workbench.decisions.accept_above(number, probability, who(), chosen, billable)
        unbillable_note = f", {unbillable:,} of them not billable" if unbillable and not billable else ""
        notes.update(note("success", f"Accepted {count(accepted, 'line')}{unbillable_note}. U takes it back."))
    except NomenclatorError as error:
        notes.update(note("error", str(error)))
    notes["turn"] += 1
