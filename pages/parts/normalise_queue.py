"""The queue of one file as this window holds it: it stays as it is while its lines are decided."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import streamlit as st

from engine.workbench import Workbench
from store.records import Filter

KEY = "normalise_queue"
STATUSES = {
    "undecided": "Undecided",
    "skipped": "Skipped",
    "flagged": "Flagged",
    "decided": "Decided",
    "all": "All lines",
}


@dataclass(frozen=True)
class Queue:
    """Line numbers in order; `total` lines passed the filter when it was made; `key` tells one queue from the next."""

    key: str
    ids: tuple[int, ...]
    total: int


def queue_of(workbench: Workbench, number: int, wanted: Filter, order: str) -> Queue:
    """The queue of this filter and order, made anew only when they change or `renew` was called."""
    key = repr((number, wanted, order, st.session_state.get(KEY + "_turn", 0)))
    kept: Queue | None = st.session_state.get(KEY)
    if kept is None or kept.key != key:
        ids = tuple(workbench.answer_queue(number, wanted, order))
        kept = Queue(key, ids, workbench.count_answers(number, wanted))
        st.session_state[KEY] = kept
    return kept


def renew() -> None:
    """The next `queue_of` asks again which lines pass, as after a bulk decision."""
    st.session_state[KEY + "_turn"] = st.session_state.get(KEY + "_turn", 0) + 1


def with_line(queue: Queue, line: int) -> Queue:
    """The queue with this line in it: first, where the filter left it out."""
    if line in queue.ids:
        return queue
    grown = Queue(queue.key, (line, *queue.ids), queue.total + 1)
    st.session_state[KEY] = grown
    return grown


def said(kind: str, sentence: str) -> None:
    """Keeps a sentence for the desk to show: success, info or error."""
    st.session_state["normalise_said"] = {"kind": kind, "text": sentence}


def last_said() -> dict[str, Any]:
    """The sentence to show, once."""
    found: dict[str, Any] = st.session_state.pop("normalise_said", {})
    return found
