"""The proposals of one list as a table or as mappings: each name with its parent, accepted, refused or proposed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from engine.errors import BadInput
from engine.formats.mapping_sets.provenance import MANUAL, SEMANTIC
from engine.formats.recognition import written_format
from engine.formats.registry import MAPPINGS, ROWS, writers
from engine.terminology.exporting import Kind
from engine.terminology.exporting.provenance_slots import provenance_slots
from engine.terminology.exporting.tables import Prefixes
from engine.terminology.exporting.tables import write as write_table

HEADINGS = {
    "row": "row",
    "text": "name",
    "decision": "decision",
    "code": "id",
    "parent": "parent",
    "parent_name": "parent name",
    "path": "path",
    "score": "score",
    "probability": "probability",
    "differs": "differs from nearest in",
    "against": "parent differs in",
    "nearest": "nearest concept",
    "nearest_name": "nearest name",
    "nearest_score": "nearest score",
    "named": "already a name of",
    "others": "other parents",
    "who": "by",
    "when": "at",
    "note": "note",
    "model": "model",
    "model_sha256": "model sha256",
}
KIND = Kind(
    "proposals",
    "Proposed parents of a list",
    "Every name of a list with the parent that was accepted, refused or is only proposed.",
    tuple(HEADINGS.values()),
    sssom="The object is a broader concept than the subject (skos:broadMatch); one that was refused is not. A proposal "
    "that nobody decided about is justified by the encoder alone.",
    loads=False,
)


def write(path: Path, rows: Iterable[Mapping[str, Any]], terminology: str) -> int:
    """Write rows by the keys of `HEADINGS`, in the format that the file's ending names; how many.

    In SSSOM a name without a parent, put aside or not, is mapped to sssom:NoTermFound. BadInput for another ending.
    """
    format = written_format(path.name, ROWS, MAPPINGS)
    if not format:
        tables = " or ".join(one.written[0] for one in writers(ROWS).values())
        raise BadInput(f"{path.name}: the ending names no format of proposals; use {tables}.")
    cells = ([row.get(key) for key in HEADINGS] for row in rows)
    return write_table(path, format, KIND, cells, mapping, terminology)


def mapping(row: Sequence[Any], prefixes: Prefixes) -> dict[str, Any]:
    """The SSSOM slots of a row with their values; prefixes of its CURIEs are added to `prefixes`."""
    cells = dict(zip(HEADINGS, row, strict=True))
    who, when, note = (str(cells[key] or "") for key in ("who", "when", "note"))
    subject = {"subject_id": prefixes.of(cells["code"], prefixes.slug)} if cells["code"] else {}
    return {
        "subject_type": None if cells["code"] else "rdfs literal",
        **subject,
        "subject_label": cells["text"],
        "predicate_modifier": "Not" if cells["decision"] == "refused" and cells["parent"] else None,
        "predicate_id": "skos:broadMatch",
        "object_id": prefixes.of(cells["parent"], prefixes.slug) if cells["parent"] else "sssom:NoTermFound",
        "object_label": cells["parent_name"],
        "confidence": cells["probability"],
        **provenance_slots(who, when, note, score=cells["score"], justification=MANUAL if who else SEMANTIC),
    }
