from __future__ import annotations

from pathlib import Path

import pytest

from engine.benchmarks import window
from engine.benchmarks.window import bench_live, in_browser, python_seconds
from engine.errors import BadInput
from engine.workbench import Workbench


def test_the_engine_is_light() -> None:
    assert python_seconds("import engine") - python_seconds("") < window.IMPORT


def test_a_program_that_cannot_measure_says_so_in_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(BadInput, match=r"“tests\.browser\.nothing” could not measure the window: .*No module named"):
        in_browser("tests.browser.nothing")
    monkeypatch.setattr(window, "ROOT", tmp_path)
    with pytest.raises(BadInput, match="measured from its source folder"):
        in_browser("tests.browser.start")


def test_more_encoders_than_there_are_cannot_be_measured(workbench: Workbench) -> None:
    with pytest.raises(BadInput, match="has 1 encoders that have read its names, and 4"):
        bench_live(workbench, encoders=4)
