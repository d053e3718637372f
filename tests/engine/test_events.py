"""A call that is followed: what it says meanwhile, its result or error, and its end when nobody waits."""

from __future__ import annotations

import threading

import pytest

from engine.errors import BadInput, Cancelled
from engine.events import SELDOM, WHOLE, Finished, FollowedCall, Ongoing, Progress, at, counted, follow, say, stage

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


def test_each_pass_takes_half_of_what_is_left_and_nothing_falls_back() -> None:
    here, shares = FollowedCall(), []
    for share in (0.5, 1.0, 0.25, None, 0.5, 0.0, 1.0):
        here.hear("more", share)
        shares.append(here.share)
    assert shares == [0.25, 0.5, 0.5625, 0.5625, 0.625, 0.625, 0.8125]


def test_a_call_that_says_its_share_moves_the_step() -> None:
    """The words of a large file moved, its bar stood until all of it was read."""
    for until, step in ((0.6, 400), (0.0, 200)):
        told = threading.Event()

        def work(told: threading.Event = told) -> None:
            say("all of it", 1.0)
            told.wait(10)

        going = follow(work, at(0.2, "Reading"), until)
        assert next(going).step == 200
        assert next(going).step == step
        told.set()
        assert list(going) == []


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


def test_stages_of_stages_each_have_their_part_of_the_whole() -> None:
    counted = [Progress(done, 4, "Counting", {"n": 1.0}) for done in (0, 2, 4, 5)]
    inner = [*stage(counted, 0, 0.5), *stage([Progress(0, 0, "Waiting"), Finished({"size": 1})], 0.5, 1)]
    *seen, end = [at(0, "Reading"), *stage(inner, 0.2, 1)]
    assert [(one.step / WHOLE, one.total, one.message) for one in seen if isinstance(one, Progress)] == [
        (0, WHOLE, "Reading"),
        (0.2, WHOLE, "Counting"),
        (0.4, WHOLE, "Counting"),
        (0.6, WHOLE, "Counting"),
        (0.6, WHOLE, "Counting"),
        (0.6, WHOLE, "Waiting"),
    ]
    assert end == Finished({"size": 1}) and seen[1].metrics == {"n": 1.0}


def test_how_far_work_is_can_be_seen_from_elsewhere_while_it_goes_on() -> None:
    going, seen = Ongoing(), threading.Event()
    found: list[str] = []

    def make() -> bytes:
        say("5 names", 0.5)
        assert seen.wait(30)
        return b"whole"

    thread = threading.Thread(target=lambda: found.append(going.follow(make, "Writing a.csv").decode()))
    thread.start()
    while (now := going.now) is None or "5 names" not in now.message:
        thread.join(0.01)
    assert now.message.startswith("Writing a.csv, 5 names") and 0 < now.step < now.total
    seen.set()
    thread.join()
    assert (found, going.now) == (["whole"], None)


def test_work_that_is_refused_no_longer_goes_on() -> None:
    going = Ongoing()

    def refuse() -> None:
        raise BadInput("No.")

    with pytest.raises(BadInput, match=r"No\."):
        going.follow(refuse, "Writing a.csv")
    assert going.now is None
