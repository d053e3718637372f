"""The proposals of one list as SSSOM TSV: each name with the parent that was accepted, refused or only proposed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from engine.exporting import Kind
from engine.exporting.tables import Prefixes
from engine.exporting.tables import write as write_table
from engine.writers.proposals import HEADINGS

KIND = Kind(
    "proposals",
    "Hypernym proposals of a list",
    "Every name of a list with the parent that was accepted, refused or is only proposed.",
    tuple(HEADINGS.values()),
    sssom="The object is a broader concept than the subject (skos:broadMatch); one that was refused is not. A proposal "
    "that nobody decided about is justified by the encoder alone.",
    loads=False,
)
BY_HAND, BY_ENCODER = "semapv:ManualMappingCuration", "semapv:SemanticSimilarityThresholdMatching"


def write(path: Path, rows: Iterable[Mapping[str, Any]], terminology: str) -> int:
    """Write rows by the keys of `HEADINGS`; how many. A name without a parent is mapped to sssom:NoTermFound."""
    cells = ([row.get(key) for key in HEADINGS] for row in rows)
    return write_table(path, "sssom", KIND, cells, mapping, terminology)


def mapping(row: Sequence[Any], prefixes: Prefixes) -> dict[str, Any]:
    """A row as a mapping."""
    said = dict(zip(HEADINGS, row, strict=True))
    subject = {"subject_id": prefixes.of(said["code"], prefixes.slug)} if said["code"] else {}
    return {
        "subject_type": None if said["code"] else "rdfs literal",
        **subject,
        "subject_label": said["text"],
        "predicate_modifier": "Not" if said["decision"] == "refused" else None,
        "predicate_id": "skos:broadMatch",
        "object_id": prefixes.of(said["parent"], prefixes.slug) if said["parent"] else "sssom:NoTermFound",
        "object_label": said["parent_name"],
        "mapping_justification": BY_HAND if said["who"] else BY_ENCODER,
        "author_label": str(said["who"] or "").replace("|", "\\|"),
        "mapping_date": str(said["when"] or "")[:10],
        "confidence": said["probability"],
        "similarity_score": said["score"],
        "comment": said["note"],
    }
