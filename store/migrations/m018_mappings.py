"""Mapping projects: a terminology onto another, its lines, and what people decide about them."""

from __future__ import annotations

from store.migrations.append_only import INVERSE, append_only
from store.sqlite import Database


def m018_mappings(db: Database) -> None:
    """Projects with their lines and the mappings that files brought; decisions and assignments are kept for good."""
    _table(
        db,
        "mapping_projects",
        {
            **{"id": int, "title": str, "source": str, "target": str, "branch": str, "unmapped": int},
            **{"encoder": str, "encoder_sha256": str, "edit": int, "run": int, "who": str, "at": str},
        },
    )
    _table(
        db,
        "mapping_lines",
        {
            **{"id": int, "project": int, "source": str, "name": str, "branch": str, "candidates": str},
            **{"confidence": float, "predicate": str, "same": int, "differs": str, "frequency": int},
        },
    )
    db.table("mapping_lines").create_index(["project", "source"], unique=True)
    _table(
        db,
        "loaded_mappings",
        {"id": int, "project": int, "source": str, "target": str, "predicate": str, "origin": str, "who": str}
        | {"at": str},
    )
    db.table("loaded_mappings").create_index(["project", "source"])
    _table(
        db,
        "mapping_decisions",
        {
            **{"id": int, "project": int, "source": str, "who": str, "name": str, "decision": str, "targets": str},
            **{"score": float, "reason": str, "addressed": str, "model": str, "model_sha256": str, "at": str},
            **{"entered_by": str, "entered_at": str, "batch": int, "role": str, "of_batch": int},
        },
        optional={"score", "of_batch"},
    )
    _table(
        db,
        "mapping_assignments",
        {
            **{"id": int, "project": int, "source": str, "name": str, "assigned": str, "who": str, "at": str},
            **{"batch": int, "role": str, "of_batch": int},
        },
        optional={"of_batch"},
    )
    for table in ("mapping_decisions", "mapping_assignments"):
        db.table(table).create_index(["batch"])
    db.table("mapping_decisions").create_index(["project", "source", "who"])
    db.table("mapping_assignments").create_index(["project", "source"])
    append_only(db, ("mapping_decisions", "mapping_assignments"), INVERSE)


def _table(db: Database, name: str, columns: dict[str, type], optional: set[str] | None = None) -> None:
    db.table(name).create(columns, pk="id", not_null=set(columns) - {"id"} - (optional or set()))
