"""An export that is loaded again: what it holds, what it would change, and the buttons that do it."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from engine.workbench import ExportPreview, Workbench
from pages.parts.formatting import count, plain
from pages.parts.sheet import Col, sheet
from pages.parts.shell.messages import reported, show_message
from pages.parts.shell.profile import who
from pages.parts.widget_state import choose
from store.records.normalisation import DECISION_WORDS, Line

CHANGES = (
    Col("row", "Row", "number", "Its row in your file."),
    Col("text", "Mention"),
    Col("here", "Stands here"),
    Col("there", "In the export"),
    Col("who", "By", "quiet"),
)


def load_again(workbench: Workbench, path: Path) -> None:
    """Draws the preview of an export, and what can be done with it."""
    st.info("This is an export of Nomenclator: its answers and decisions can be loaded without a new search.")
    terminologies = {one.slug: one.title for one in workbench.terminologies.all()}
    terminology = choose(st, "Terminology of its concepts", terminologies, "again_terminology")
    found = workbench.answer_files.preview(path, terminology)
    _summary(found)
    if found.here is not None and found.differing:
        rows = [
            {
                "id": str(ours.id),
                "row": str(ours.row),
                "text": ours.text,
                "here": decision_words(ours),
                "there": decision_words(theirs),
                "who": theirs.who,
            }
            for ours, theirs in found.changed
        ]
        sheet("again_changes", "What would change", CHANGES, rows, tallest=260)
        st.button(
            f"Take {count(found.differing, 'decision')} into “{plain(found.here.file)}”",
            key="again_take",
            type="primary",
            on_click=_take,
            args=(workbench, found.here.id, path),
            help="One undo takes all of them back.",
        )
    st.button(
        "Load it as a file of its own",
        key="again_load",
        type="secondary" if found.here is not None and found.differing else "primary",
        on_click=_load,
        args=(workbench, path, terminology),
    )
    show_message("again_problem")


def decision_words(line: Line) -> str:
    """What was decided about a line, in words: 'accepted: H1 Heart attack'."""
    taken = " ".join(part for part in (line.decided_concept, line.decided_name) if part)
    decision = DECISION_WORDS.get(line.decision, line.decision)
    return ": ".join(part for part in (decision, taken) if part) + (f" (“{line.comment}”)" if line.comment else "")


def _summary(found: ExportPreview) -> None:
    tally = (
        ", ".join(f"{number:,} {DECISION_WORDS[decision]}" for decision, number in found.decisions.items())
        or "no decisions"
    )
    by = f" by {plain(', '.join(found.people))}" if found.people else ""
    notes = f", {count(found.comments, 'comment')}" if found.comments else ""
    st.markdown(f"**{count(found.lines, 'line')}**: {tally}{notes}{by}.")
    if found.unknown:
        st.warning(
            f"{count(len(found.unknown), 'decided concept')} not in this terminology: "
            f"{plain(', '.join(found.unknown[:5]))}{' …' if len(found.unknown) > 5 else ''}. Is it the right one?"
        )
    if found.here is None:
        st.caption("No file here has the same lines, so nothing that is here would change.")
    elif not found.differing:
        st.caption(f"The same lines are here as “{plain(found.here.file)}”, and it says nothing else about them.")
    else:
        st.caption(
            f"The same lines are here as “{plain(found.here.file)}”; {count(found.differing, 'line')} would be decided "
            "differently:"
        )


def _take(workbench: Workbench, number: int, path: Path) -> None:
    with reported("again_problem"):
        workbench.answer_files.take_decisions(number, path, who())
        _open(number)


def _load(workbench: Workbench, path: Path, terminology: str) -> None:
    with reported("again_problem"):
        _open(workbench.answer_files.load(path, terminology, who()))


def _open(number: int) -> None:
    st.query_params["file"] = str(number)
