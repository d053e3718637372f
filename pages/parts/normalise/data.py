"""What the desk draws: a stretch of the queue, and everything about the lines that come next."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import streamlit as st

from engine.errors import NomenclatorError
from engine.workbench import Workbench, difference_words, line_sureness
from pages.parts.coding_marks import with_meanings
from pages.parts.formatting import clock
from pages.parts.normalise.cards import put_cards
from pages.parts.normalise.desk import sent
from pages.parts.normalise.desk_actions import outbox_data
from pages.parts.normalise.queue import Queue, noted, with_line
from pages.parts.shared_words import shared_parts
from store.records.normalisation import Filter, Line, MentionSpan, Normalisation
from store.records.terminology import Candidate

BEFORE, AFTER = 30, 70  # rows of the list sent around the current one
NEAR = range(-2, 9)  # lines around it whose candidates and texts are sent, so that a key finds the next one there
QUERIED = range(0, 3)  # lines that other encoders are asked about
ANSWERS, MOST_ANSWERS = "normalise_answers", 400
FOUND = 8  # concepts that a search for another one gives


def desk_data(
    workbench: Workbench,
    made: Normalisation,
    queue: Queue,
    chosen: Filter,
    encoders: Sequence[str],
    titles: dict[str, str],
) -> dict[str, Any]:
    """The data of the component; `encoders` are asked beside the one that answered the file."""
    given = sent()
    token = str(given.get("token", ""))
    to = noted()["goto"]
    at = given.get("at")
    new = bool(to) and to.get("token") == token and to["n"] > int(given.get("went", 0))
    if new and workbench.answers.numbered(made.id, [to["line"]]):
        queue, at = with_line(queue, to["line"]), to["line"]
    place = queue.ids.index(at) if at in queue.ids else 0
    shown = queue.ids[max(0, place - BEFORE) : place + AFTER]
    newest = workbench.decisions.last_number()  # before the lines: what comes between the two counts as later
    lines = {line.id: line for line in workbench.answers.numbered(made.id, shown)}
    near = [
        lines[id] for step in NEAR if 0 <= place + step < len(queue.ids) and (id := queue.ids[place + step]) in lines
    ]
    passages = workbench.answers.passages(made.id, near)
    attributes = workbench.mention_attributes.read(made.id, near)
    spans = workbench.mention_spans.read(near)
    alike = workbench.answers.alike_counts(made.id, list(lines))
    queried = {id for step in QUERIED if place + step < len(queue.ids) and (id := queue.ids[place + step]) in lines}
    preferred = workbench.terminologies.preferred_names(
        made.terminology,
        {other[0] for line in near for other in line.others} | {line.decided_concept for line in lines.values()} - {""},
    )
    details: dict[str, dict[str, Any]] = {}
    for line in near:
        details[str(line.id)] = _detail(made, line, alike.get(line.id, 1)) | {
            "passage": _passage(passages.get(line.id)),
            "first": passages[line.id].first if line.id in passages else 0,
            "corrected": _corrected(spans[line.id]) if line.id in spans else "",
            "attributes": list(attributes[line.id].attributes) if line.id in attributes else [],
            "newest": newest,
            "said": line.id in attributes and attributes[line.id].said,
            "columns": [
                _own(workbench, made, line, titles, preferred),
                *(_other(workbench, made, line, one, titles, queried) for one in encoders),
            ],
        }
    here = queue.ids[place] if queue.ids else 0
    search = _search(workbench, made, str(given.get("search") or ""))
    _mark(workbench, made, details, here, search["rows"])
    put_cards(workbench, made.terminology, details, queried, here, search["rows"])
    return {
        "queue": queue.key,
        "file": made.id,
        "status": chosen.status,
        "total": queue.total,
        "first": max(0, place - BEFORE),
        "length": len(queue.ids),
        "once": chosen.once,
        "rows": [_row(line, alike.get(line.id, 1), preferred) for line in lines.values()],
        "details": details,
        "at": here,
        "goto": to if to.get("token") == token else {},
        **outbox_data(),
        "counts": workbench.answers.counts(made.id),
        "said": noted()["said"],
        "search": search,
    }


def _mark(
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


def _row(line: Line, alike: int, preferred: dict[str, str]) -> dict[str, Any]:
    """A line of the list, with the concept that it was tied to, else the one that was found."""
    decided = preferred.get(line.decided_concept) or line.decided_name
    return {
        "id": line.id,
        "text": line.text if line.parts == 1 else line.read_as or line.text,
        "alike": alike,
        "name": decided or line.preferred or line.name,
        "sure": line_sureness(line),
        "differs": difference_words(line.differs),
        "decision": line.decision,
        "comment": bool(line.comment),
    }


def _detail(made: Normalisation, line: Line, alike: int) -> dict[str, Any]:
    read_as = line.read_as if line.read_as and line.read_as.lower() != line.text.lower() else ""
    return {
        "text": line.text,
        "row": line.row,
        "part": line.part,
        "parts": line.parts,
        "kind": line.kind,
        "document": line.document,
        "topic": line.topic,
        "read_as": read_as,
        "differs": difference_words(line.differs),
        "sieve": line.sieve,
        "alike": alike,
        "extra": [[name, cell] for name, cell in zip(made.extra, line.extra, strict=False) if cell],
        "decision": line.decision,
        "decided": " ".join(part for part in (line.decided_concept, line.decided_name) if part),
        "who": line.who,
        "when": clock(line.when),
        "seen": line.decision_version,
        "comment": line.comment,
    }


def _corrected(span: MentionSpan) -> str:
    """Who corrected or added a mention, and when, in a line."""
    what = f"corrected from “{span.before}”" if span.before else "added"
    return f"{what} by {span.who}, {clock(span.when)}"


def _passage(passage: Any) -> list[str]:
    """The text before, of and after the mention; one piece where the mention is not in it; none without a text."""
    if passage is None:
        return []
    if passage.start < 0:
        return [passage.text]
    return [passage.text[: passage.start], passage.text[passage.start : passage.end], passage.text[passage.end :]]


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


def _own(
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


def _other(
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


def _search(workbench: Workbench, made: Normalisation, text: str) -> dict[str, Any]:
    """Concepts for what a person typed under “Other concept”."""
    if not text.strip():
        return {"text": "", "rows": [], "note": ""}
    try:
        found = workbench.rankings.rank(text, made.terminology, "current", FOUND)
    except NomenclatorError as error:
        return {"text": text, "rows": [], "note": str(error)}
    rows = [_found(text, candidate) for candidate in found.candidates]
    return {"text": text, "rows": rows, "note": "" if rows else found.note or "Nothing is like it; try other words."}
