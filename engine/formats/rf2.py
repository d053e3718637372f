"""SNOMED CT’s release format 2 (RF2): its descriptions, with the concepts and is-a relationships beside them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from engine.errors import BadInput
from engine.formats.opening.lines import text_lines
from engine.formats.parsed import Parsed, Problem
from engine.formats.rf2_writing import write
from store.records.terminology import EXACT, Concept, Name

__all__ = ["read", "recognises", "write"]
DESCRIPTIONS = ("id", "effectivetime", "active", "conceptid", "languagecode", "typeid", "term")  # headings, lower case
CONCEPTS = ("id", "effectivetime", "active")
RELATIONSHIPS = ("id", "effectivetime", "active", "sourceid", "destinationid", "typeid")
FULLY_SPECIFIED, SYNONYM = "900000000000003001", "900000000000013009"  # kinds of description
IS_A = "116680003"
ON = "1"  # in the column “active”
LANGUAGE = re.compile(r"-[a-z]{2}(-[A-Za-z]{2})?(?=_)")  # in the names of description files alone
UNKNOWN = {"Concept": "which concepts are retired cannot be told", "Relationship": "no concept has a parent"}


def recognises(head: str) -> bool:
    """Whether a file is headed as the descriptions of a release are, with tabs between the columns."""
    first = next((line for line in head.splitlines() if line.strip()), "")
    return set(_headings(first)) >= set(DESCRIPTIONS)


def read(path: Path, title: str = "") -> Parsed:
    """The active concepts of a release by a file of descriptions, such as sct2_Description_Snapshot-en_INT_….txt.

    The fully specified name is preferred, active synonyms follow; the concepts and relationships are the files that the
    release names alike, in the same folder, and a problem says what is not known without them. Of the versions of a
    component in a file of type Full the newest counts. BadInput for a file of type Delta, and for one that is cut.
    """
    if "_Delta" in path.name:
        raise BadInput(f"{path.name} holds the changes since the release before; choose the Snapshot of the release.")
    problems: list[Problem] = []
    concepts, relationships = (_beside(path, part, problems) for part in UNKNOWN)
    retired = {id for id, (on,) in _newest(concepts, CONCEPTS).items() if on != ON} if concepts else set()
    texts: dict[str, dict[str, list[tuple[str, str]]]] = {}
    for on, code, language, kind, term in _newest(path, DESCRIPTIONS).values():
        if on == ON and kind in (FULLY_SPECIFIED, SYNONYM) and code not in retired:
            texts.setdefault(code, {FULLY_SPECIFIED: [], SYNONYM: []})[kind].append((term, language))
    parents: dict[str, list[str]] = {}
    links = _newest(relationships, RELATIONSHIPS, IS_A) if relationships else {}
    for on, child, parent, _ in links.values():
        if on == ON and child in texts and parent in texts:
            parents.setdefault(child, []).append(parent)
    found = [_concept(code, [*of[FULLY_SPECIFIED], *of[SYNONYM]], parents.get(code, [])) for code, of in texts.items()]
    return Parsed(title or path.stem, "", "", path.name, found, problems)


def _concept(code: str, terms: list[tuple[str, str]], parents: list[str]) -> Concept:
    language = dict(reversed(terms))  # equal terms once, as they first stand
    texts = list(dict.fromkeys(term for term, _ in terms))
    kinds = ("preferred", *["synonym"] * (len(texts) - 1))
    names = (Name(text, kind, EXACT, "SNOMED CT", language[text]) for text, kind in zip(texts, kinds, strict=True))
    return Concept(code, texts[0], tuple(names), tuple(dict.fromkeys(parents)))


def _beside(path: Path, part: str, problems: list[Problem]) -> Path | None:
    """The file of the release that holds its concepts or relationships; None, and a problem, where it is not there."""
    named = "_Description_" in path.name
    name = LANGUAGE.sub("", path.name).replace("_Description_", f"_{part}_")
    if named and path.with_name(name).is_file():
        return path.with_name(name)
    missing = f"There is no {name} beside {path.name}" if named else f"“{path.name}” is not named as in a release"
    problems.append(Problem(1, f"{missing}, so {UNKNOWN[part]}; give the path of sct2_Description_… where it lies."))
    return None


def _newest(path: Path, columns: tuple[str, ...], kind: str = "") -> dict[str, tuple[str, ...]]:
    """Id -> the columns after the date, of the rows of the latest date; with `kind` those whose last column is that."""
    dates: dict[str, str] = {}
    found: dict[str, tuple[str, ...]] = {}
    for id, date, *rest in _rows(path, columns):
        if (not kind or rest[-1] == kind) and date >= dates.get(id, ""):
            dates[id], found[id] = date, tuple(rest)
    return found


def _rows(path: Path, columns: tuple[str, ...]) -> Iterator[list[str]]:
    """The columns asked for of every row; tabs stand between them, and quotation marks are themselves."""
    places: list[int] = []
    width = 0
    for number, line in enumerate(text_lines(path, "copy it again from the release"), 1):
        if not line.strip():
            continue
        if not places:
            heading = _headings(line)
            if missing := set(columns) - set(heading):
                raise BadInput(f"{path.name} has no column {', '.join(sorted(missing))}; copy it again.")
            places, width = [heading.index(column) for column in columns], len(heading)
            continue
        cells = line.rstrip("\r\n").split("\t")
        if len(cells) != width:
            raise BadInput(
                f"{path.name}, row {number}: {len(cells)} columns where the heading has {width}; "
                "the file is cut or was edited, copy it again from the release."
            )
        yield [cells[place] for place in places]


def _headings(line: str) -> list[str]:
    return [column.strip().lower() for column in line.rstrip("\r\n").split("\t")]
