"""CSV and TSV files of id, name, synonyms, parents; columns are recognised by their headings or named by the person."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path

from engine.errors import BadInput
from engine.readers import Parsed, Problem
from store.records.terminology import EXACT, Concept, Name

FIELDS = ("id", "name", "synonyms", "parents", "definition")
HEADINGS = {
    "id": ("id", "code", "concept_id", "conceptid", "concept code", "concept_code", "identifier", "cui"),
    "name": (
        "name",
        "preferred",
        "preferred_name",
        "preferred name",
        "label",
        "term",
        "title",
        "description",
        "concept_name",
        "preferred label",
        "display",
    ),
    "synonyms": ("synonyms", "synonym", "alternative names", "alt_labels", "aliases", "alias", "other names"),
    "parents": ("parents", "parent", "parent_id", "parent id", "parent_ids", "is_a", "broader", "parentids"),
    "definition": ("definition", "def", "comment"),
}
SEPARATORS = ("|", ";")
csv.field_size_limit(10_000_000)


def read(path: Path, columns: dict[str, str] | None = None, title: str = "") -> Parsed:
    """The concepts of a table. `columns` maps fields (id, name, synonyms, parents, definition) to headings.

    Several synonyms or parents in one cell are separated by | or ;. A further row with a known id adds its name as a
    synonym, so that files with a line a name work too. Rows without id or name are reported and left out. An export of
    this program and the descriptions of a SNOMED CT release are recognised by their headings.
    """
    from engine.readers import exported, rf2

    if not columns and rf2.is_descriptions(path):
        return rf2.read(path, title)
    heading, rows = _rows(path)
    if not columns and exported.is_export(heading):
        return exported.read(path, title)
    found = recognise(heading, columns or {}, path)
    places = {field: heading.index(column) for field, column in found.items()}
    problems: list[Problem] = []
    kept: dict[str, dict[str, list[str]]] = {}
    first_row: dict[str, int] = {}
    for number, row in rows:
        cells = {field: row[place].strip() if place < len(row) else "" for field, place in places.items()}
        if not cells["id"] or not cells["name"]:
            if any(cell.strip() for cell in row):
                missing = "id" if not cells["id"] else "name"
                problems.append(
                    Problem(
                        number, f"The {missing} is empty (column “{found[missing]}”); fill it in. The row is left out."
                    )
                )
            continue
        concept = kept.setdefault(cells["id"], {"names": [], "parents": [], "definition": []})
        first_row.setdefault(cells["id"], number)
        texts = [cells["name"], *_split(cells.get("synonyms", ""))]
        if texts[0] in concept["names"]:
            problems.append(
                Problem(
                    number,
                    f"“{texts[0]}” of {cells['id']} stands in row {first_row[cells['id']]} already; it counts once.",
                )
            )
        concept["names"] += [text for text in dict.fromkeys(texts) if text not in concept["names"]]
        concept["parents"] += [p for p in _split(cells.get("parents", "")) if p not in concept["parents"]]
        concept["definition"] += [cells["definition"]] if cells.get("definition") else []
    concepts = [_concept(key, fields, kept, first_row[key], problems) for key, fields in kept.items()]
    return Parsed(title or path.stem, "", "", path.name, concepts, sorted(problems, key=lambda p: p.row), found)


def headings(path: Path) -> list[str]:
    """The headings of a table."""
    return _rows(path)[0]


def recognise(heading: list[str], named: dict[str, str], path: Path) -> dict[str, str]:
    """Field -> heading; BadInput when id or name cannot be told."""
    for field, column in named.items():
        if field not in FIELDS:
            raise BadInput(f"“{field}” is no field of a terminology; choose from {', '.join(FIELDS)}.")
        if column not in heading:
            raise BadInput(f"{path.name} has no column “{column}”; its columns are {', '.join(heading)}.")
    plain = {column.strip().lower().lstrip("\ufeff"): column for column in reversed(heading)}
    found = {
        field: plain[alias] for field, aliases in HEADINGS.items() for alias in reversed(aliases) if alias in plain
    }
    found.update(named)
    for field in ("id", "name"):
        if field not in found:
            raise BadInput(
                f"{path.name}: no column for the {field} among {', '.join(heading)[:200]}; "
                f"rename one to “{field}” or say which one it is."
            )
    return found


def _concept(
    key: str, fields: dict[str, list[str]], kept: dict[str, dict[str, list[str]]], row: int, problems: list[Problem]
) -> Concept:
    parents = []
    for parent in fields["parents"]:
        if parent == key or parent not in kept:
            why = "is its own parent" if parent == key else f"has the parent {parent}, which no row defines"
            problems.append(Problem(row, f"{key} {why}; the link is left out."))
        else:
            parents.append(parent)
    preferred, *synonyms = fields["names"]
    names = (
        Name(preferred, "preferred", EXACT, "name"),
        *(Name(text, "synonym", EXACT, "synonym") for text in synonyms),
    )
    return Concept(key, preferred, names, tuple(parents), " ".join(fields["definition"]))


def _rows(path: Path) -> tuple[list[str], Iterator[tuple[int, list[str]]]]:
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadInput(
            f"{path.name} is not UTF-8 text (byte {error.start}); save it as “CSV UTF-8” and try again."
        ) from None
    lines = text.splitlines(keepends=True)
    first = next((line for line in lines if line.strip()), "")
    delimiter = max("\t,;|", key=first.count)
    reader = csv.reader(lines, delimiter=delimiter)
    heading = next((row for row in reader if any(cell.strip() for cell in row)), [])
    return heading, ((reader.line_num, row) for row in reader)


def _split(cell: str) -> list[str]:
    separator = max(SEPARATORS, key=cell.count)
    return [part.strip() for part in cell.split(separator) if part.strip()]


def read_labels(path: Path) -> list[tuple[str, str]]:
    """The (name, class) pairs of a table with a column for the name and one for the class, or of two bare columns."""
    if not path.is_file():
        raise BadInput(f"{path}: there is no such file; check the path.")
    heading, rows = _rows(path)
    if len(heading) < 2:
        raise BadInput(f"{path.name} needs two columns, a name and a class, separated by a comma or a tab.")
    plain = [column.strip().lower() for column in heading]
    named = "name" in plain and ("class" in plain or "label" in plain)
    name = plain.index("name") if named else 0
    label = plain.index("class" if "class" in plain else "label") if named else 1
    body = [row for _, row in rows] if named else [heading, *(row for _, row in rows)]
    return [(row[name], row[label] if len(row) > label else "") for row in body if any(cell.strip() for cell in row)]
