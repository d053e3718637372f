"""Which columns a person chose for a table, kept for the next file with the same headings."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence

from engine.terminology.source_file import SourceFile
from engine.workspace import Workspace
from store import settings


def keep_columns(workspace: Workspace, file: SourceFile) -> None:
    """Keep which heading each field has in tables with the file's headings, in the place of what was kept before;
    nothing where its columns are not given."""
    if file.columns and (headings := file.headings()):
        with workspace.writing() as db:
            settings.put(db, _key(headings), json.dumps(file.columns, ensure_ascii=False))


def kept_columns(workspace: Workspace, headings: Sequence[str]) -> dict[str, str]:
    """Field -> heading, "" for none, as a person chose them for a table with these headings; {} where nobody did."""
    with workspace.reading() as db:
        found = json.loads(settings.get(db, _key(headings), "{}"))
    return {str(field): str(heading) for field, heading in found.items() if heading in ("", *headings)}


def _key(headings: Sequence[str]) -> str:
    return "columns " + hashlib.sha256(json.dumps(list(headings)).encode()).hexdigest()[:24]
