"""A label queue worked through: its card is drawn, and what is pressed on it is kept, each act once and in order.

The card stands unseen under every other view of the page, so what was pressed last is kept there too, and the view is
drawn again when it has come. Who goes to another page at once, or reloads, loses nothing either: the acts wait in the
tab (outbox.js) and come when the Labels page is open again; until then they do not count. Closing the tab within that
second loses them.
"""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from engine.errors import NomenclatorError
from engine.workbench import Workbench
from pages.parts.formatting import plain, shortened
from pages.parts.fragment import fragment
from pages.parts.labels.card import card_data, label_card, pressed
from pages.parts.labels.progress import label_progress
from pages.parts.labels.settings import MESSAGE
from pages.parts.labels.training import training_problem
from pages.parts.shell.job_panel import run_panel
from pages.parts.shell.outbox import last_stored, once, place_of
from pages.parts.shell.profile import who

ARRIVED = "label_arrived"  # something was kept since the page was drawn as a whole
HEARD = "label_heard"  # the tokens that acts have come with


def desk_card(workbench: Workbench, number: int, titles: tuple[str, ...], open_: bool, side: DeltaGenerator) -> None:
    """Draws the card of a queue, and the progress of its set in `side`; unseen unless `open_`."""
    st.session_state.pop(ARRIVED, None)  # what is drawn below this line has it already
    _card(workbench, number, titles, open_, side)


@fragment(key="label_card")
def _card(workbench: Workbench, number: int, titles: tuple[str, ...], open_: bool, side: DeltaGenerator) -> None:
    """A key reruns this and nothing else, unless something above it is over: another view, or what was said last."""
    if ARRIVED in st.session_state and (st.session_state.pop(MESSAGE, None) or not open_):
        st.rerun()
    second = bool(st.session_state.get("second"))
    try:
        with st.spinner("Drawing the next names …", show_time=False):
            desk = workbench.label_queue.desk(number, who(), second, build=False)
    except NomenclatorError as error:
        _progress_alone(workbench, number, side)
        if open_:
            st.error(plain(error))
            st.caption("Choose another encoder or other names above.")
        return
    with side:
        training_problem(list(desk.progress))
        label_progress(desk.definition.target, list(desk.progress))
    if not desk.ready:
        if open_:
            _not_ready(workbench, desk.queue.settings.encoder, desk.queue.settings.terminology or "all")
        return
    terminologies = {slug: shortened(title, 40) for slug, title in desk.terminologies.items()}
    data = card_data(desk, desk.queue, titles, terminologies, second) | {
        "place": place_of("labels"),
        "queue": number,
        "who": who(),
        "kept": last_stored(st.session_state.get(HEARD, ())),
        "said": st.session_state.get("label_said", {}),
        "open": open_,
    }
    label_card(data, lambda: _carry_out(workbench))


def _progress_alone(workbench: Workbench, number: int, side: DeltaGenerator) -> None:
    """Draws the progress of a set whose queue cannot be gone through, its encoder gone for example."""
    with suppress(NomenclatorError), side:  # the set was taken away in another window; the page says so when it is read
        label_set = workbench.label_queue.get(number).label_set
        label_progress(workbench.label_sets.definition(label_set).target, workbench.labels.progress(label_set))


def _not_ready(workbench: Workbench, encoder: str, terminology: str) -> None:
    run = workbench.rankings.indexing_run(encoder, terminology)
    if run is not None:
        st.markdown("The names are being encoded with this encoder; then they come here.")
        run_panel(workbench, run.id, curve=False)
        return
    st.markdown("This encoder has not read the names yet. That is done once, in the background.")
    st.button(
        "Make it searchable",
        key="make_searchable",
        type="primary",
        on_click=lambda: _make(workbench, encoder, terminology),
    )


def _make(workbench: Workbench, encoder: str, terminology: str) -> None:
    workbench.rankings.make_searchable(encoder, terminology)
    st.rerun()


def _carry_out(workbench: Workbench) -> None:
    """Keeps what was pressed, for the queue and the person that stood there then."""
    acts = pressed()
    heard = {str(act["token"]) for act in acts}
    st.session_state[HEARD] = heard | st.session_state.get(HEARD, set())
    before = last_stored(heard)
    if all(int(act["n"]) <= before.get(str(act["token"]), 0) for act in acts):
        return
    # Streamlit may break off at any touch of the session's state, so what is noted there is taken before the acts.
    st.session_state[ARRIVED] = True
    status: dict[str, Any] = {}
    st.session_state["label_said"] = status
    for act in acts:
        new = once(act, partial(_one, workbench, act))
        if new is not None:
            status.clear()
            status.update(new)


def _one(workbench: Workbench, act: dict[str, Any]) -> dict[str, Any]:
    """Carries out one act; what is said of it, {} when there is nothing to say."""
    number, person = int(act["queue"]), str(act["who"])
    try:
        if act["do"] == "label":
            label = (act["name"], act["title"], person, act.get("score"), act.get("best", ""))
            workbench.label_queue.label(number, *label, keep_others=bool(act.get("keep_others")))
        elif act["do"] == "skip":
            workbench.label_queue.skip(number, act["name"], person)
        elif act["do"] == "undo":
            undone = workbench.labels.undo(workbench.label_queue.get(number).label_set, person)
            text = f"{undone}." if undone else "There is nothing of yours to undo."
            return {"text": text, "undone": True, "n": f"{act['token']} {act['n']}"}
    except NomenclatorError as error:
        return {"kind": "error", "text": str(error), "n": f"{act['token']} {act['n']}"}
    return {}
