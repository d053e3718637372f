"""What the window says where there is no terminology."""

from __future__ import annotations

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from engine.jobs import worker
from engine.workbench import Workbench
from tests.linked import copied


def test_a_workspace_made_empty_is_no_failed_start(
    written_dictionary: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    open_page,
    started: list[int],
) -> None:
    folder = tmp_path / "empty"
    bench = Workbench(folder)
    copied(written_dictionary, folder / "indexes")
    worker.execute(bench.workspace, bench.jobs.queue("init", "empty", {"empty": True}))
    monkeypatch.setenv("NOMENCLATOR_WORKSPACE", str(folder))
    app: AppTest = open_page()
    assert not app.error and app.info[0].value.startswith("This workspace has no terminology.") and not started
    assert [one.label for one in app.button] == ["Take the three in"]
    app.button[0].click().run()
    assert len(started) == 1
