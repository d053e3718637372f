"""What changed since the file was answered: lines that edits, decisions and releases would now answer otherwise."""

from __future__ import annotations

import streamlit as st

from engine.workbench import Workbench
from pages.parts.formatting import clock, count, probability
from pages.parts.sheet import Col, sheet
from pages.parts.shell.job_panel import run_panel
from pages.parts.shell.workspace import sentences
from store.records.normalisation import DECISION_WORDS
from store.records.training import COMPLETED, UNFINISHED

CHANGES = (
    Col("text", "Mention"),
    Col("before", "Was answered"),
    Col("now", "Would be answered"),
    Col("sure", "Sure", "number", "The probability of the new answer, where it is known."),
    Col("decided", "Decided", "quiet", "What people decided about the line; it stays."),
)


def changes(workbench: Workbench, number: int) -> None:
    """Draws the comparison when it is opened; nothing is answered again before its button is pressed."""
    shown = st.expander("What changed since", key="normalise_changes", on_change="rerun")
    if not shown.open:
        return
    with shown:
        run = workbench.answer_changes.run_of(number)
        st.button(
            "Compare again" if run else "Compare",
            key="normalise_compare",
            disabled=run is not None and run.status in UNFINISHED,
            help="Answers the file with what is known today, in the background; the answers here stay as they are.",
            on_click=_start,
            args=(workbench, number),
        )
        if run is None:
            st.caption("Lists the lines that synonyms, decisions and releases since would now answer otherwise.")
        elif run.status != COMPLETED:
            run_panel(workbench, run.id, curve=False)
        else:
            found = run.result
            summary = f"of {found['lines']:,} would now be answered otherwise, as of {clock(run.finished)}."
            st.markdown(f"**{count(found['count'], 'line')}** {summary}")
            _list(found)


@sentences()
def _start(workbench: Workbench, number: int) -> None:
    workbench.answer_changes.start(number)


def _list(found: dict) -> None:
    rows = [
        {
            "id": str(one["line"]),
            "text": one["text"],
            "before": f"{one['before_name']} {one['before']}".strip() or "nothing",
            "now": f"{one['now_name']} {one['now']}".strip() or "nothing",
            "sure": probability(one["probability"]),
            "decided": " ".join(
                part for part in (one["decision"] and DECISION_WORDS[one["decision"]], one["decided"]) if part
            ),
        }
        for one in found["changed"]
    ]
    sheet("normalise_changed", "What changed", CHANGES, rows, "Every line would be answered the same.", tallest=420)
