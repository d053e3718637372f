"""The order of rankings learnt from decisions, which stays in force only where it is measured to be no worse."""

from __future__ import annotations

from collections.abc import Iterator

from engine.events import Event, Finished, result_of
from engine.jobs.job import Job
from store import undoing
from store.history import ORDER


def learn_order(job: Job) -> Iterator[Event]:
    """Learns the order and puts it in force; one that is measured worse than the shipped one is taken back at once.

    The result has then `taken_back`, the entry of the history that took it back; who takes that back uses the order.
    """
    from engine.ranking.order_learning.deciding import learn_from_decisions

    found = yield from result_of(learn_from_decisions(job.workspace, job.recipe))
    if found["after"] < found["before"]:
        with job.workspace.writing() as db:
            undone = undoing.undo(db, job.recipe["who"], (ORDER,))
        found |= {"taken_back": undone[0].id} if undone else {}
    yield Finished(found)
