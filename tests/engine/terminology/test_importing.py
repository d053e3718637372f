"""An import lets go of what it read once it is written: a gigabyte of SNOMED CT stood beside its encoding."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from pathlib import Path

from engine.events import Event
from engine.formats.parsed import Parsed
from engine.terminology import importing
from engine.workspace import Workspace
from tests.conftest import TERMS


def test_nothing_that_was_read_is_in_memory_while_names_are_encoded(tmp_path: Path) -> None:
    file, left = tmp_path / "terms.csv", list[object]()
    file.write_text(TERMS, encoding="utf-8")

    def encode(workspace: Workspace, slug: str, encoder: str) -> Iterator[Event]:
        gc.collect()
        left.extend(one for one in gc.get_objects() if isinstance(one, Parsed) and one.concepts)
        yield from ()

    list(importing.import_file(Workspace(tmp_path / "w"), {"path": str(file), "name": "organs"}, encode))
    assert left == []
