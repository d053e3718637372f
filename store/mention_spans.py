"""Where mentions stand as people corrected it, and those that people added, append-only: the newest word stands.

A correction lies over its line: the line as it was answered stays, and comes back where the correction is taken back.
An added mention is a line of its own, which is there unless its newest word takes it back; that of a loaded export has
none, and is there.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace

from store import history
from store.database import now
from store.reading import in_parts, value
from store.records.normalisation import Line, MentionSpan, Other
from store.sqlite import Database

BY_HAND = "by hand"  # the sieve of a line that a person added
NEWEST = "s.id = (SELECT max(id) FROM mention_spans WHERE answer = s.answer)"
STANDS = f"{NEWEST} AND s.text != ''"
TAKEN_BACK = f"EXISTS (SELECT 1 FROM mention_spans s WHERE s.answer = a.id AND {NEWEST} AND s.text = '')"
THERE = f"(a.sieve != '{BY_HAND}' OR NOT {TAKEN_BACK})"
ADDED_HERE = f"(a.sieve = '{BY_HAND}' AND EXISTS (SELECT 1 FROM mention_spans s WHERE s.answer = a.id AND {STANDS}))"
AS_ANSWERED = f"NOT EXISTS (SELECT 1 FROM mention_spans s WHERE s.answer = {{answer}} AND {STANDS})"


def add(db: Database, number: int, span: MentionSpan, who: str, title: str) -> int:
    """Append the span of a line; its entry in the history."""
    batch, at = history.next_batch(db, "mention_spans"), now()
    row = {"before": span.before, "text": span.text, "begins": span.start, "ends": span.end}
    row |= {"normalisation": number, "answer": span.line, "answered": json.dumps(dict(span.answered))}
    row |= {"who": who, "at": at, "batch": batch, "role": history.DO, "of_batch": None}
    db.table("mention_spans").insert(row)
    return history.record(db, history.SPAN, batch, who, 1, title, at=at)


def latest(db: Database, lines: Sequence[int]) -> dict[int, MentionSpan]:
    """Line -> its span as it stands; lines of which nobody says anything are left out."""
    if not value(db, "SELECT EXISTS (SELECT 1 FROM mention_spans)"):
        return {}
    sql = (
        "SELECT answer, before, text, begins, ends, answered, who, at FROM mention_spans s "
        f"WHERE {STANDS} AND answer IN ({{}})"
    )
    return {
        line: MentionSpan(line, before, text, begins, ends, json.loads(answered or "{}"), who, at)
        for line, before, text, begins, ends, answered, who, at in in_parts(db, sql, lines)
    }


def laid_over(db: Database, lines: Sequence[Line]) -> Iterator[Line]:
    """The lines with what people say of their spans."""
    found = latest(db, [line.id for line in lines])
    for line in lines:
        span = found.get(line.id)
        if span is None:
            yield line
            continue
        answered = dict(span.answered)
        others = tuple(Other.read(*one) for one in answered.pop("others", ()))
        place = {"text": span.text, "start": span.start, "end": span.end, "read_as": ""}
        yield replace(line, **{**answered, **place}, others=others)
