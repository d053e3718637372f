"""What a command writes: its answer as a table or JSON on standard output, progress and problems on standard error."""

from __future__ import annotations

import io
import json
import math
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, is_dataclass, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from engine.cli.tables import write_tables
from engine.errors import NomenclatorError
from engine.events import Finished, Progress, at, finished, follow

if TYPE_CHECKING:
    from engine.workbench import Workbench
    from store.records.training import JobRun

OK, NOT_DONE, PROBLEM = 0, 1, 2
WIDEST = 60  # characters of a message
PAUSE = 1.0  # seconds between two looks at how long it still takes
Estimate = Callable[[Progress], str]


def write_problem(sentence: str) -> int:
    """Write one line that names the thing and the remedy to standard error; the exit code."""
    print(f"nomenclator: {sentence}", file=sys.stderr)
    return PROBLEM


def write_note(sentence: str) -> None:
    """Write one line about a command that did its work to standard error."""
    print(f"nomenclator: {sentence}", file=sys.stderr)


def escape_what_is_lacking() -> None:
    """Where standard output is in an encoding that lacks letters, as in an old locale, write those as escapes."""
    if not _has_all_letters() and isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")


@contextmanager
def until_nobody_reads() -> Iterator[None]:
    """What is written to standard output inside is written as long as somebody reads it: behind `head` the rest is
    left out, and that is no problem."""
    try:
        yield
        if sys.stdout is not None:  # None where it is closed, as of some services
            sys.stdout.flush()
    except BrokenPipeError:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())  # what is left in its buffer is written at the end of the process
        os.close(nowhere)


def write_answer(answer: dict[str, Any], as_json: bool) -> None:
    """Write an answer to standard output: one JSON object, or tables and lines for a person."""
    if as_json:
        print(json.dumps(plain(answer), ensure_ascii=not _has_all_letters(), allow_nan=False))
    else:
        write_tables(plain(answer))


def plain(value: Any) -> Any:
    """Records as dicts, numbers that JSON has no word for as null."""
    if is_dataclass(value) and not isinstance(value, type):
        return plain(asdict(value))
    if isinstance(value, dict):
        return {str(key): plain(entry) for key, entry in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(entry) for entry in value]
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value


def report_progress(progress: Progress, left: str = "") -> None:
    """A word on standard error, with the time `left`: on a terminal one line, rewritten; else a line of its own."""
    share = f"{progress.step / progress.total:4.0%} " if progress.total else "     "
    ends = f", {left}" if left else ""
    if sys.stderr.isatty():
        print(f"\r{share}{progress.message[:WIDEST]}{ends:<30}\x1b[K", end="", file=sys.stderr, flush=True)
    else:
        print(f"{share}{progress.message}{ends}".rstrip(), file=sys.stderr, flush=True)


def run_now(workbench: Workbench, run: int) -> JobRun:
    """Do a queued run here and now; NomenclatorError, its own sentence, where it fails."""
    from engine.jobs import worker
    from engine.jobs.eta import finished_share, time_left
    from store.records.training import COMPLETED

    queued = workbench.jobs.run(run)
    estimate = _seldom(lambda _: time_left(workbench.jobs.run(run)))

    def report(now: Progress) -> None:
        share = finished_share(replace(queued, step=now.step, total=now.total, metrics=now.metrics))
        report_progress(at(share, now.message) if now.total else now, estimate(now))

    try:
        finished = worker.execute(workbench.workspace, run, report)
    except KeyboardInterrupt:
        raise NomenclatorError(f"stopped; take it up again with “resume {run}”.") from None
    finally:
        _end_line()
    if finished.status != COMPLETED:
        raise NomenclatorError(
            finished.error or f"Run {run} was {finished.status}; take it up again with “resume {run}”."
        )
    return finished


def consume(events: Iterator[Any]) -> dict[str, Any]:
    """Follow a generator of events to its end, reporting progress; the result of its Finished."""
    started = datetime.now(UTC)
    estimate = _seldom(lambda now: _time_left(now, started))
    try:
        return finished(events, lambda event: report_progress(event, estimate(event)))
    finally:
        _end_line()


def followed(work: Callable[[], Any], message: str) -> Any:
    """What a long call that yields nothing itself gives; meanwhile it is said that it goes on."""

    def events() -> Iterator[Any]:
        yield Finished({"result": (yield from follow(work, at(0, message), 1))})

    return consume(events())["result"]


def _seldom(estimate: Estimate) -> Estimate:
    """The estimate, made anew once a second; where no terminal shows it, not for what takes less."""
    latest = ""
    due = time.monotonic() + (0 if sys.stderr.isatty() else PAUSE)

    def estimated(progress: Progress) -> str:
        nonlocal latest, due
        if time.monotonic() >= due:
            latest, due = estimate(progress), time.monotonic() + PAUSE
        return latest if progress.step < progress.total else ""

    return estimated


def _time_left(progress: Progress, started: datetime) -> str:
    """The time that work in this process still takes, as for a run that began at `started`."""
    from engine.jobs.eta import time_left, with_time_left
    from store.records.training import RUNNING, JobRun

    step, total, begun = progress.step, progress.total, started.isoformat()
    run = JobRun(0, "", "", {}, RUNNING, step, total, "", progress.metrics, [], "", {}, begun, begun, "")
    return time_left(with_time_left(run))


def _has_all_letters() -> bool:
    return (getattr(sys.stdout, "encoding", None) or "utf-8").lower().replace("_", "-").startswith("utf")


def _end_line() -> None:
    if sys.stderr.isatty():
        print(file=sys.stderr)
