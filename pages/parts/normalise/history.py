"""What was decided about a file, newest first: who, when, with which score and model."""

from __future__ import annotations

import streamlit as st

from engine.workbench import Workbench
from pages.parts.formatting import clock, probability
from pages.parts.fragment import fragment
from pages.parts.sheet import Col, row_of, sheet
from store.records.normalisation import DECISION_WORDS, Judgement

MOST = 100
DECISIONS = (
    Col("text", "Mention"),
    Col("decision", "Decision", "mark"),
    Col("concept", "Concept", "code"),
    Col("name", "Name"),
    Col("score", "Score", "number", "The score of the concept at that moment."),
    Col("sure", "Sure", "number", "The probability that was shown at that moment."),
    Col("model", "Model", "quiet", "The encoder or model version that proposed it."),
    Col("who", "Who", "quiet"),
    Col("when", "When", "when"),
    Col("comment", "Comment", "quiet"),
)
ROLES = {"undo": "undone", "redo": "redone"}


def _words(one: Judgement) -> str:
    """What a judgement did: 'accepted', 'undone', 'redone, accepted', 'comment'."""
    if not one.decision and one.comment and one.role == "do":
        return "comment"
    return ", ".join(
        part for part in (ROLES.get(one.role, ""), DECISION_WORDS[one.decision] if one.decision else "") if part
    )


@fragment(key="normalise_history")
def history(workbench: Workbench, number: int, titles: dict[str, str]) -> None:
    """Draws the sheet when it is opened."""
    shown = st.expander("Decisions about this file", key="normalise_decisions", on_change="rerun")
    if not shown.open:
        return
    with shown:
        rows = [
            row_of(
                one,
                DECISIONS,
                one.id,
                decision=_words(one),
                score="" if one.score is None else f"{one.score:.3f}",
                sure=probability(one.probability),
                model=titles.get(one.model, one.model),
                model_why=f"{one.model} {one.model_sha256[:12]}",
                when=clock(one.when),
                when_why=one.when,
                quiet=one.role == "undo",
            )
            for one in workbench.decisions.newest(number, MOST)
        ]
        sheet(
            "normalise_judgements",
            "Decisions about this file",
            DECISIONS,
            rows,
            empty="Nothing decided yet. Press A on a line to accept its first candidate.",
            tallest=420,
        )
        if rows:
            st.button("Show the newest", key="history_again", help="Decisions made since this list was opened.")
