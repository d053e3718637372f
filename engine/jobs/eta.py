"""How long a run will take at most, from what it has done and how long that took."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

from store.records.training import RUNNING, TrainingRun

LEAST_SHARE = 0.08  # of work other than training: before that its pace says little


def with_time_left(run: TrainingRun, now: datetime | None = None) -> TrainingRun:
    """The run with `eta`, the seconds until its last step at the pace so far; None while that cannot be known.

    A training stops earlier once it gets no better, so for it this is the most it can take. Its pace is known after
    the first epoch, since each ends with a validation; epochs before it was taken up again do not count.
    """
    begun = _moment(run.started)
    known = bool(run.curve) if run.kind == "train" else run.step >= LEAST_SHARE * run.total
    if run.status != RUNNING or begun is None or not known or not 0 < run.step < run.total:
        return run
    elapsed = ((now or datetime.now(UTC)) - begun).total_seconds()
    steps_taken = run.step - _steps_before(run)
    return replace(run, eta=(run.total - run.step) * elapsed / steps_taken) if steps_taken > 0 and elapsed > 0 else run


def _steps_before(run: TrainingRun) -> float:
    """The steps of a training that were done before this process took it up: its curve starts where it went on."""
    most = run.recipe.get("optimiser", {}).get("most_epochs")
    if run.kind != "train" or not most:
        return 0.0
    return (run.curve[0].get("epoch", 1) - 1) * run.total / most


def _moment(written: str) -> datetime | None:
    try:
        read = datetime.fromisoformat(written)
    except ValueError:
        return None
    return read if read.tzinfo else read.replace(tzinfo=UTC)
