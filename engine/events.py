"""What long work yields while it goes on."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Sized
from contextvars import ContextVar, copy_context
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from engine.errors import Cancelled, NomenclatorError

LOOK_SECONDS = 0.5  # between two looks at a call that is followed
WHOLE = 1_000  # steps of work in several stages
SELDOM = 1 << 12  # things that are counted between two words on how many there were
Result = TypeVar("Result")
Thing = TypeVar("Thing")


@dataclass(frozen=True)
class Progress:
    """Step `step` of `total` is done; `metrics` are the figures of this moment, `curve` a point worth plotting."""

    step: int
    total: int
    message: str = ""
    metrics: dict[str, float] = field(default_factory=dict)
    curve: dict[str, float] | None = None


@dataclass(frozen=True)
class Finished:
    """The work is done; `result` is what it made."""

    result: dict[str, Any]


Event = Progress | Finished


def at(share: float, message: str) -> Progress:
    """So much, from 0 to 1, of work in several stages is done."""
    return Progress(round(WHOLE * share), WHOLE, message)


def stage(events: Iterable[Event], start: float, end: float) -> Iterator[Event]:
    """The events of one stage, with their progress as that of the whole work, of which it takes from `start` to `end`.

    Work whose stages follow one another never falls back, where each has its part; a stage may have stages itself.
    """
    for event in events:
        if isinstance(event, Progress):
            share = min(1.0, event.step / event.total) if event.total else 0.0
            yield replace(event, step=round(WHOLE * (start + (end - start) * share)), total=WHOLE)
        else:
            yield event


def result_of(events: Iterable[Event]) -> Generator[Progress, None, dict[str, Any]]:
    """The progress of work that is a part of other work, and its result: `made = yield from result_of(train(…))`."""
    result: dict[str, Any] = {}
    for event in events:
        if isinstance(event, Finished):
            result = event.result
        else:
            yield event
    return result


def finished(events: Iterable[Event], watch: Callable[[Progress], None] | None = None) -> dict[str, Any]:
    """The result of work that is followed to its end, its progress given to `watch`; NomenclatorError without one."""
    for event in events:
        if isinstance(event, Finished):
            return event.result
        if watch is not None:
            watch(event)
    raise NomenclatorError("The work ended without a result; start it again.")


class FollowedCall:
    """A call in a thread of its own, and what it last said of how far it has come."""

    def __init__(self) -> None:
        self.message, self.at, self.unwanted = "", time.monotonic(), False
        self.share = self._before = self._heard = 0.0

    def hear(self, message: str, share: float | None = None) -> None:
        """Keep what the call says; Cancelled, in the call, where nobody waits for it any more.

        A share that is less than the one before is that of another pass, over another file or the same once more. How
        many are to come is not known, so each takes half of what is left: `share` of the whole call never falls.
        """
        if self.unwanted:
            raise Cancelled("Cancelled.")
        self.message, self.at = message, time.monotonic()
        if share is not None:
            if share < self._heard:
                self._before = self.share
            self._heard = share
            self.share = self._before + (1 - self._before) / 2 * min(1.0, share)


_followed: ContextVar[FollowedCall | None] = ContextVar("followed", default=None)


def say(message: str, share: float | None = None) -> None:
    """Say how far a long call has come, to whoever follows it; Cancelled once nobody does any more.

    share: how much of what is gone through is done, from 0 to 1, where that is known.
    """
    if (followed := _followed.get()) is not None:
        followed.hear(message, share)


def counted(things: Iterable[Thing], what: str, total: int = 0) -> Iterator[Thing]:
    """The things as they are; how many passed is said now and then, as “4,096 names”.

    total: how many there are, about, where the things themselves do not tell.
    """
    total = len(things) if isinstance(things, Sized) else total
    for number, thing in enumerate(things, 1):
        yield thing
        if not number % SELDOM:
            say(f"{number:,} {what}", number / total if total else None)


def follow(work: Callable[[], Result], start: Progress, until: float = 0) -> Generator[Progress, None, Result]:
    """Do a call that yields nothing itself in a thread, with `start` and what it says meanwhile; its result or error.

    until: the share of the whole work, from 0 to 1, that is done once the call is; without it the step stays.
    Who closes the generator ends the call at the next thing that it says, and waits for that.
    """
    here, context = FollowedCall(), copy_context()
    context.run(_followed.set, here)
    result: list[Result] = []
    problem: list[BaseException] = []

    def work_in_thread() -> None:
        try:
            result.append(context.run(work))
        except BaseException as error:  # raised again where the call is waited for
            problem.append(error)

    thread = threading.Thread(target=work_in_thread, daemon=True)
    yield start
    thread.start()
    try:
        while thread.is_alive():
            thread.join(LOOK_SECONDS)
            if thread.is_alive():
                silent = time.monotonic() - here.at
                more = [here.message] if here.message else []
                more += [f"{silent:.0f} s"] if silent >= 1 else []
                step = start.step + round(max(0.0, until * start.total - start.step) * here.share)
                yield replace(start, step=step, message=", ".join([start.message, *more]))
    finally:
        here.unwanted = True
        thread.join()
    if problem:
        raise problem[0]
    return result[0]


class Ongoing:
    """What is said of work that goes on in another thread, for whoever looks; `now` is None while there is none."""

    now: Progress | None = None

    def follow(self, work: Callable[[], Result], message: str) -> Result:
        """What the call gives; meanwhile `now` is how far it has come."""
        results: list[Result] = []
        try:
            for self.now in follow(lambda: results.append(work()), at(0, message), 1):
                pass
        finally:
            self.now = None
        return results[0]
