"""Which queue of a label set is open: the one that the address names, the newest, or one with other settings."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import streamlit as st

from engine.errors import NomenclatorError
from engine.workbench import Workbench, labelling
from pages.parts.formatting import plain
from pages.parts.shell.address import numbered
from pages.parts.shell.profile import who
from store.records.training import CURRENT

REPLACED = "label_encoder_replaced"  # (the queue that took the place of one whose encoder is gone, what is said of it)


def queue_of(workbench: Workbench, definition: Any) -> Any:
    """The queue that the address names when it is one of this set, else the set's newest, else a first one."""
    if number := numbered(st.query_params.get("queue", "")):
        try:
            queue = workbench.label_queue.get(number)
            if queue.label_set == definition.label_set:
                return queue
        except NomenclatorError:
            pass
    newest = workbench.label_queue.newest(definition.label_set)
    if newest is None:
        known = workbench.terminologies.all()
        source = labelling.CLASSES if definition.terminology else labelling.TERMINOLOGY
        slug = definition.terminology or known[0].slug
        settings = labelling.QueueSettings(labelling.UNCERTAIN, CURRENT, source, slug)
        newest = workbench.labels.queue(definition.label_set, settings, who())
    st.query_params["queue"] = str(newest)
    return workbench.label_queue.get(newest)


def with_known_encoder(workbench: Workbench, queue: Any) -> Any:
    """The queue; where its encoder was deleted, the one of the current encoder in its place, which a caption says."""
    known, gone = {choice.id: choice for choice in workbench.rankings.encoders()}, queue.settings.encoder
    if gone in known:
        number, notice = st.session_state.get(REPLACED, (0, ""))
        if number == queue.number:
            st.caption(notice)
        return queue
    try:
        number = workbench.labels.queue(queue.label_set, replace(queue.settings, encoder=CURRENT), who())
    except NomenclatorError:
        return queue  # nothing can be written, or what is current is gone too; the card says what is missing
    found = workbench.label_queue.get(number)
    st.query_params["queue"] = str(number)
    if gone in st.query_params.get("moved", "").split(".."):
        del st.query_params["moved"]
    notice = (
        f"The encoder “{plain(gone)}” of this queue was deleted; “{plain(known[found.settings.encoder].title)}”, the "
        "current one, suggests now."
    )
    st.session_state[REPLACED] = number, notice
    st.caption(notice)
    return found


def follow_queue(workbench: Workbench, definitions: Any) -> None:
    """On a first look, before the set is chosen: an address that names a queue alone means the set of that queue."""
    number = numbered(st.query_params.get("queue", ""))
    if "set" in st.session_state or "set" in st.query_params or not number:
        return
    try:
        label_set = workbench.label_queue.get(number).label_set
    except NomenclatorError:
        return
    if label_set in definitions:
        st.session_state["set"] = label_set


def open_queue(workbench: Workbench, label_set: str, settings: Any) -> None:
    """Opens the set's queue with these settings; what stands in the way is said on the card."""
    try:
        st.query_params["queue"] = str(workbench.labels.queue(label_set, settings, who()))
    except NomenclatorError as error:
        st.session_state["label_said"] = {"kind": "error", "text": str(error)}
