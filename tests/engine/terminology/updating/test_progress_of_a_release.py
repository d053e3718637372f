"""How far the taking in of a release is rises while it works, and never falls."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine import events
from engine.events import Event, Finished, Progress
from engine.terminology import importing
from engine.terminology.updating import update
from engine.workbench import Workbench

CONCEPTS = 30_000


def nothing(*given: Any) -> Iterator[Event]:
    """Stands for the encoding, which says itself how far it is."""
    yield Finished({})


def test_the_share_rises_while_versions_are_compared_and_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It stood at 20 % while a large release was compared, and at 85 % while it was written."""
    monkeypatch.setattr(events, "LOOK_SECONDS", 0.002)
    workspace, path = Workbench(tmp_path / "workspace").workspace, tmp_path / "many.csv"
    rows = [f"C{number},name {number},{f'C{number // 10}' if number else ''}" for number in range(CONCEPTS)]
    path.write_text("\n".join(["id,name,parents", *rows]), encoding="utf-8")
    list(importing.import_file(workspace, {"path": str(path), "name": "many"}))
    path.write_text("\n".join(["id,name,parents", *rows, "D,another,C1"]), encoding="utf-8")
    recipe = {"path": str(path), "name": "many", "who": "ann"}
    told = [one for one in update.update_file(workspace, recipe, nothing, nothing) if isinstance(one, Progress)]
    assert [one.step for one in told] == sorted(one.step for one in told)
    for what in ("Counting", "Comparing", "Writing"):
        assert len({one.step for one in told if one.message.startswith(what)}) > 1, what
