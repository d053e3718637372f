"""An import lets go of what it read once it is written: a gigabyte of SNOMED CT stood beside its encoding."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.errors import BadInput
from engine.events import Event
from engine.formats.parsed import ParsedTerminology
from engine.terminology import importing
from engine.terminology.source_file import SourceFile
from engine.workspace import Workspace
from tests.conftest import TERMS


def test_nothing_that_was_read_is_in_memory_while_names_are_encoded(tmp_path: Path) -> None:
    file, left = tmp_path / "terms.csv", list[object]()
    file.write_text(TERMS, encoding="utf-8")

    def encode(workspace: Workspace, slug: str, encoder: str) -> Iterator[Event]:
        gc.collect()
        left.extend(one for one in gc.get_objects() if isinstance(one, ParsedTerminology) and one.concepts)
        yield from ()

    list(importing.import_file(Workspace(tmp_path / "w"), {"path": str(file), "name": "organs"}, encode))
    assert left == []


def test_a_short_name_that_somebody_took_meanwhile_is_a_sentence(tmp_path: Path) -> None:
    """“UNIQUE constraint failed: terminologies.slug” was."""
    file, workspace = tmp_path / "terms.csv", Workspace(tmp_path / "w")
    file.write_text(TERMS, encoding="utf-8")
    with pytest.raises(BadInput, match="The short name “organs” is taken"):
        for event in importing.import_file(workspace, {"path": str(file), "name": "organs"}):
            if getattr(event, "message", "").startswith("Counting"):
                importing.add(workspace, "organs", SourceFile(file).read())
