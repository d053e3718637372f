"""What people's work adds to a map, as a hash: a map is drawn anew when it has changed."""

from __future__ import annotations

import hashlib
import json

from engine.maps.request import MapRequest
from engine.workspace import Workspace
from store import edits, labels


def cache_stamp(workspace: Workspace, request: MapRequest) -> str:
    """The hash of a label set's names and of the links people have changed; "" where there are none."""
    with workspace.reading() as db:
        names = [label.name for label in labels.in_set(db, request.of)] if request.kind == "labels" else []
        links = [
            [kind, edit.concept_id, edit.name, edit.action]
            for kind in (edits.CONCEPT, edits.PARENT)
            for edit in edits.in_force(db, request.terminology, kind=kind)
        ]
    if not names and not links:
        return ""
    return hashlib.sha256(json.dumps([names, links]).encode()).hexdigest()
