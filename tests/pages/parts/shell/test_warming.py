"""What the first ranking needs is read while the browser is still loading the page."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from engine.workbench import Workbench
from pages.parts.shell import warming, workspace

ROOT = Path(__file__).parents[4]
HEAVY = ("store", "numpy", "pandas", "torch")


def test_the_window_answers_before_the_engine_is_there() -> None:
    """But for what its guard asks of a request, which brings nothing along."""
    code = "import sys, app; print(*sorted(sys.modules))"
    found = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    loaded = found.stdout.split()
    assert [one for one in loaded if one.split(".")[0] in HEAVY] == []
    of_guard = ["engine", "engine.serving", "engine.serving.loopback"]
    assert [one for one in loaded if one.split(".")[0] == "engine"] == of_guard


def test_a_page_waits_for_what_the_start_began(workbench: Workbench) -> None:
    begun = warming.warm_up()
    assert begun is not None
    opened = workspace.opened()
    assert begun is warming.warming(opened, "vectors", ("organs",))
    assert opened.workspace.folder == workbench.workspace.folder
    begun.join()


def test_a_start_makes_no_workspace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NOMENCLATOR_WORKSPACE", str(tmp_path / "none"))
    assert warming.warm_up() is None
    assert not (tmp_path / "none").exists()
