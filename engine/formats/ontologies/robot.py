"""ROBOT templates, CSV or TSV: a row of headings, a row that says what each column becomes, then a row a class or more.

Read are ids, labels, synonyms with their scopes, definitions, plain superclasses, comments and what is deprecated;
columns that become anything else are passed over.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.errors import BadInput
from engine.formats.ontologies.robot_writing import write
from engine.formats.opening.tables import rows_of, table_rows
from engine.formats.parsed import CONSIDER, ParsedTerminology, Problem
from engine.formats.tables.labelled import LabelledConcept, concepts_of
from store.records.terminology import EXACT, Name

__all__ = ["read", "recognises", "write"]
TEMPLATE = re.compile(
    r"(>{1,2})?\s*(ID|LABEL|TYPE|CLASS_TYPE|A[TLI]? \S.*|(SC|EC|C|DC|DOMAIN|RANGE|I|SP|P|TI|NI|NTI)\b.*)"
)
SPLIT = re.compile(r"\s+SPLIT=(.+)$")
LANGUAGE = re.compile(r"AL (.+)@([A-Za-z-]+)")
SCOPED = re.compile(r"(exact|broad|narrow|related)[ _]?synonym", re.IGNORECASE)
NAMES = ("IAO:0000118", "skos:altLabel", "alternative term", "alternative label")
FIELDS = {  # what a column becomes -> the field it is, in lower case
    **dict.fromkeys(("label", "a rdfs:label", "a label", "a skos:preflabel"), "label"),
    **dict.fromkeys(("a iao:0000115", "a definition", "a skos:definition", "a obo:iao_0000115"), "definition"),
    **dict.fromkeys(("sc %", "c %", "sc", "subclass of %"), "parents"),
    **dict.fromkeys(("a rdfs:comment", "a comment"), "comment"),
    **dict.fromkeys(("a owl:deprecated", "a deprecated"), "deprecated"),
    **dict.fromkeys(("a iao:0100001", "a term replaced by"), "replaced by"),
    **dict.fromkeys(("a oboinowl:consider", "a oio:consider", "a consider"), "consider"),
    "id": "id",
    "type": "type",
}
CLASSES = ("", "class", "owl:class")


@dataclass(frozen=True)
class Column:
    """What a column holds: a field, or synonyms of a scope; its language, and what parts several texts in a cell."""

    field: str
    scope: str = ""
    language: str = "en"
    split: str = ""

    def texts(self, cell: str) -> list[str]:
        """The texts of a cell."""
        return [text for part in (cell.split(self.split) if self.split else [cell]) if (text := part.strip())]


def recognises(head: str) -> bool:
    """Whether the second row of a table says what its columns become, the id among them."""
    lines = [line for line in head.splitlines()[:3] if line.strip()]
    if len(lines) < 2:
        return False
    for separator in "\t,":
        try:
            cells = next((row for _, row in rows_of(lines[1:2], "", separator)), [])
        except BadInput:
            continue
        filled = [cell.strip() for cell in cells if cell.strip()]
        if len(filled) > 1 and "ID" in filled and all(TEMPLATE.fullmatch(cell) for cell in filled):
            return True
    return False


def read(path: Path, title: str = "") -> ParsedTerminology:
    """The classes of a template; further rows of an id add to it. Parents are named by id or by label.

    A row without an id, and a link to what is no row, is left out and is a problem. BadInput where no column is the id.
    """
    problems: list[Problem] = []
    every = table_rows(path, "\t,", lambda row, sentence: problems.append(Problem(row, sentence)))
    rows = ((number, row) for number, row in every if any(cell.strip() for cell in row))
    next(rows, None)
    columns = [_column(cell.strip()) for cell in next(rows, (0, []))[1]]
    if not any(column.field == "id" for column in columns):
        raise BadInput(f"{path.name} has no row under its headings that says which column is the ID; add one.")
    found: dict[str, LabelledConcept] = {}
    for number, row in rows:
        cells = [(column, column.texts(cell)) for column, cell in zip(columns, row, strict=False)]
        id = next((texts[0] for column, texts in cells if column.field == "id" and texts), "")
        kind = next((texts[0].lower() for column, texts in cells if column.field == "type" and texts), "")
        if not id:
            problems.append(Problem(number, "The ID is empty; fill it in. The row is left out."))
        elif kind in CLASSES:
            _take(found.setdefault(id, LabelledConcept(id, number)), cells)
    labels = {text: one.id for one in reversed(found.values()) for text, _ in one.preferred}
    for one in found.values():
        one.parents = [parent if parent in found else labels.get(parent.strip("'"), parent) for parent in one.parents]
        others = [other for other in dict.fromkeys(one.notes.pop(CONSIDER, ())) if other != one.replaced_by]
        one.notes |= {CONSIDER: others} if others else {}
    listed = concepts_of(list(found.values()), problems, "label", "en")
    return ParsedTerminology(title or path.name.partition(".")[0], "", "", path.name, listed, problems)


def _column(template: str) -> Column:
    split = SPLIT.search(template)
    template = SPLIT.sub("", template).strip()
    spoken = LANGUAGE.fullmatch(template)
    language = spoken[2].lower() if spoken else "en"
    template = f"A {spoken[1]}" if spoken else re.sub(r"^A[TI] ", "A ", template).partition("^^")[0]
    parted = split[1] if split else ""
    if template.startswith("A ") and (scoped := SCOPED.search(template)):
        return Column("synonym", scoped[1].lower(), language, parted)
    if template[2:] in NAMES:
        return Column("synonym", EXACT, language, parted)
    return Column(FIELDS.get(template.lower(), ""), "", language, parted)


def _take(one: LabelledConcept, cells: Sequence[tuple[Column, list[str]]]) -> None:
    for column, texts in cells:
        if column.field == "label":
            one.preferred += [(text, column.language) for text in texts]
        elif column.field == "synonym":
            one.others += [Name(text, "synonym", column.scope, "synonym", column.language) for text in texts]
        elif column.field == "parents":
            one.parents += [text for text in texts if " some " not in text]
        elif column.field == "definition" and texts:
            one.definitions.setdefault(column.language, texts[0])
        elif column.field == "comment" and texts:
            one.notes.setdefault("Comment", []).extend(texts)
        elif column.field == "deprecated":
            one.obsolete |= texts[:1] in (["true"], ["TRUE"], ["1"])
        elif column.field == "replaced by" and texts:
            one.replaced_by = one.replaced_by or texts[0]
            one.notes.setdefault(CONSIDER, []).extend(texts)
        elif column.field == "consider" and texts:
            one.notes.setdefault(CONSIDER, []).extend(texts)
