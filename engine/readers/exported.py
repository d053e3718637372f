"""A whole terminology that this program exported as CSV: nothing of its names, parents, notes and scopes is lost."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import groupby
from pathlib import Path

from engine.exporting.terminology import KIND, OBSOLETE
from engine.readers import Parsed, Problem
from engine.writers.csv_file import read_rows
from store.records.terminology import SCOPES, Concept, Name

COLUMNS = list(KIND.columns)


def is_export(heading: list[str]) -> bool:
    """Whether a table with this heading is an export."""
    return heading == COLUMNS


def read(path: Path, title: str = "") -> Parsed:
    """The concepts of an export."""
    lines = (
        (number, dict(zip(COLUMNS, row, strict=False)))
        for number, row in enumerate(read_rows(path), 1)
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
            if row["kind"] != OBSOLETE and _usable(number, row, problems)
        )
        preferred = next((name.text for name in names if name.kind == "preferred"), first["name"])
        parents = tuple(parent for parent in first["parents"].split("|") if parent)
        notes = json.loads(first["notes"]) if first["notes"] else {}
        gone = first["kind"] == OBSOLETE
        concepts.append(
            Concept(code, preferred, names, parents, first["definition"], notes, gone, first["replaced by"])
        )
    known = {concept.id for concept in concepts}
    for place, concept in enumerate(concepts):
        kept = tuple(parent for parent in concept.parents if parent in known)
        if kept != concept.parents:
            lost = ", ".join(parent for parent in concept.parents if parent not in known)
            problems.append(Problem(0, f"{concept.id} has the parent {lost}, which no row defines; it is left out."))
            concepts[place] = replace(concept, parents=kept)
    return Parsed(title or path.stem, "", "", path.name, concepts, problems)


def _usable(number: int, row: dict[str, str], problems: list[Problem]) -> bool:
    if row["id"] and row["name"] and row["scope"] in SCOPES:
        return True
    problems.append(Problem(number, "The id, the name or the scope is not what was exported; the row is left out."))
    return False
