"""The queue of one file as this window holds it: it stays as it is while its lines are decided."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import Any

import streamlit as st

from engine.workbench import Workbench
from store.records.normalisation import Filter

KEY = "normalise_queue"
STATUSES = {
    "undecided": "Undecided",
    "skipped": "Skipped",
    "flagged": "Flagged",
    "decided": "Decided",
    "tied": "Tied to a concept",
    "none": "No match",
    "all": "All lines",
}


@dataclass(frozen=True)
class Queue:
    """Line numbers in order; `total` lines passed the filter when it was made; `key` tells one queue from the next.

    `choice` is the file, the filter and the order that it was made for.
    """

    key: str
    choice: str
    ids: tuple[int, ...]
    total: int


def queue_of(workbench: Workbench, number: int, chosen: Filter, order: str) -> Queue:
    """The queue of this filter and order, made anew only when they or the turn change, as after a bulk decision."""
    choice = repr((number, chosen, order))
    key = f"{choice} {noted()['turn']}"
    stored: Queue | None = st.session_state.get(KEY)
    if stored is None or stored.key != key:
        if stored is not None and stored.choice != choice:
            noted()["goto"] = {}  # an undone line comes back into the list that it was undone in, not into the next
        ids = tuple(workbench.answers.queue(number, chosen, order))
        stored = Queue(key, choice, ids, workbench.answers.count(number, chosen))
        st.session_state[KEY] = stored
    return stored


def noted() -> dict[str, Any]:
    """What acts left for the next drawing: said (a sentence), goto (where the desk goes), turn (of the queue)."""
    found: dict[str, Any] = st.session_state.setdefault(KEY + "_notes", {"said": {}, "goto": {}, "turn": 0})
    return found


def with_line(queue: Queue, line: int) -> Queue:
    """The queue with this line in it: first, where the filter left it out."""
    if line in queue.ids:
        return queue
    grown = replace(queue, ids=(line, *queue.ids), total=queue.total + 1)
    st.session_state[KEY] = grown
    return grown


def note(kind: str, sentence: str) -> dict[str, Any]:
    """A note with a sentence for the desk to show, success, info or error; its number tells it from the one before."""
    return {"said": {"kind": kind, "text": sentence, "n": str(time.time_ns())}}
