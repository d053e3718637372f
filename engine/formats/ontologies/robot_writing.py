"""ROBOT template: a TSV that `robot template` turns into an ontology, its second row saying what each column becomes.

Synonyms stand together in one cell a scope, parted by “|”. One that holds a “|” itself, and one that people added, has
a row of its own under the concept's id, beside it who added it, when and why.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator
from pathlib import Path

from engine.formats.changes import Changes, in_a_line
from engine.formats.parsed import CONSIDER
from engine.workspace import written_whole
from store.records.terminology import SCOPES, Concept, Name, Terminology

SPLIT = "|"
SYNONYM = "A oboInOwl:has{}Synonym"
COLUMNS = {
    "ID": "ID",
    "Label": "LABEL",
    "Definition": "A IAO:0000115",
    "Parents": f"SC % SPLIT={SPLIT}",
    **{f"{scope} synonyms": f"{SYNONYM.format(scope.capitalize())} SPLIT={SPLIT}" for scope in SCOPES},
    "comment": "A rdfs:comment",
    "deprecated": "AT owl:deprecated^^xsd:boolean",
    "replaced by": "AI IAO:0100001",
    "consider": f"AI oboInOwl:consider SPLIT={SPLIT}",
}
OWN = {
    **{f"{scope} synonym": SYNONYM.format(scope.capitalize()) for scope in SCOPES if scope != "exact"},
    "exact synonym": SYNONYM.format("Exact"),
    "by": ">A dc:creator",
    "at": ">A dc:date",
    "why": ">A rdfs:comment",
}
BLANKS = str.maketrans({"\t": " ", "\n": " ", "\r": " "})


def write(path: Path, concepts: Iterable[Concept], about: Terminology, changes: Changes | None = None) -> int:
    """Write the concepts as they come; how many names. The file appears when it is whole."""
    count, changes, columns = 0, changes or Changes(), COLUMNS | OWN
    with written_whole(path) as temporary, open(temporary, "w", encoding="utf-8", newline="\n") as file:
        table = csv.writer(file, delimiter="\t", lineterminator="\n")
        table.writerows([columns, columns.values()])
        for concept in concepts:
            count += max(1, len(concept.names))
            for row in _rows(concept, changes):
                table.writerow([row.get(column, "").translate(BLANKS) for column in columns])
    return count


def _rows(concept: Concept, changes: Changes) -> Iterator[dict[str, str]]:
    synonyms: dict[str, list[str]] = {}
    apart: list[Name] = []
    for name in concept.names:
        if name.kind == "preferred" and name.text == concept.preferred:
            continue
        if SPLIT in name.text or changes.of_name(concept.id, name.text):
            apart.append(name)
        else:
            synonyms.setdefault(f"{name.scope} synonyms", []).append(name.text)
    yield {
        "ID": concept.id,
        "Label": concept.preferred,
        "Definition": concept.definition,
        "Parents": SPLIT.join(concept.parents),
        **{column: SPLIT.join(texts) for column, texts in synonyms.items()},
        "comment": "; ".join(
            f"{heading}: {text}" for heading, texts in concept.notes.items() if heading != CONSIDER for text in texts
        ),
        "deprecated": "true" if concept.obsolete else "",
        "replaced by": concept.replaced_by,
        "consider": SPLIT.join(concept.notes.get(CONSIDER, ())),
    }
    for name in apart:
        row = {"ID": concept.id, "Label": concept.preferred, f"{name.scope} synonym": name.text}
        edit = changes.of_name(concept.id, name.text)
        seen = {"by": edit.who, "at": edit.when, "why": in_a_line(edit)} if edit and name.scope == "exact" else {}
        yield {**row, **seen}
