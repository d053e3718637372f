"""JSON Lines: an object a line, a concept with its names as this program writes it, or a row of any table."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain, islice
from pathlib import Path
from typing import Any

from engine.errors import BadInput
from engine.formats.opening.json_text import read_json
from engine.formats.opening.lines import text_lines
from engine.formats.parsed import ParsedTerminology, Problem, replacement
from engine.formats.tables.jsonl_writing import write
from engine.formats.tables.table_concepts import SAMPLE, read_concepts
from store.records.terminology import EXACT, SCOPES, Concept, Name

__all__ = ["headings_of", "read", "recognises", "write"]
OBJECT = re.compile(r'\s*\{\s*"(?!@|graphs")[^\n]*\}\s*(\n\s*\{|$)')
Line = tuple[int, dict[str, Any]]


def recognises(head: str) -> bool:
    """Whether each of the first lines is an object of its own."""
    words = ('"@context"', '"@id"', '"resourceType"', '"graphs"')  # of JSON-LD, FHIR and OBO Graphs; the last of BioC
    others = any(word in head[:2_000] for word in words) or '"passages"' in head
    return bool(OBJECT.match(head)) and not others


def read(path: Path, columns: dict[str, str] | None = None, title: str = "") -> ParsedTerminology:
    """The concepts of a file: each line one with “names”, or a row whose keys are the headings of its cells.

    Lists in a row are several synonyms or parents. Lines that are no object are reported and left out; BadInput where
    none is.
    """
    problems: list[Problem] = []
    lines = _objects(path, problems)
    first = list(islice(lines, SAMPLE))
    if not first:
        reason = f" Line {problems[0].row}: {problems[0].sentence}" if problems else ""
        raise BadInput(f"{path.name} holds no object of JSON in a line of its own; save it as JSON Lines.{reason}")
    if columns is None and isinstance(first[0][1].get("names"), list):
        found = _concepts(chain(first, lines), problems)
        concepts, rows_of = [concept for _, concept in found], {concept.id: number for number, concept in found}
        problems.sort(key=lambda one: one.row)
        return ParsedTerminology(title or path.stem, "", "", path.name, concepts, problems, rows=rows_of)
    heading = list(dict.fromkeys(key for _, line in first for key in line))
    rows = ((number, [_cell(line.get(key)) for key in heading]) for number, line in chain(first, lines))
    parsed = read_concepts(path, heading, rows, columns or {}, title)
    parsed.problems = sorted(parsed.problems + problems, key=lambda one: one.row)
    return parsed


def headings_of(path: Path) -> list[str]:
    """The keys of the first objects, in order."""
    return list(dict.fromkeys(key for _, line in islice(_objects(path, []), SAMPLE) for key in line))


def _objects(path: Path, problems: list[Problem]) -> Iterator[Line]:
    for number, text in enumerate(text_lines(path), 1):
        if not text.strip():
            continue
        try:
            found = read_json(text, f"Line {number:,} of {path.name}", "mend the line")
        except BadInput:
            problems.append(Problem(number, "The line is not well-formed JSON; mend it. It is left out."))
            continue
        if isinstance(found, dict):
            yield number, found
        else:
            problems.append(Problem(number, "The line is no object of JSON; write {…}. It is left out."))


def _concepts(lines: Iterator[Line], problems: list[Problem]) -> list[tuple[int, Concept]]:
    found: dict[str, tuple[int, Concept]] = {}
    for number, line in lines:
        id, title = _cell(line.get("id")).strip(), _cell(line.get("name")).strip()
        names = tuple(name for one in _list(line.get("names")) if (name := _name(one)) is not None)
        title = title or (names[0].text if names else "")
        if not id or not title:
            problems.append(
                Problem(number, f"The {'name' if id else 'id'} is empty; fill it in. The line is left out.")
            )
        elif id in found:
            sentence = f"{id} stands in line {found[id][0]:,} already; join them. This one is left out."
            problems.append(Problem(number, sentence))
        else:
            found[id] = number, _concept(id, title, names, line)
    listed = []
    for number, concept in found.values():
        lost = [parent for parent in concept.parents if parent not in found or parent == concept.id]
        for parent in lost:
            problems.append(
                Problem(number, f"{concept.id} has the parent {parent}, which no line defines; the link is left out.")
            )
        known_parents = tuple(parent for parent in concept.parents if parent not in lost)
        listed.append((number, concept if not lost else replace(concept, parents=known_parents)))
    return listed


def _concept(id: str, title: str, names: tuple[Name, ...], line: dict[str, Any]) -> Concept:
    gone = line.get("obsolete") is True
    nameless = title == id and line.get("names") == []  # as a concept without a name is written
    notes = line.get("notes") if isinstance(line.get("notes"), dict) else {}
    instead, others = replacement([other for one in _list(line.get("replaced_by")) if (other := _cell(one))])
    return Concept(
        id,
        title,
        () if gone or nameless else names or (Name(title, "preferred"),),
        tuple(dict.fromkeys(map(_cell, _list(line.get("parents"))))),
        _cell(line.get("definition")),
        others | {str(heading): list(map(_cell, _list(texts))) for heading, texts in (notes or {}).items()},
        gone,
        instead,
    )


def _name(value: Any) -> Name | None:
    if isinstance(value, str) and value.strip():
        return Name(value.strip())
    text = _cell(value.get("text")).strip() if isinstance(value, dict) else ""
    if not text:
        return None
    scope, kind = _cell(value.get("scope")), _cell(value.get("kind"))
    return Name(
        text,
        kind if kind in ("preferred", "synonym") else "synonym",
        scope if scope in SCOPES else EXACT,
        _cell(value.get("source")),
        _cell(value.get("language", "en")),
    )


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [] if value in (None, "") else [value]


def _cell(value: Any) -> str:
    """A value as the cell of a table."""
    if value is None or isinstance(value, dict):
        return ""
    if isinstance(value, list):
        return "|".join(_cell(one) for one in value)
    return str(value)
