"""MEDIC files (the disease vocabulary of CTD, as the normalisation corpora use it): lines of `id|id||name|name`."""

from __future__ import annotations

from html import unescape
from pathlib import Path

from engine.formats.opening.lines import text_lines
from engine.formats.parsed import ParsedTerminology, Problem
from engine.formats.tables import columns
from store.records.terminology import EXACT, Concept, Name

BETWEEN, WITHIN = "||", "|"


def recognises(head: str) -> bool:
    """Whether one of the first lines has the two bars of MEDIC, and the first is no heading of a table."""
    lines = [line for line in head.splitlines() if line.strip()][:5]
    return any(BETWEEN in line for line in lines) and not columns.is_heading(lines[0].split(WITHIN))


def read(path: Path, title: str = "") -> ParsedTerminology:
    """A concept a line: its first id and name are the preferred ones, all other names exact synonyms.

    HTML entities in names (“&amp;”) are read as the characters they stand for.

    Further ids become obsolete concepts that point to it. There is no hierarchy. Lines without an id or a name, with
    an id that an earlier line has, or with the same name twice are reported; the first three kinds are left out.
    """
    problems: list[Problem] = []
    rows: dict[str, int] = {}
    concepts: list[Concept] = []
    others: list[tuple[int, str, Concept]] = []
    for number, line in enumerate(text_lines(path), 1):
        if not line.strip():
            continue
        left, _, right = line.partition(BETWEEN)
        ids, texts = _parts(left), _parts(right)
        if not ids or not texts:
            missing = "name after “||”" if ids else "id before “||”"
            problems.append(Problem(number, f"There is no {missing}; write “id||name|name”. The line is left out."))
        elif ids[0] in rows:
            problems.append(
                Problem(
                    number, f"{ids[0]} stands in line {rows[ids[0]]} already; join the lines. This one is left out."
                )
            )
        else:
            rows[ids[0]] = number
            preferred, *synonyms = different = list(dict.fromkeys(texts))
            if len(different) < len(texts):
                problems.append(Problem(number, f"A name of {ids[0]} stands twice in the line; it counts once."))
            names = (
                Name(preferred, "preferred", EXACT, "name"),
                *(Name(text, "synonym", EXACT, "synonym") for text in synonyms),
            )
            concept = Concept(ids[0], preferred, names)
            concepts.append(concept)
            others += [(number, other, concept) for other in ids[1:]]
    for number, other, concept in others:
        if other not in rows:
            rows[other] = number
            concepts.append(Concept(other, concept.preferred, obsolete=True, replaced_by=concept.id))
        elif other != concept.id:
            problems.append(
                Problem(number, f"{other}, a further id of {concept.id}, stands in line {rows[other]} already.")
            )
    return ParsedTerminology(title or path.stem, "", "", path.name, concepts, sorted(problems, key=lambda p: p.row))


def _parts(cell: str) -> list[str]:
    return [unescape(part).strip() for part in cell.split(WITHIN) if part.strip()]
