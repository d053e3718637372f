"""The newest edits: who changed which name, when, why, and what they saw when they did it."""

from __future__ import annotations

from typing import Any

from engine.workbench import Workbench
from pages.parts.plain import clock
from pages.parts.sheet import Col, sheet
from store.records import Edit

COLUMNS = (
    Col("name", "Name"),
    Col("done", "Edit", "quiet"),
    Col("concept", "Concept", "code"),
    Col("who", "Who"),
    Col("when", "When", "quiet"),
    Col("reason", "Why"),
    Col("score", "Score", "number", "The score that the name had in the ranking from which it was added."),
    Col("model", "Seen with", "quiet", "The encoder whose ranking was on the screen when the edit was made."),
)
DONE = {"add": "added to", "withdraw": "withdrawn from"}
EMPTY = "No edits yet. Open a row of a ranking and add the typed name, or withdraw one that is wrong."


def edits_list(workbench: Workbench, encoders: dict[str, str], limit: int = 12) -> None:
    """Draws the newest `limit` edits; `encoders` maps an encoder's id to its title."""
    rows = [_row(edit, encoders) for edit in workbench.edits(limit=limit)]
    sheet("edits_list", "Recent edits", COLUMNS, rows, empty=EMPTY)


def _row(edit: Edit, encoders: dict[str, str]) -> dict[str, Any]:
    role = "" if edit.role == "do" else f"{edit.role}: "
    return {
        "id": str(edit.id),
        "name": edit.name,
        "done": role + DONE.get(edit.action, edit.action),
        "concept": edit.concept_id,
        "concept_why": edit.terminology,
        "who": edit.who,
        "when": clock(edit.when),
        "when_why": edit.when,
        "reason": edit.reason,
        "score": "" if edit.score is None else f"{edit.score:.2f}",
        "model": encoders.get(edit.model, edit.model),
        "quiet": edit.role == "undo",
    }
