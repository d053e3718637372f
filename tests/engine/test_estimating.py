"""How sure answers are: from held-out synonyms, or from what people decided."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine import estimating, worker
from engine.answering import normaliser_of
from engine.normalising import Asked
from engine.workbench import Workbench


def test_synonyms_are_searched_without_themselves_and_the_curve_is_kept(
    workbench: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = Asked("m.csv", "organs")
    curve = normaliser_of(workbench.workspace, asked).calibration
    assert curve is not None
    assert 0 < curve.probability("OD-T", 0.1) <= curve.probability("OD-T", 0.999) < 1
    kept = list((workbench.workspace.folder / "indexes").glob("calibration-*.json"))
    assert len(kept) == 1
    monkeypatch.setattr(estimating, "from_synonyms", None)  # would fail if it were asked again
    assert normaliser_of(workbench.workspace, asked).calibration == curve
    assert normaliser_of(workbench.workspace, Asked("m.csv", "organs", calibrate=False)).calibration is None


def test_decisions_say_more_than_synonyms_once_there_are_enough(
    workbench: Workbench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(estimating, "ENOUGH", 4)
    path = tmp_path / "m.csv"
    texts = ["lung infected badly", "heart pains in chest", "cardiac failing", "asthma bronchiale", "breathing", "pneu"]
    path.write_text("mention\n" + "\n".join(texts) + "\n", encoding="utf-8")
    run = worker.execute(workbench.workspace, workbench.queue_normalisation(Asked(str(path), "organs")))
    lines = workbench.answers(run.result["normalisation"])
    sha256 = lines[0].model_sha256
    for line in lines[:3]:
        workbench.decide(run.result["normalisation"], [line.id], "none", "ann")  # the lower half is wrong
    assert estimating.from_decisions(workbench.workspace, "organs", sha256) is None
    for line in lines[3:]:
        workbench.decide(run.result["normalisation"], [line.id], "accept", "ann")
    curve = estimating.from_decisions(workbench.workspace, "organs", sha256)
    assert curve is not None
    assert curve.probability("all", lines[0].score) < 0.5 < curve.probability("all", lines[-1].score)
    assert estimating.from_decisions(workbench.workspace, "organs", "another") is None
