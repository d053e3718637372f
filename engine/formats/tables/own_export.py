"""A whole terminology as this program exports it in CSV: nothing of its names, parents, notes and scopes is lost.

A row a name; parents, definition and notes stand on the first row of a concept.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from typing import Any

from engine.errors import BadInput
from engine.formats.opening.json_text import read_json
from engine.formats.opening.tables import rows_of
from engine.formats.parsed import ParsedTerminology, Problem
from engine.formats.tables.table import SAVED, read_rows, write_rows
from store.records.terminology import SCOPES, Concept, Name, Terminology

NAME_COLUMNS = ("id", "name", "kind", "scope", "source", "language")
CONCEPT_COLUMNS = ("parents", "definition", "notes", "replaced by")  # on the first row of a concept
PROVENANCE_COLUMNS = ("by", "at", "why", "query", "score", "model", "model sha256")
COLUMNS = [*NAME_COLUMNS, *CONCEPT_COLUMNS, *PROVENANCE_COLUMNS]
NO_PROVENANCE = ("", "", "", "", None, "", "")
BETWEEN = re.compile(r"(?<!\\)\|")  # parents; a bar of an id is written with a backslash before it
OBSOLETE = "obsolete"  # the kind of the first row of a concept that is no longer in use: its title
NAMELESS = "no name"  # of one in use whose title is no name of it


def recognises(head: str) -> bool:
    """Whether a table with these first lines is headed as an export is."""
    with suppress(BadInput):
        return any(row == COLUMNS for one in SAVED for _, row in rows_of(head.splitlines()[:1], "", one))
    return False


def read(path: Path, title: str = "", rows: Iterable[Sequence[str]] | None = None) -> ParsedTerminology:
    """The concepts of an export; BadInput when it is not UTF-8. Rows that were changed past use are problems.

    rows: those of the file, its heading first, where it is no CSV.
    """
    lines = (
        (number, dict(zip(COLUMNS, row, strict=False)))
        for number, row in enumerate(read_rows(path) if rows is None else rows, 1)
        if number > 1 and len(row) >= len(COLUMNS)
    )
    problems: list[Problem] = []
    concepts = []
    for code, group in groupby(lines, key=lambda line: line[1]["id"]):
        found = list(group)
        first = found[0][1]
        names = tuple(
            Name(row["name"], row["kind"], row["scope"], row["source"], row["language"])
            for number, row in found
            if row["kind"] not in (OBSOLETE, NAMELESS) and _usable(number, row, problems)
        )
        gone = first["kind"] == OBSOLETE
        preferred = next((name.text for name in names if name.kind == "preferred"), first["name"])
        if gone or first["kind"] == NAMELESS:
            preferred = first["name"]
        parents = tuple(parent.replace(r"\|", "|") for parent in BETWEEN.split(first["parents"]) if parent)
        notes = _notes(found[0][0], first["notes"], problems)
        names = () if gone else names
        concepts.append(
            Concept(code, preferred, names, parents, first["definition"], notes, gone, first["replaced by"])
        )
    known = {concept.id for concept in concepts}
    for place, concept in enumerate(concepts):
        there = tuple(parent for parent in concept.parents if parent in known)
        if there != concept.parents:
            lost = ", ".join(parent for parent in concept.parents if parent not in known)
            problems.append(Problem(0, f"{concept.id} has the parent {lost}, which no row defines; it is left out."))
            concepts[place] = replace(concept, parents=there)
    return ParsedTerminology(title or path.stem, "", "", path.name, concepts, problems)


def write(path: Path, concepts: Iterable[Concept], about: Terminology) -> int:
    """Write the concepts as they come, nobody's edits among them; how many rows. `about` has no place in a CSV."""
    return write_rows(path, COLUMNS, (row for concept in concepts for row in concept_rows(concept)))


def concept_rows(concept: Concept, provenance: Mapping[str, Sequence[Any]] | None = None) -> Iterator[list[Any]]:
    """The rows of a concept by COLUMNS; of one that is no longer in use, or whose title is no name, the title's first.

    provenance: name -> the cells of PROVENANCE_COLUMNS, of those names that people added.
    """
    notes = json.dumps(concept.notes, ensure_ascii=False) if concept.notes else ""
    about = [
        "|".join(parent.replace("|", r"\|") for parent in concept.parents),
        concept.definition,
        notes,
        concept.replaced_by,
    ]
    names = list(concept.names)
    if concept.obsolete or all(name.text != concept.preferred for name in names):
        names.insert(0, Name(concept.preferred, OBSOLETE if concept.obsolete else NAMELESS, source=""))
    for name in names:
        seen = (provenance or {}).get(name.text, NO_PROVENANCE)
        yield [concept.id, name.text, name.kind, name.scope, name.source, name.language, *about, *seen]
        about = [""] * len(CONCEPT_COLUMNS)


def _notes(number: int, cell: str, problems: list[Problem]) -> dict[str, list[str]]:
    try:
        found = read_json(cell or "{}", "The cell of the notes", "put back what was exported")
        if all(isinstance(texts, list) and all(isinstance(one, str) for one in texts) for texts in found.values()):
            return dict(found)
    except (AttributeError, BadInput):
        pass
    problems.append(Problem(number, "The notes are not what was exported; put them back. They are left out."))
    return {}


def _usable(number: int, row: dict[str, str], problems: list[Problem]) -> bool:
    if row["id"] and row["name"] and row["scope"] in SCOPES:
        return True
    problems.append(Problem(number, "The id, the name or the scope is not what was exported; the row is left out."))
    return False
