"""How sure answers are: from held-out synonyms, or from what people decided."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from engine.jobs import worker
from engine.normalisation import confidence, fitting
from engine.normalisation.confidence import NEVER, SieveCalibration, best_threshold, calibrated
from engine.normalisation.factory import open_normaliser
from engine.normalisation.request import NormalisationRequest
from engine.workbench import Workbench


def test_synonyms_are_searched_without_themselves_and_the_curve_is_kept(
    workbench: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = NormalisationRequest("m.csv", "organs")
    curve = open_normaliser(workbench.workspace, asked).calibration
    assert curve is not None
    assert 0 < curve.probability("OD-T", 0.1) <= curve.probability("OD-T", 0.999) < 1
    kept = list((workbench.workspace.folder / "indexes").glob("calibration-*.json"))
    assert len(kept) == 1
    monkeypatch.setattr(fitting, "calibration_from_synonyms", None)  # would fail if it were asked again
    assert open_normaliser(workbench.workspace, asked).calibration == curve
    assert (
        open_normaliser(workbench.workspace, NormalisationRequest("m.csv", "organs", calibrate=False)).calibration
        is None
    )


def test_decisions_say_more_than_synonyms_once_there_are_enough(
    workbench: Workbench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(confidence, "ENOUGH", 4)
    path = tmp_path / "m.csv"
    texts = ["lung infected badly", "heart pains in chest", "cardiac failing", "asthma bronchiale", "breathing", "pneu"]
    path.write_text("mention\n" + "\n".join(texts) + "\n", encoding="utf-8")
    run = worker.execute(workbench.workspace, workbench.normalisation.queue(NormalisationRequest(str(path), "organs")))
    lines = workbench.answers.lines(run.result["normalisation"])
    sha256 = lines[0].model_sha256
    for line in lines[:3]:
        workbench.decisions.decide(run.result["normalisation"], [line.id], "none", "ann")  # the lower half is wrong
    assert confidence.from_decisions(workbench.workspace, "organs", sha256) is None
    for line in lines[3:]:
        workbench.decisions.decide(run.result["normalisation"], [line.id], "accept", "ann")
    curve = confidence.from_decisions(workbench.workspace, "organs", sha256)
    assert curve is not None
    assert curve.probability("all", lines[0].score) < 0.5 < curve.probability("all", lines[-1].score)
    assert confidence.from_decisions(workbench.workspace, "organs", "another") is None


def test_the_curve_is_near_the_share_right_and_never_falls() -> None:
    rng = np.random.default_rng(0)
    scores = rng.random(4_000)
    right = rng.random(4_000) < scores**2
    curve = calibrated(["O-T"] * 4_000, scores, right)
    told = [curve.probability("O-T", score) for score in np.linspace(0, 1, 50)]
    assert all(np.diff(told) >= 0)
    for score in (0.3, 0.6, 0.9):
        assert curve.probability("O-T", score) == pytest.approx(score**2, abs=0.1)
    assert SieveCalibration.from_dict(curve.to_dict()) == curve


def test_a_sieve_with_few_answers_takes_the_common_curve() -> None:
    curve = calibrated(["exact"] * 60 + ["O-T"] * 4, [1.0] * 60 + [0.5] * 4, [True] * 45 + [False] * 19)
    assert curve.probability("exact", 1.0) == pytest.approx(46 / 62)  # and one right, one wrong answer more
    assert curve.probability("O-T", 0.5) == curve.probability("never seen", 0.5) < 0.5


def test_few_answers_make_no_certainty() -> None:
    curve = calibrated(["O-T"] * 3, [0.2, 0.5, 0.9], [True, True, True])
    assert 0 < curve.probability("O-T", 0.1) < curve.probability("O-T", 1.0) < 1


def test_the_threshold_leaves_most_right() -> None:
    threshold = best_threshold([0.9, 0.8, 0.3], [True, True, False], [0.4, 0.5, 0.95])
    assert 0.5 < threshold <= 0.8
    assert best_threshold([0.9], [True], []) == NEVER
