"""The time left is what the pace so far says, and nothing where it says nothing."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from engine.jobs.eta import with_time_left
from store.records.training import TrainingRun

BEGUN = datetime.fromisoformat("2026-01-01T12:00:00.000+00:00")
RUN = TrainingRun(
    id=1, kind="train", title="t", recipe={"optimiser": {"most_epochs": 10}}, status="running", step=20, total=100,
    message="", metrics={}, curve=[{"epoch": 1}, {"epoch": 2}], error="", result={}, created="",
    started=BEGUN.isoformat(), finished="",
)  # fmt: skip


def after(seconds: float, run: TrainingRun) -> float | None:
    return with_time_left(run, BEGUN + timedelta(seconds=seconds)).eta


def test_the_rest_takes_as_long_as_the_pace_so_far() -> None:
    assert after(40, RUN) == pytest.approx(160)  # 2 s a step, 80 to go
    assert after(40, replace(RUN, kind="import", curve=[])) == pytest.approx(160)


def test_epochs_before_a_run_was_taken_up_again_do_not_count() -> None:
    resumed = replace(RUN, step=60, curve=[{"epoch": 6}])  # 50 steps were done before

    assert after(20, resumed) == pytest.approx(80)  # 10 steps in 20 s, 40 to go


@pytest.mark.parametrize(
    "unknown",
    [
        {"curve": []},
        {"status": "queued"},
        {"status": "done"},
        {"started": ""},
        {"step": 100},
        {"total": 0},
        {"kind": "import", "step": 7},
    ],
)
def test_what_cannot_be_known_is_not_guessed(unknown: dict) -> None:
    assert after(40, replace(RUN, **unknown)) is None
