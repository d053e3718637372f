"""Files of answers: what they say of themselves, and which field of a line stands under which heading, in order."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from engine.errors import BadInput
from engine.formats.ontologies.addresses import Addresses
from engine.formats.opening.json_text import read_json
from engine.formats.opening.numbers import MOST_WHOLE, finite_number
from engine.formats.opening.times import in_utc
from store.records.normalisation import DECIDED, DECISION_WORDS, Line, Other

COLUMNS = {
    "row": "row",
    "part": "part",
    "parts": "of parts",
    "document": "document",
    "start": "start",
    "end": "end",
    "kind": "type",
    "text": "mention",
    "read_as": "read as",
    "concept": "concept",
    "preferred": "preferred name",
    "name": "name found",
    "score": "score",
    "probability": "probability",
    "origin": "origin",
    "sieve": "search",
    "differs": "differs in",
    "topic": "class",
    "others": "other candidates",
    "decision": "decision",
    "decided_concept": "decided concept",
    "decided_name": "decided name",
    "who": "by",
    "when": "at",
    "comment": "comment",
    "model": "model",
    "model_sha256": "model sha256",
}
FIELDS = {heading: field for field, heading in COLUMNS.items()}
WHOLE, NUMBERS, PLACES = ("row", "part", "parts"), ("score", "probability"), ("start", "end")
LIKELY = 0.5  # probability from which an answer that nobody decided is told as one; below it is a guess
OWN = "own: "  # in front of an extra heading that an export's own column bears too
Cell = str | int | float | None


@dataclass(frozen=True)
class About:
    """What a file of answers says of itself: where the mentions came from and what answered them.

    `texts` are those that mentions of a table stand in, by row, for a format that has them.
    """

    source: Path
    terminology: str
    title: str = ""
    version: str = ""
    licence: str = ""
    encoder: str = ""
    search: str = ""
    date: str = ""
    extra: tuple[str, ...] = ()  # headings of the source's other columns
    texts: Mapping[str | int, str] = field(default_factory=dict)
    addresses: Addresses = field(default_factory=Addresses)  # that the terminology brings


@dataclass(frozen=True)
class Export:
    """A file of answers read back: the headings of its extra columns, and its lines, read as they are asked for."""

    extra: tuple[str, ...]
    lines: Iterator[Line]


def is_guess(line: Line) -> bool:
    """Whether a line has an answer that is less than likely and that nobody decided."""
    found = line.concept and line.probability is not None and line.decision not in DECIDED
    return bool(found and (line.probability or 0) < LIKELY)


def headings(extra: Sequence[str]) -> list[str]:
    """The headings of an export with these extra columns."""
    return [*COLUMNS.values(), *(OWN + name if name in FIELDS or name.startswith(OWN) else name for name in extra)]


def extra_of(heading: Sequence[str], name: str) -> tuple[str, ...]:
    """The extra headings of an export's heading; BadInput when the file called `name` is no export."""
    missing = [column for column in COLUMNS.values() if column not in heading]
    if missing:
        raise BadInput(
            f"{name} is no export of answers: it has no column “{missing[0]}”; export again, or load it as mentions."
        )
    return tuple(column.removeprefix(OWN) for column in heading[len(COLUMNS) :])


def cells(line: Line) -> list[Cell]:
    """The cells of a line: numbers as numbers, nothing as None, all else as texts."""
    return [_cell(field, getattr(line, field)) for field in COLUMNS] + list(line.extra)


def line_of(row: Sequence[Any], extra: int, place: str) -> Line:
    """The line that gave these cells, which may be texts, numbers or None; BadInput names the cell at `place`."""
    padded = ["" if cell is None else cell for cell in row] + [""] * (len(COLUMNS) + extra - len(row))
    values: dict[str, Any] = {}
    for (name, heading), cell in zip(COLUMNS.items(), padded, strict=False):
        try:
            values[name] = _value(name, cell)
        except (BadInput, TypeError, ValueError):
            raise BadInput(
                f"{place}: “{str(cell)[:40]}” cannot stand under “{heading}”; put back what was exported."
            ) from None
    if (decision := values["decision"]) not in DECISION_WORDS:
        known = ", ".join(one for one in DECISION_WORDS if one)
        raise BadInput(f"{place}: “{decision[:40]}” is no decision; write one of {known}, or leave the cell empty.")
    return line_from(values, tuple(str(cell) for cell in padded[len(COLUMNS) : len(COLUMNS) + extra]))


def line_from(values: Mapping[str, Any], extra: tuple[str, ...]) -> Line:
    """A line with these values by field (the keys of COLUMNS) and the cells of its extra columns."""
    return Line(**values, extra=extra)


def _cell(field: str, value: Any) -> Any:
    if field == "others":
        return json.dumps(value, ensure_ascii=False) if value else ""
    if field in PLACES:
        return None if value < 0 else value
    return value


def _value(field: str, cell: Any) -> Any:
    if field == "others":
        listed = read_json(str(cell) or "[]", "others", "")
        return tuple(_other(*one) for one in listed)
    if field in WHOLE:
        return _whole(cell)
    if field in PLACES:
        return -1 if cell == "" else _whole(cell)
    if field in NUMBERS:
        return None if cell == "" else _number(cell, *((0.0, 1.0) if field == "probability" else ()))
    if field == "when" and cell != "":
        return _time(cell)
    return str(cell)


def _other(concept: Any, name: Any, score: Any, origin: Any, differs: Any = None) -> Other:
    return Other(str(concept), str(name), _number(score), str(origin), None if differs is None else str(differs))


def _number(cell: Any, *bounds: float) -> float:
    number = finite_number(cell, *bounds)
    if number is None:
        raise ValueError(cell)
    return number


def _time(cell: Any) -> str:
    if (time := in_utc(str(cell))) is None:
        raise ValueError(cell)
    return time


def _whole(cell: Any) -> int:
    return int(_number(cell, 0, MOST_WHOLE))
