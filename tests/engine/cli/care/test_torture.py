"""The command `torture`: one JSON object, and an exit code that says whether anything was lost or failed."""

from __future__ import annotations

import json

import pytest

from engine.__main__ import main
from engine.reliability.torture import run
from engine.reliability.torture.run import QUICK, Extent

SMALL = Extent(
    kills=1, kill_seconds=60, power_cuts=1, power_cut_seconds=60, reader_seconds=1, in_a_process=QUICK.in_a_process
)


@pytest.mark.slow
def test_what_was_attacked_is_one_object(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "QUICK", SMALL)
    code = main(["torture", "--quick", "--json"])
    found = json.loads(capsys.readouterr().out)
    assert (code == 0) == (not found["lost"] and not found["failures"])
    assert found["attacks"]["kill"]["rounds"] == 1 and found["lost"] == 0 and found["acknowledged"] > 0
    assert found["rounds"] == 1 + (not found["attacks"]["power cut"]["skipped"])
    for figures in found["readers"].values():
        assert set(figures) == {"inputs", "crashes", "hangs", "peak_mb"}


@pytest.mark.slow
def test_too_few_rounds_are_a_failure(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    extent = Extent(kills=100, kill_seconds=0, power_cuts=100, power_cut_seconds=0, reader_seconds=0)
    monkeypatch.setattr(run, "FULL", extent)
    monkeypatch.setattr(run, "attack_readers", lambda *given: ({}, [], ""))
    assert main(["torture", "--json"]) == 2
    written = capsys.readouterr()
    assert "kill: 0 of 100 rounds in 0 s." in json.loads(written.out)["failures"] and "things failed" in written.err
