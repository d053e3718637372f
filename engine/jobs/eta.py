"""How far a run is and how long it will take, from what it has done and how long that took."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

from engine.text.counts import duration
from store.records.training import COMPLETED, RUNNING, JobRun

LEAST_SHARE = 0.08  # of work other than training: before that its pace says little
LEAST_TOLD = 5.0  # seconds; fewer are a few
LEAST_COUNTED, COUNTED_SECONDS = 0.005, 5.0  # of what is counted: the share and the time that tell its pace
NEAR = 0.8  # of the most that a training can take: where its end would be as late as that, the most is told


def with_time_left(run: JobRun, now: datetime | None = None) -> JobRun:
    """The run with `eta`, the seconds until its last step at the pace so far; None while that cannot be known.

    A training stops earlier once it gets no better, so for it this is the most it can take. Its pace is known after
    the first epoch, since each ends with a validation. What was done before it was taken up again does not count; work
    on things that are counted tells how many those are (“before”), and how long it counts (“seconds”).
    """
    if run.kind != "train" and "seconds" in run.metrics:
        return _counted(run)
    begun = _moment(run.started)
    known = bool(run.curve) if run.kind == "train" else run.step >= LEAST_SHARE * run.total
    if run.status != RUNNING or begun is None or not known or not 0 < run.step < run.total:
        return run
    elapsed = ((now or datetime.now(UTC)) - begun).total_seconds()
    steps_taken = run.step - _steps_before(run)
    return replace(run, eta=(run.total - run.step) * elapsed / steps_taken) if steps_taken > 0 and elapsed > 0 else run


def _counted(run: JobRun) -> JobRun:
    """The same of work on things that are counted, such as mentions: making ready for them is not their pace."""
    seconds, left = run.metrics["seconds"], run.total - run.step
    new = run.step - run.metrics.get("before", 0)
    known = seconds >= COUNTED_SECONDS and new >= LEAST_COUNTED * run.total
    return replace(run, eta=left * seconds / new) if run.status == RUNNING and known and left > 0 else run


def finished_share(run: JobRun) -> float:
    """How much of the run is done, 0 to 1; it never falls.

    A training stops once it has got no better for a number of epochs, so its whole is the epoch at which it would stop
    if it had just got better. With the epoch that was best in its place, the share would fall at each better one.
    """
    if run.status == COMPLETED:
        return 1.0
    if not run.total:
        return 0.0
    if early := _early_stop(run):
        epochs, patience, most = early
        return epochs / min(most, epochs + patience)
    return min(1.0, max(0.0, run.step / run.total))


def time_left(run: JobRun) -> str:
    """'about 40 s left', 'a few seconds left'; nothing while it cannot be known.

    A training stops by itself when it gets no better, so what is said is when that would be; the most that it can take,
    twenty times as long perhaps, is said once that is near.
    """
    if run.status != RUNNING or run.eta is None:
        return ""
    if run.eta < LEAST_TOLD:
        return "a few seconds left"
    if run.kind != "train":
        return f"about {duration(run.eta)} left"
    if early := _early_stop(run):
        epochs, patience, most = early
        until = min(most, max(1, run.metrics.get("best_epoch", 1)) + patience)
        soonest = run.eta * max(0.0, until - epochs) / (most - epochs) if epochs < most else 0.0
        if soonest < NEAR * run.eta:
            about = "a few seconds" if soonest < LEAST_TOLD else f"about {duration(soonest)}"
            return f"{about} left, longer while it gets better"
    return f"at most {duration(run.eta)} left"


def _early_stop(run: JobRun) -> tuple[float, int, int] | None:
    """The epochs that a training has done, how many without a better one end it, and the most that it does; None for
    what does not stop early."""
    optimiser = run.recipe.get("optimiser", {})
    patience, most = optimiser.get("patience"), optimiser.get("most_epochs")
    if run.kind != "train" or not patience or not most or run.total < most:
        return None
    epochs = run.metrics.get("epoch", 0)  # the steps tell of the epoch after these alone
    return min(float(most), epochs + 1, max(epochs, run.step * most / run.total)), patience, most


def _steps_before(run: JobRun) -> float:
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
