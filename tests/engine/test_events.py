"""A call that is followed: what it says meanwhile, its result or error, and its end when nobody waits."""

from __future__ import annotations

import threading

import pytest

from engine.errors import BadInput, Cancelled
from engine.events import SELDOM, Progress, counted, follow, say

START = Progress(1, 2, "Reading")


def test_what_a_call_says_is_told_while_it_goes_on() -> None:
    told = threading.Event()

    def work() -> str:
        say("half of it")
        assert told.wait(30)
        return "done"

    going = follow(work, START)
    assert next(going) == START
    assert next(going).message.startswith("Reading, half of it")
    told.set()
    with pytest.raises(StopIteration) as end:
        while True:
            next(going)
    assert end.value.value == "done"


def test_the_error_of_a_call_is_raised_where_it_is_waited_for() -> None:
    def work() -> None:
        raise BadInput("No.")

    with pytest.raises(BadInput, match=r"No\."):
        list(follow(work, START))


def test_a_call_ends_when_nobody_waits_for_it_any_more() -> None:
    begun, ended = threading.Event(), []

    def work() -> None:
        try:
            while True:
                say("more")
                begun.set()
        except Cancelled:
            ended.append(True)
            raise

    going = follow(work, START)
    next(going)
    next(going)
    assert begun.is_set() and not ended
    going.close()
    assert ended == [True]


def test_things_that_are_counted_pass_unchanged_and_are_heard_of_nowhere_else() -> None:
    say("nobody listens")
    assert list(counted(range(SELDOM + 1), "things")) == list(range(SELDOM + 1))
