"""The candidates that the desk draws: of the file's own encoder, of others, and for what a person typed."""

from __future__ import annotations

from typing import Any

import streamlit as st

from engine.errors import NomenclatorError
from engine.workbench import Workbench, difference_words, line_sureness
from pages.parts.coding_marks import with_meanings
from pages.parts.shared_words import shared_parts
from store.records.normalisation import Line, Normalisation
from store.records.terminology import Candidate
from store.records.training import CURRENT

ANSWERS, MOST_ANSWERS = "normalise_answers", 400
FOUND = 8  # concepts that a search for another one gives


def own_column(
    workbench: Workbench, made: Normalisation, line: Line, titles: dict[str, str], preferred: dict[str, str]
) -> dict[str, Any]:
    """The candidates that the file was answered with, and how sure the first is."""
    queried, rows = line.read_as or line.text, []
    if line.concept:
        rows = [_candidate(queried, line.concept, line.name, line.preferred, line.score, line.differs, line.origin)]
        rows += [
            _candidate(queried, concept, name, preferred.get(concept, ""), score, differs, origin)
            for (concept, name, score, origin, _), differs in zip(
                line.others, workbench.answers.differences(line), strict=True
            )
        ]
        rows[0] |= {"sure": line_sureness(line)}
    return {"encoder": "", "title": titles.get(made.encoder, made.encoder), "rows": rows, "note": "", "pending": False}


def other_column(
    workbench: Workbench, made: Normalisation, line: Line, encoder: str, titles: dict[str, str], queried: set[int]
) -> dict[str, Any]:
    """What another encoder says; asked for the lines that come next, remembered for the rest."""
    column = {"encoder": encoder, "title": titles.get(encoder, encoder), "rows": [], "note": "", "pending": False}
    answers = st.session_state.setdefault(ANSWERS, {})
    text = line.read_as or line.text
    key = (made.terminology, encoder, text)
    if key not in answers and line.id not in queried:
        return column | {"pending": True}
    if key not in answers:
        try:
            found = workbench.answers.candidates(made.id, line.id, [encoder])[encoder]
            answers[key] = [_found(text, candidate) for candidate in found]
        except NomenclatorError as error:
            return column | {"note": str(error)}
        while len(answers) > MOST_ANSWERS:
            answers.pop(next(iter(answers)))
    return column | {"rows": [dict(row) for row in answers[key]]}


def searched_concepts(workbench: Workbench, made: Normalisation, text: str) -> dict[str, Any]:
    """Concepts for what a person typed under “Other concept”."""
    if not text.strip():
        return {"text": "", "rows": [], "note": ""}
    try:
        found = workbench.rankings.rank(text, made.terminology, CURRENT, FOUND)
    except NomenclatorError as error:
        return {"text": text, "rows": [], "note": str(error)}
    rows = [_found(text, candidate) for candidate in found.candidates]
    return {"text": text, "rows": rows, "note": "" if rows else found.note or "Nothing is like it; try other words."}


def mark_candidates(
    workbench: Workbench,
    made: Normalisation,
    details: dict[str, dict[str, Any]],
    here: int,
    searched: list[dict[str, Any]],
) -> None:
    """Puts beside each candidate what a coder must know of it; those `searched` for are of the line `here`."""
    rows = {int(id): [row for column in one["columns"] for row in column["rows"]] for id, one in details.items()}
    if here in rows:
        rows[here] += searched
    marks = workbench.answers.marks(made.id, {id: {row["concept"] for row in some} for id, some in rows.items()})
    for id, some in rows.items():
        for row in some:
            row["marks"] = with_meanings(marks[id].get(row["concept"], ()))


def _candidate(
    queried: str, concept: str, name: str, preferred: str, score: float | None, differs: str = "", origin: str = ""
) -> dict[str, Any]:
    return {
        "concept": concept,
        "name": name,
        "parts": shared_parts(queried, name),
        "preferred": "" if preferred == name else preferred,
        "score": score,
        "differs": difference_words(differs),
        "added": origin == "D",
    }


def _found(queried: str, found: Candidate) -> dict[str, Any]:
    """A concept that an encoder was asked for here and now."""
    differs = ", ".join(found.differs)
    return _candidate(queried, found.concept_id, found.name, found.preferred_name, round(found.score, 4), differs)
