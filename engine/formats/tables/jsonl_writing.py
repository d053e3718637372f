"""JSON Lines: a line a concept, with all that is known of it and of its names, and who added them."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from engine.formats.changes import Changes, provenance
from engine.workspace import written_whole
from store.records.terminology import Concept, Name, Terminology

_encode = json.JSONEncoder(ensure_ascii=False, check_circular=False).encode


def write(path: Path, concepts: Iterable[Concept], about: Terminology, changes: Changes | None = None) -> int:
    """Write the concepts as they come; how many names. The file appears when it is whole."""
    count, changes = 0, changes or Changes()
    with written_whole(path) as temporary, open(temporary, "w", encoding="utf-8", newline="\n") as file:
        for concept in concepts:
            count += max(1, len(concept.names))
            file.write(_encode(_line(concept, changes)) + "\n")
    return count


def _line(concept: Concept, changes: Changes) -> dict[str, Any]:
    line: dict[str, Any] = {
        "id": concept.id,
        "name": concept.preferred,
        "names": [_name(concept.id, name, changes) for name in concept.names],
        "parents": list(concept.parents),
    }
    if concept.definition:
        line["definition"] = concept.definition
    if concept.notes:
        line["notes"] = concept.notes
    if concept.obsolete:
        line["obsolete"] = True
    if concept.replaced_by:
        line["replaced_by"] = concept.replaced_by
    return line


def _name(concept: str, name: Name, changes: Changes) -> dict[str, Any]:
    cells = {
        "text": name.text,
        "kind": name.kind,
        "scope": name.scope,
        "source": name.source,
        "language": name.language,
    }
    edit = changes.of_name(concept, name.text)
    return {**cells, **dict(provenance(edit))} if edit else cells
