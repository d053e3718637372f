"""A label queue worked through: its card is drawn, and what is pressed on it is kept, each act once and in order.

The card stands unseen under every other view of the page, so what was pressed last is kept there too, and the view is
drawn again when it has come. Who goes to another page at once, or reloads, loses nothing either: the acts wait in the
tab (outbox.js) and come when the Labels page is open again; until then they do not count. Closing the tab within that
second loses them.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import streamlit as st

from engine.errors import NomenclatorError
from engine.workbench import Workbench
from pages.parts.acts import kept, once, place_of
from pages.parts.job_panel import run_panel
from pages.parts.label_card import card_data, label_card, pressed
from pages.parts.label_progress import label_progress
from pages.parts.plain import plain, shortened
from pages.parts.profile import who

if TYPE_CHECKING:
    from streamlit.delta_generator import DeltaGenerator

ARRIVED = "label_arrived"  # something was kept since the page was drawn as a whole
HEARD = "label_heard"  # the tokens that acts have come with


def desk_card(workbench: Workbench, number: int, titles: tuple[str, ...], open_: bool, side: DeltaGenerator) -> None:
    """Draws the card of a queue, and the progress of its set in `side`; unseen unless `open_`."""
    st.session_state.pop(ARRIVED, None)  # what is drawn below this line has it already
    _card(workbench, number, titles, open_, side)


@st.fragment(key="label_card")
def _card(workbench: Workbench, number: int, titles: tuple[str, ...], open_: bool, side: DeltaGenerator) -> None:
    """A key reruns this and nothing else, unless another view is open: that shows what has come."""
    if not open_ and ARRIVED in st.session_state:
        st.rerun()
    with side:
        label_progress(workbench, workbench.label_queue(number).label_set)
    try:
        queue = workbench.label_queue(number)
        if not workbench.queue_ready(number):
            if open_:
                _not_ready(workbench, queue.settings.encoder)
            return
        second = bool(st.session_state.get("second"))
        with st.spinner("Drawing the next names …", show_time=False):
            desk = workbench.label_desk(number, who(), second)
    except NomenclatorError as error:
        if open_:
            st.error(plain(error))
            st.caption("Choose another encoder or other names above.")
        return
    terminologies = {one.slug: shortened(one.title, 40) for one in workbench.terminologies()}
    data = card_data(desk, queue, titles, terminologies, second) | {
        "place": place_of("labels"),
        "queue": number,
        "who": who(),
        "kept": kept(st.session_state.get(HEARD, ())),
        "said": st.session_state.get("label_said", {}),
        "open": open_,
    }
    label_card(data, lambda: _carry_out(workbench))


def _not_ready(workbench: Workbench, encoder: str) -> None:
    run = workbench.making_searchable(encoder)
    if run is not None:
        st.markdown("The names are being encoded with this encoder; then they come here.")
        run_panel(workbench, run.id, curve=False)
        return
    st.markdown("This encoder has not read the names yet. That is done once, in the background.")
    st.button("Make it searchable", key="make_searchable", type="primary", on_click=lambda: _make(workbench, encoder))


def _make(workbench: Workbench, encoder: str) -> None:
    workbench.make_searchable(encoder)
    st.rerun()


def _carry_out(workbench: Workbench) -> None:
    """Keeps what was pressed, for the queue and the person that stood there then."""
    acts = pressed()
    heard = {str(act["token"]) for act in acts}
    st.session_state[HEARD] = heard | st.session_state.get(HEARD, set())
    before = kept(heard)
    if all(int(act["n"]) <= before.get(str(act["token"]), 0) for act in acts):
        return
    # Streamlit may break off at any touch of the session's state, so what is noted there is taken before the acts.
    st.session_state[ARRIVED] = True
    said: dict[str, Any] = {}
    st.session_state["label_said"] = said
    for act in acts:
        new = once(act, partial(_one, workbench, act))
        if new is not None:
            said.clear()
            said.update(new)


def _one(workbench: Workbench, act: dict[str, Any]) -> dict[str, Any]:
    """Carries out one act; what is said of it, {} when there is nothing to say."""
    number, person = int(act["queue"]), str(act["who"])
    try:
        if act["do"] == "label":
            workbench.label_in_queue(number, act["name"], act["title"], person, act.get("score"), act.get("best", ""))
        elif act["do"] == "skip":
            workbench.skip_in_queue(number, act["name"], person)
        elif act["do"] == "undo":
            undone = workbench.undo_label(workbench.label_queue(number).label_set, person)
            text = f"{undone}." if undone else "There is nothing of yours to undo."
            return {"text": text, "undone": True, "n": f"{act['token']} {act['n']}"}
    except NomenclatorError as error:
        return {"kind": "error", "text": str(error), "n": f"{act['token']} {act['n']}"}
    return {}
