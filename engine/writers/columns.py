"""The columns of an export, in order: which field of a line each holds, under which heading, and how it is written."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from engine.errors import BadInput
from store.records.normalisation import Line

HEADINGS = {
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
FIELDS = {heading: field for field, heading in HEADINGS.items()}
WHOLE, NUMBERS, PLACES = ("row", "part", "parts"), ("score", "probability"), ("start", "end")
OWN = "own: "  # in front of an extra heading that an export's own column bears too
Cell = str | int | float | None


def headings(extra: Sequence[str]) -> list[str]:
    """The headings of an export with these extra columns."""
    return [*HEADINGS.values(), *(OWN + name if name in FIELDS or name.startswith(OWN) else name for name in extra)]


def extra_of(heading: Sequence[str], name: str) -> tuple[str, ...]:
    """The extra headings of an export's heading; BadInput when the file called `name` is no export."""
    missing = [column for column in HEADINGS.values() if column not in heading]
    if missing:
        raise BadInput(
            f"{name} is no export of answers: it has no column “{missing[0]}”; export again, or load it as mentions."
        )
    return tuple(column.removeprefix(OWN) for column in heading[len(HEADINGS) :])


def cells(line: Line) -> list[Cell]:
    """The cells of a line: numbers as numbers, nothing as None, all else as texts."""
    return [_cell(field, getattr(line, field)) for field in HEADINGS] + list(line.extra)


def line_of(row: Sequence[Any], extra: int, place: str) -> Line:
    """The line that gave these cells, which may be texts, numbers or None; BadInput names the cell at `place`."""
    padded = ["" if cell is None else cell for cell in row] + [""] * (len(HEADINGS) + extra - len(row))
    values: dict[str, Any] = {}
    for (field, heading), cell in zip(HEADINGS.items(), padded, strict=False):
        try:
            values[field] = _value(field, cell)
        except (TypeError, ValueError):
            raise BadInput(
                f"{place}: “{str(cell)[:40]}” cannot stand under “{heading}”; put back what was exported."
            ) from None
    return line_from(values, tuple(str(cell) for cell in padded[len(HEADINGS) : len(HEADINGS) + extra]))


def line_from(values: Mapping[str, Any], extra: tuple[str, ...]) -> Line:
    """A line of these fields."""
    return Line(**values, extra=extra)


def _cell(field: str, value: Any) -> Any:
    if field == "others":
        return json.dumps(value, ensure_ascii=False) if value else ""
    if field in PLACES:
        return None if value < 0 else value
    return value


def _value(field: str, cell: Any) -> Any:
    if field == "others":
        return tuple((str(c), str(n), float(s), str(o)) for c, n, s, o in json.loads(cell or "[]"))
    if field in WHOLE:
        return int(float(cell))
    if field in PLACES:
        return -1 if cell == "" else int(float(cell))
    if field in NUMBERS:
        return None if cell == "" else float(cell)
    return str(cell)
