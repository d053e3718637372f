"""A release of SNOMED CT (RF2): its descriptions, with the concepts and is-a relationships that stand beside them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from engine.errors import BadInput
from engine.readers import Parsed, Problem
from store.records.terminology import EXACT, Concept, Name

DESCRIPTIONS = {"id", "effectivetime", "active", "conceptid", "languagecode", "typeid", "term"}  # headings, lower case
FULLY_SPECIFIED, SYNONYM = "900000000000003001", "900000000000013009"  # kinds of description
IS_A = "116680003"
LANGUAGE = re.compile(r"-[a-z]{2}(-[A-Za-z]{2})?(?=_)")  # in the names of description files alone
Row = dict[str, str]


def is_descriptions(heading: list[str]) -> bool:
    """Whether a table with this heading holds the descriptions of a release."""
    return {column.strip().lower().lstrip("\ufeff") for column in heading} >= DESCRIPTIONS


def read(path: Path, title: str = "") -> Parsed:
    """The active concepts of a release by a file of descriptions, such as sct2_Description_Snapshot-en_INT_….txt.

    The fully specified name is preferred, active synonyms follow; the concepts and relationships are the files that the
    release names alike, in the same folder. Without the relationships no concept has a parent, and a problem says so.
    Of the versions of a component in a file of type Full the newest counts.
    """
    texts: dict[str, dict[str, list[Row]]] = {}
    for row in _newest(path):
        kinds = texts.setdefault(row["conceptid"], {FULLY_SPECIFIED: [], SYNONYM: []})
        if row["active"] == "1" and row["typeid"] in kinds:
            kinds[row["typeid"]].append(row)
    beside, problems = _beside(path, "Concept"), list[Problem]()
    retired = {row["id"] for row in _newest(beside) if row["active"] != "1"} if beside else set()
    named = {code: [*of[FULLY_SPECIFIED], *of[SYNONYM]] for code, of in texts.items() if code not in retired}
    named = {code: rows for code, rows in named.items() if rows}
    parents: dict[str, list[str]] = {}
    relationships = _beside(path, "Relationship")
    for row in _newest(relationships) if relationships else ():
        child, parent = row["sourceid"], row["destinationid"]
        if row["active"] == "1" and row["typeid"] == IS_A and child in named and parent in named:
            parents.setdefault(child, []).append(parent)
    if not relationships:
        missing = LANGUAGE.sub("", path.name).replace("Description", "Relationship")
        why = f"There is no {missing} in the folder of {path.name}; without it no concept has a parent."
        problems.append(Problem(1, why))
    concepts = [_concept(code, rows, parents.get(code, [])) for code, rows in named.items()]
    return Parsed(title or path.stem, "", "", path.name, concepts, problems)


def _concept(code: str, rows: list[Row], parents: list[str]) -> Concept:
    of = {row["term"]: row["languagecode"] for row in reversed(rows)}  # equal terms once
    texts = list(dict.fromkeys(row["term"] for row in rows))
    names = (
        Name(text, "synonym" if place else "preferred", EXACT, "SNOMED CT", of[text])
        for place, text in enumerate(texts)
    )
    return Concept(code, texts[0], tuple(names), tuple(dict.fromkeys(parents)))


def _beside(path: Path, part: str) -> Path | None:
    found = path.with_name(LANGUAGE.sub("", path.name).replace("Description", part))
    return found if "Description" in path.name and found.is_file() else None


def _newest(path: Path) -> list[Row]:
    """The rows, by id the one of the latest date; BadInput for a line of too few or too many columns."""
    found: dict[str, Row] = {}
    for row in _rows(path):
        if row["id"] not in found or row["effectivetime"] >= found[row["id"]]["effectivetime"]:
            found[row["id"]] = row
    return list(found.values())


def _rows(path: Path) -> Iterator[Row]:
    with path.open(encoding="utf-8-sig", newline="") as file:  # tabs, and quotation marks are themselves
        heading = [column.strip().lower() for column in next(file).rstrip("\r\n").split("\t")]
        for number, line in enumerate(file, 2):
            cells = line.rstrip("\r\n").split("\t")
            if len(cells) != len(heading):
                raise BadInput(
                    f"{path.name}, row {number}: {len(cells)} columns where the heading has {len(heading)}; "
                    "the file is cut or was edited, copy it again from the release."
                )
            yield dict(zip(heading, cells, strict=True))
