"""The time left is what the pace so far says, and nothing where it says nothing."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest

from engine.jobs.eta import finished_share, time_left, with_time_left
from store.records.training import JobRun

BEGUN = datetime.fromisoformat("2026-01-01T12:00:00.000+00:00")
RUN = JobRun(
    id=1, kind="train", title="t", recipe={"optimiser": {"most_epochs": 10}}, status="running", step=20, total=100,
    message="", metrics={}, curve=[{"epoch": 1}, {"epoch": 2}], error="", result={}, created="",
    started=BEGUN.isoformat(), finished="",
)  # fmt: skip


def after(seconds: float, run: JobRun) -> float | None:
    return with_time_left(run, BEGUN + timedelta(seconds=seconds)).eta


def test_the_rest_takes_as_long_as_the_pace_so_far() -> None:
    assert after(40, RUN) == pytest.approx(160)  # 2 s a step, 80 to go
    assert after(40, replace(RUN, kind="import", curve=[])) == pytest.approx(160)


def test_epochs_before_a_run_was_taken_up_again_do_not_count() -> None:
    resumed = replace(RUN, step=60, curve=[{"epoch": 6}])  # 50 steps were done before

    assert after(20, resumed) == pytest.approx(80)  # 10 steps in 20 s, 40 to go


def test_mentions_are_told_at_the_pace_since_they_are_counted() -> None:
    """20,000 took a minute to show a time, and after a `resume` those before counted as done at once."""
    counted = replace(RUN, kind="normalise", curve=[], step=11_000, total=20_000)
    counted = replace(counted, metrics={"before": 10_000, "seconds": 100.0})
    assert after(400, counted) == pytest.approx(900)  # 10 a second, whatever it took to begin
    assert after(400, replace(counted, metrics={"before": 10_900, "seconds": 10.0})) == pytest.approx(900)
    assert finished_share(counted) == 0.55
    for told in ({"before": 10_000, "seconds": 2.0}, {"before": 10_990, "seconds": 10.0}):
        assert after(400, replace(counted, metrics=told)) is None
    assert after(400, replace(counted, status="interrupted")) is None


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


def trained(epoch: float, best: int, patience: int = 10, most: int = 200, **more: Any) -> JobRun:
    """A training after so many epochs of ten steps, the best of them the one given."""
    recipe = {"optimiser": {"patience": patience, "most_epochs": most}}
    metrics = {"epoch": int(epoch), "best_epoch": best}
    return replace(RUN, recipe=recipe, step=round(10 * epoch), total=10 * most, metrics=metrics, **more)


def test_a_training_is_done_when_it_would_stop() -> None:
    assert finished_share(trained(0, 0)) == 0
    assert finished_share(trained(10, 10)) == pytest.approx(0.5)
    assert finished_share(trained(200, 195)) == 1 == finished_share(trained(20, 10, status="done"))
    assert finished_share(replace(RUN, kind="import", step=25)) == pytest.approx(0.25)


def test_the_share_of_a_training_never_falls() -> None:
    """The bar went from 97 to 95 % where an epoch was better than those before."""
    bests = [1, 2, 2, 2, 5, 5, 5, 5, 9, 9, 11, 11, 11, 11]
    shares = [
        finished_share(trained(epoch + part / 10, best, patience=5, most=12))
        for epoch, best in enumerate(bests[:12])
        for part in range(10)
    ]
    assert shares == sorted(shares) and shares[0] >= 0 and shares[-1] < 1
    longer = trained(5, 5)  # an epoch turned out to have more steps than those before
    assert finished_share(replace(longer, total=longer.total * 11 // 10)) == finished_share(longer)


def test_the_time_left_is_what_is_likely_and_a_bound_only_where_that_is_near() -> None:
    running = trained(10, 10, eta=3_800.0)

    assert time_left(running) == "about 3 min left, longer while it gets better"
    assert time_left(replace(running, eta=None)) == ""
    assert time_left(replace(running, eta=20)) == "a few seconds left, longer while it gets better"
    assert time_left(replace(running, status="done")) == ""
    assert time_left(replace(running, kind="import", eta=40.0)) == "about 40 s left"
    assert time_left(trained(5, 5, most=10, eta=30.0)) == "at most 30 s left"
