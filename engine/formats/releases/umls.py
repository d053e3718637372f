"""The UMLS and RxNorm in Rich Release Format: MRCONSO or RXNCONSO, with the relations and definitions beside it."""

from __future__ import annotations

import re
from collections.abc import Collection
from pathlib import Path
from sys import intern

from engine.formats.parsed import ParsedTerminology, Problem
from engine.formats.releases.umls_filters import (
    COLUMNS,
    CUI,
    ISPREF,
    SAB,
    STR,
    STT,
    TS,
    TTY,
    RowFilter,
    file_beside,
    filter_counts,
    language_of,
    lines_of,
)
from engine.formats.tables.labelled import LabelledConcept, concepts_of
from store.records.terminology import EXACT, Name

__all__ = ["filter_counts", "read", "recognises"]
RELA = 7  # column of the kind of a relation
IS_A = {"isa": "CHD", "inverse_isa": "PAR"}  # what the second concept is to the first
LINE = re.compile(r"(C\d{7}|\d{1,8})\|[A-Z]{3}\|[^|]*\|[^|]*\|")


def recognises(head: str) -> bool:
    """Whether the first lines are of MRCONSO: an id, a language, and bars between eighteen columns."""
    lines = [line for line in head.splitlines()[:4] if line]
    return bool(lines) and all(LINE.match(line) and line.count("|") == COLUMNS for line in lines[:3])


def read(
    path: Path,
    title: str = "",
    languages: Collection[str] = (),
    sources: Collection[str] = (),
    groups: Collection[str] = (),
    suppressed: bool = False,
) -> ParsedTerminology:
    """The concepts of a file of names, those alone that a `RowFilter` of the other arguments lets through.

    Parents are of MRREL or, where it says isa, of RXNREL beside it, definitions of MRDEF, semantic types of MRSTY or
    RXNSTY; what is not there is a problem. Lines of another width are left out.
    """
    problems: list[Problem] = []
    rows = RowFilter(path, languages, sources, groups, suppressed)
    found: dict[str, LabelledConcept] = {}
    ranks: dict[tuple[str, str], tuple[int, str]] = {}
    for number, cells in lines_of(path, COLUMNS, problems):
        if not cells[STR].strip() or not rows.passes(cells):
            continue
        language = language_of(cells)
        one = found.get(cells[CUI]) or found.setdefault(cells[CUI], LabelledConcept(cells[CUI], number))
        rank = 4 * (cells[TS] != "P") + 2 * (cells[STT] != "PF") + (cells[ISPREF] != "Y")
        text, source = cells[STR].strip(), intern(f"{cells[SAB]} {cells[TTY]}")
        best = ranks.get((one.id, language))
        if best is None or rank < best[0]:
            ranks[one.id, language] = rank, text
        one.others.append(Name(text, "synonym", EXACT, source, intern(language)))
    for (cui, language), (_, text) in ranks.items():
        one = found[cui]
        one.preferred.append((text, language))
        one.others = [name for name in one.others if (name.text, name.language) != (text, language)]
    for one in found.values():
        one.others = list({(name.text, name.language): name for name in reversed(one.others)}.values())[::-1]
    _relations(path, found, problems)
    _definitions_and_types(path, found)
    return ParsedTerminology(
        title or path.stem, "", "", path.name, concepts_of(list(found.values()), problems, "UMLS"), problems
    )


def _relations(path: Path, found: dict[str, LabelledConcept], problems: list[Problem]) -> None:
    file = file_beside(path, "REL")
    if file is None:
        sentence = f"There is no MRREL or RXNREL beside {path.name}, so no concept has a parent; put it there."
        problems.append(Problem(0, sentence, left_out=False))
        return
    rxnorm = file.name.upper().startswith("RXN")
    away = own = 0
    for _, cells in lines_of(file, 5, problems):
        first, relation, second = cells[0], cells[3], cells[4]
        if rxnorm and len(cells) > RELA:  # knows no PAR and CHD of its own
            relation = IS_A.get(cells[RELA], relation)
        pair = {"PAR": (first, second), "CHD": (second, first)}.get(relation)
        if pair is None or pair[0] not in found:
            continue
        if pair[0] == pair[1]:
            own += 1
        elif pair[1] in found:
            found[pair[0]].parents.append(found[pair[1]].id)
        else:
            away += 1
    if own:
        sentence = f"Links of {file.name} from a concept to itself: {own:,}; they are left out."
        problems.append(Problem(0, sentence, left_out=False))
    if away:
        sentence = f"Links of {file.name} to a parent that is not among what is read: {away:,}; they are left out."
        problems.append(Problem(0, sentence, left_out=False))


def _definitions_and_types(path: Path, found: dict[str, LabelledConcept]) -> None:
    """Definitions and semantic types, where their files are there."""
    if file := file_beside(path, "DEF"):
        for _, cells in lines_of(file, 6, []):
            if cells[0] in found:
                found[cells[0]].definitions.setdefault("en", cells[5].strip())
    if file := file_beside(path, "STY"):
        for _, cells in lines_of(file, 4, []):
            if cells[0] in found:
                found[cells[0]].notes.setdefault("Semantic type", []).append(intern(cells[3]))
