"""A terminology of a workspace audited against the others there; as a run, what was found is kept."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from engine.events import Event, Finished, Progress, result_of
from engine.models.open import open_encoder
from engine.models.protocol import NameEncoder
from engine.placement.audit import audit
from engine.placement.audit.reading import read_audited
from engine.placement.audit.records import AuditedTerminology, Elsewhere
from engine.ranking.shelves.shelves import Shelves
from engine.terminology.lookup import find
from engine.workspace import Workspace
from store import edits, findings, terminologies
from store.records.terminology import Terminology


def audit_terminology(
    workspace: Workspace, shelves: Shelves, terminology: Terminology, encoder: NameEncoder
) -> Iterator[Event]:
    """Look for every kind of fault, edits counted; Progress, then Finished with {"report", "edit"}: an AuditReport, and
    the newest edit that it counts."""
    yield Progress(0, 1, f"Reading {terminology.title}")
    edit, audited = read_beside_others(workspace, shelves, terminology, encoder)
    found = yield from result_of(audit(audited))
    yield Finished(found | {"edit": edit})


def read_beside_others(
    workspace: Workspace, shelves: Shelves, terminology: Terminology, encoder: NameEncoder
) -> tuple[int, AuditedTerminology]:
    """The newest edit, and the terminology as it is audited, with the others of the workspace."""
    with workspace.reading() as db:
        others = [
            Elsewhere(one.title, read_audited(db, shelves, one, encoder, exact=True))
            for one in terminologies.newest_versions(db)
            if one.slug != terminology.slug
        ]
        return edits.last_id(db), replace(read_audited(db, shelves, terminology, encoder), others=others)


def keep_audit(workspace: Workspace, recipe: dict[str, Any], run: int) -> Iterator[Event]:
    """The audit of `recipe` {"terminology", "encoder"}, kept instead of the terminology's last one.

    Finished with {"audit", "findings"}: its number, and how many findings it has.
    """
    terminology, encoder = find(workspace, recipe["terminology"]), open_encoder(workspace, recipe["encoder"])
    found = yield from result_of(audit_terminology(workspace, Shelves(workspace), terminology, encoder))
    rows = [[getattr(one, name) for name in findings.COLUMNS] for one in found["report"].findings]
    named = (run, terminology.slug, recipe["encoder"], encoder.sha256, found["edit"])
    with workspace.writing() as db:
        number = findings.replace(db, *named, rows)
    yield Finished({"audit": number, "findings": len(rows)})
