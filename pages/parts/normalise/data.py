"""What the desk draws: a stretch of the queue, and everything about the lines that come next."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.workbench import Workbench, difference_words, line_sureness
from pages.parts.formatting import clock
from pages.parts.normalise.candidates import mark_candidates, other_column, own_column, searched_concepts
from pages.parts.normalise.cards import put_cards
from pages.parts.normalise.desk import sent
from pages.parts.normalise.desk_actions import outbox_data
from pages.parts.normalise.queue import Queue, noted, with_line
from store.records.normalisation import Filter, Line, MentionSpan, Normalisation

BEFORE, AFTER = 30, 70  # rows of the list sent around the current one
NEAR = range(-2, 9)  # lines around it whose candidates and texts are sent, so that a key finds the next one there
QUERIED = range(0, 3)  # lines that other encoders are asked about


def desk_data(
    workbench: Workbench,
    made: Normalisation,
    queue: Queue,
    chosen: Filter,
    encoders: Sequence[str],
    titles: dict[str, str],
) -> dict[str, Any]:
    """The data of the component; `encoders` are asked beside the one that answered the file."""
    goto = _goto()
    queue, place = _current_place(workbench, made, queue, goto)
    current, first = queue.ids[place] if queue.ids else 0, max(0, place - BEFORE)
    newest = workbench.decisions.last_number()  # before the lines: what comes between the two counts as later
    listed = workbench.answers.numbered(made.id, queue.ids[first : place + AFTER])
    lines = {line.id: line for line in listed}
    near = _around(queue, place, NEAR, lines)
    queried = {line.id for line in _around(queue, place, QUERIED, lines)}
    alike = workbench.answers.alike_counts(made.id, list(lines))
    preferred = _preferred_names(workbench, made, listed, near)
    details = _details(workbench, made, near, alike, newest)
    for line in near:
        details[str(line.id)]["columns"] = [
            own_column(workbench, made, line, titles, preferred),
            *(other_column(workbench, made, line, one, titles, queried) for one in encoders),
        ]
    search = searched_concepts(workbench, made, str(sent().get("search") or ""))
    mark_candidates(workbench, made, details, current, search["rows"])
    put_cards(workbench, made.terminology, details, queried, current, search["rows"])
    return {
        "queue": queue.key,
        "file": made.id,
        "status": chosen.status,
        "total": queue.total,
        "first": first,
        "length": len(queue.ids),
        "once": chosen.once,
        "rows": [_row(line, alike.get(line.id, 1), preferred) for line in lines.values()],
        "details": details,
        "at": current,
        "goto": goto,
        **outbox_data(),
        "counts": workbench.answers.counts(made.id),
        "said": noted()["said"],
        "search": search,
    }


def _goto() -> dict[str, Any]:
    """Where an act of this loading of the window has sent the desk last; {} for nowhere."""
    goto: dict[str, Any] = noted()["goto"]
    return goto if goto.get("token") == str(sent().get("token", "")) else {}


def _current_place(workbench: Workbench, made: Normalisation, queue: Queue, goto: dict[str, Any]) -> tuple[Queue, int]:
    """The place of the line that the desk shows, and the queue, which has it where the desk has yet to go there."""
    given = sent()
    current = given.get("at")
    is_new = bool(goto) and goto["n"] > int(given.get("went", 0))
    if is_new and workbench.answers.numbered(made.id, [goto["line"]]):
        current = goto["line"]
        queue = with_line(queue, current)
    return queue, queue.ids.index(current) if current in queue.ids else 0


def _around(queue: Queue, place: int, steps: range, lines: Mapping[int, Line]) -> list[Line]:
    """The lines so many steps from a place of the queue, of those that are still there."""
    ids = [queue.ids[place + step] for step in steps if 0 <= place + step < len(queue.ids)]
    return [lines[id] for id in ids if id in lines]


def _preferred_names(
    workbench: Workbench, made: Normalisation, listed: Sequence[Line], near: Sequence[Line]
) -> dict[str, str]:
    """The names of the concepts that the lines are tied to, and that those near the current one may be tied to."""
    others = {other[0] for line in near for other in line.others}
    decided = {line.decided_concept for line in listed}
    return workbench.terminologies.preferred_names(made.terminology, (others | decided) - {""})


def _details(
    workbench: Workbench, made: Normalisation, near: Sequence[Line], alike: Mapping[int, int], newest: int
) -> dict[str, dict[str, Any]]:
    """Line -> what the card says of it, with the text around its mention."""
    passages = workbench.answers.passages(made.id, near)
    attributes = workbench.mention_attributes.read(made.id, near)
    spans = workbench.mention_spans.read(near)
    return {
        str(line.id): _detail(made, line, alike.get(line.id, 1))
        | {
            "passage": _passage(passages.get(line.id)),
            "first": passages[line.id].first if line.id in passages else 0,
            "corrected": _corrected(spans[line.id]) if line.id in spans else "",
            "attributes": list(attributes[line.id].attributes) if line.id in attributes else [],
            "newest": newest,
            "said": line.id in attributes and attributes[line.id].said,
        }
        for line in near
    }


def text_of(line: Line) -> str:
    """What a line is about: its mention, or the part of it that is one of several findings."""
    return line.text if line.parts == 1 else line.read_as or line.text


def _row(line: Line, alike: int, preferred: dict[str, str]) -> dict[str, Any]:
    """A line of the list, with the concept that it was tied to, else the one that was found."""
    decided = preferred.get(line.decided_concept) or line.decided_name
    return {
        "id": line.id,
        "text": text_of(line),
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
