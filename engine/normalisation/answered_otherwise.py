"""What changed: the lines of a file that would now be answered otherwise, by edits, decisions and releases since."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from engine.events import Event, Finished, result_of
from engine.normalisation.job import normalise_file
from engine.normalisation.request import NormalisationRequest
from engine.workspace import Workspace
from store import answer_lines
from store.mention_spans import BY_HAND
from store.records.normalisation import Line

MOST_LINES = 500  # lines that are listed; all are counted


class KeptAnswers:
    """A sink that keeps what each part of each row is answered with: (row, part) -> its line."""

    def __init__(self) -> None:
        self.answers: dict[tuple[int, int], Line] = {}

    def begun(self) -> tuple[int, int]:
        """Nothing is answered yet."""
        return 0, 0

    def append(self, lines: Sequence[Line], last_row: int, mentions: int) -> None:
        """Keep a step."""
        self.answers |= {(line.row, line.part): line for line in lines}


def answered_otherwise(workspace: Workspace, number: int, request: NormalisationRequest) -> Iterator[Event]:
    """Answer the file of a normalisation again and compare the first candidates: Progress, then Finished.

    The result: {"normalisation", "lines", "count", "changed"}; of the lines that would be answered otherwise the first
    MOST_LINES, each {"line", "row", "text", "before", "before_name", "now", "now_name", "probability", "decision",
    "decided"}, those first whose decision is no longer the first candidate. Nothing that is kept is changed.
    """
    sink = KeptAnswers()
    yield from result_of(normalise_file(workspace, request, sink))
    changed, lines = [], 0
    with workspace.reading() as db:
        for line in answer_lines.every(db, number):
            lines += 1
            if line.sieve == BY_HAND:  # the file does not have it
                continue
            now = sink.answers.get((line.row, line.part))
            if (now.concept if now else "") != line.concept:
                changed.append(_row(line, now))
    changed.sort(key=lambda one: (not one["decided"], one["decided"] == one["now"], one["row"]))
    yield Finished({"normalisation": number, "lines": lines, "count": len(changed), "changed": changed[:MOST_LINES]})


def _row(line: Line, now: Line | None) -> dict[str, Any]:
    return {
        "line": line.id,
        "row": line.row,
        "text": line.text,
        "before": line.concept,
        "before_name": line.preferred or line.name,
        "now": now.concept if now else "",
        "now_name": (now.preferred or now.name) if now else "",
        "probability": now.probability if now else None,
        "decision": line.decision,
        "decided": line.decided_concept,
    }
