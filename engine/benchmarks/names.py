"""The names that are measured with: real ones."""

from __future__ import annotations

from engine.workspace import Workspace
from store import terminologies


def every_name(workspace: Workspace) -> list[str]:
    """Every name of the workspace's terminologies, one terminology after the other."""
    with workspace.reading() as db:
        return [row[3] for one in terminologies.all_terminologies(db) for row in terminologies.name_rows(db, one.slug)]
