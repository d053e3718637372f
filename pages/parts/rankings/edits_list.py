"""The newest edits: who changed which name or parent, when, why, and what they saw when they did it."""

from __future__ import annotations

from typing import Any

from engine.workbench import Workbench
from pages.parts.formatting import clock
from pages.parts.sheet import Col, sheet, without_empty
from store.records.terminology import Edit

COLUMNS = (
    Col("name", "Name"),
    Col("done", "Edit", "quiet"),
    Col("state", "", "mark", spoken="State"),
    Col("concept", "Concept", "code"),
    Col("who", "Who", "whole", once=True),
    Col("when", "When", "when", once=True),
    Col("reason", "Why", once=True),
    Col(
        "score",
        "Score",
        "number",
        "The score that the name had in the ranking from which it was added.",
        True,
        "",
        True,
    ),
    Col(
        "model",
        "Seen with",
        "quiet",
        "The encoder whose ranking was on the screen when the edit was made.",
        True,
        "",
        True,
    ),
)
ACTIONS = {
    ("name", "add"): "added to",
    ("name", "withdraw"): "withdrawn from",
    ("parent", "add"): "placed under",
    ("parent", "withdraw"): "taken from under",
    ("concept", "add"): "added as a concept",
    ("concept", "withdraw"): "withdrawn as a concept",
    ("preferred", "add"): "made preferred of",
    ("preferred", "withdraw"): "no longer preferred of",
    ("definition", "add"): "made the definition of",
    ("definition", "withdraw"): "no longer defines",
    ("replacement", "add"): "replaced by",
    ("replacement", "withdraw"): "no longer replaced by",
}
PLACED = ("parent", "replacement")  # of two concepts: the first is what changed, the second is where
ROLES = {"back": "rolled back: "}
SHOWN = 12
EMPTY = "No edits yet. Open a row of a ranking and add the typed name, or withdraw one that is wrong."


def edits_list(workbench: Workbench, encoders: dict[str, str]) -> None:
    """Draws the newest edits, each with whether it was undone since; `encoders` maps an encoder's id to its title."""
    edits = workbench.edits.newest(limit=SHOWN, steps=False)
    children = _children(workbench, edits)
    rows = [_row(edit, encoders, children) for edit in edits]
    columns = without_empty(COLUMNS, rows, "state", "reason", "score", "model")
    sheet("edits_list", "Recent edits", columns, rows, empty=EMPTY)


def _children(workbench: Workbench, edits: list[Edit]) -> dict[tuple[str, str], str]:
    """Terminology and concept -> the preferred name of each concept whose parents changed or that was merged."""
    found = {(edit.terminology, edit.concept_id): edit.name for edit in edits if edit.kind == "concept"}
    for slug in {edit.terminology for edit in edits if edit.kind in PLACED}:
        placed = [edit.concept_id for edit in edits if edit.kind in PLACED and edit.terminology == slug]
        found.update(
            {(slug, concept): name for concept, name in workbench.terminologies.preferred_names(slug, placed).items()}
        )
    return found


def _row(edit: Edit, encoders: dict[str, str], children: dict[tuple[str, str], str]) -> dict[str, Any]:
    placed = edit.kind in PLACED
    return {
        "id": str(edit.id),
        "name": children.get((edit.terminology, edit.concept_id), edit.concept_id) if placed else edit.name,
        "name_why": edit.concept_id if placed else "",
        "done": ROLES.get(edit.role, "") + ACTIONS[edit.kind, edit.action],
        "state": "" if edit.stands else "undone",
        "concept": edit.name if placed else edit.concept_id,
        "concept_why": edit.terminology,
        "who": edit.who,
        "when": clock(edit.when),
        "when_why": edit.when,
        "reason": edit.reason,
        "score": "" if edit.score is None else f"{edit.score:.2f}",
        "model": encoders.get(edit.model, edit.model),
        "quiet": edit.role == "back" or not edit.stands,
    }
