"""The queue of a label set: which names come, in which order, and what is pressed on its card."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import streamlit as st

from engine.errors import NomenclatorError
from engine.workbench import Workbench, labelling
from pages.parts.chosen import forget_unknown
from pages.parts.job_panel import run_panel
from pages.parts.label_card import card_data, label_card, pressed
from pages.parts.label_progress import label_progress
from pages.parts.plain import plain, shortened
from pages.parts.profile import who

if TYPE_CHECKING:
    from streamlit.delta_generator import DeltaGenerator

ORDERS = {
    labelling.UNCERTAIN: "Uncertain",
    labelling.DIVERSE: "Diverse",
    labelling.RAREST: "Rarest class",
    labelling.RANDOM: "Random",
}
ORDER_HELP = (
    "Uncertain: where the two best classes are nearest to each other. Diverse: farthest from all names seen so far. "
    "Rarest class: for the class with fewest labels. Random: a gold set that owes the model nothing; suggestions are "
    "hidden. Of more than 20,000 names, each twenty are the best of a sample of 20,000."
)


def queue_of(workbench: Workbench, definition: Any) -> Any:
    """The queue that the address names when it is one of this set, else the set's newest, else a first one."""
    asked = st.query_params.get("queue", "")
    if asked.isdecimal():
        try:
            queue = workbench.label_queue(int(asked))
            if queue.label_set == definition.label_set:
                return queue
        except NomenclatorError:
            pass
    newest = workbench.newest_label_queue(definition.label_set)
    if newest is None:
        known = workbench.terminologies()
        source = labelling.CLASSES if definition.terminology else labelling.TERMINOLOGY
        slug = definition.terminology or known[0].slug
        settings = labelling.QueueSettings(labelling.UNCERTAIN, "current", source, slug)
        newest = workbench.start_label_queue(definition.label_set, settings, who())
    st.query_params["queue"] = str(newest)
    return workbench.label_queue(newest)


def follow_queue(workbench: Workbench, definitions: Any) -> None:
    """On a first look, before the set is chosen: an address that names a queue alone means the set of that queue."""
    asked = st.query_params.get("queue", "")
    if "set" in st.session_state or "set" in st.query_params or not asked.isdecimal():
        return
    try:
        label_set = workbench.label_queue(int(asked)).label_set
    except NomenclatorError:
        return
    if label_set in definitions:
        st.session_state["set"] = label_set


def queue_choices(workbench: Workbench, definition: Any, queue: Any) -> None:
    """Draws the choices; another choice is another queue, and the one before is kept as it is."""
    settings = queue.settings
    encoders = {choice.id: choice.title for choice in workbench.encoders()}
    sources = _sources(workbench, definition)
    if st.session_state.get("label_drawn") != queue.number or "label_order" not in st.session_state:
        drawn = {
            "label_drawn": queue.number,
            "label_order": settings.order,
            "label_encoder": settings.encoder,
            "label_from": _source_key(settings),
            "label_hide": settings.hidden,
            "label_seed": settings.seed,
        }
        st.session_state.update(drawn)
    forget_unknown("label_encoder", encoders)
    forget_unknown("label_from", sources)
    where, order, encoder, more = st.columns([2.9, 3.6, 2.4, 1.1], vertical_alignment="bottom")
    change: Any = {"on_change": _changed, "args": (workbench, queue)}
    where.selectbox("Names from", list(sources), key="label_from", format_func=sources.__getitem__, **change)
    order.segmented_control(
        "Order",
        list(ORDERS),
        key="label_order",
        required=True,
        format_func=ORDERS.__getitem__,
        help=ORDER_HELP,
        **change,
    )
    encoder.selectbox(
        "Suggestions by",
        list(encoders),
        key="label_encoder",
        format_func=encoders.__getitem__,
        help="The encoder whose vectors say which class a name is nearest to.",
        **change,
    )
    with more.popover("More", width="stretch"):
        random = settings.order == labelling.RANDOM
        st.checkbox(
            "Hide suggestions",
            key="label_hide",
            disabled=random,
            help="Classes stand without scores, so that the label is yours alone; random order always hides them.",
            **change,
        )
        st.checkbox(
            "I am the second annotator",
            key="second",
            bind="query-params",
            help="The names that others labelled in this queue come, in the same order, without their labels.",
        )
        st.number_input(
            "Seed", 0, 2**31 - 1, key="label_seed", help="Decides the random order and the samples.", **change
        )
    chosen = st.session_state.get("label_from")
    if chosen in (labelling.LIST, labelling.SEARCH):
        _own_names(workbench, queue, chosen)


def _sources(workbench: Workbench, definition: Any) -> dict[str, str]:
    found = {labelling.CLASSES: "Below the classes"} if definition.terminology else {}
    found |= {f"in {one.slug}": f"All of {one.title}" for one in workbench.terminologies()}
    return found | {labelling.LIST: "A list of names …", labelling.SEARCH: "A search result …"}


def _source_key(settings: Any) -> str:
    return f"in {settings.terminology}" if settings.source == labelling.TERMINOLOGY else settings.source


def _changed(workbench: Workbench, queue: Any) -> None:
    chosen, settings = str(st.session_state["label_from"]), queue.settings
    order = st.session_state["label_order"] or settings.order
    hidden = bool(st.session_state["label_hide"]) and order != labelling.RANDOM
    settings = replace(
        settings,
        order=order,
        encoder=st.session_state["label_encoder"],
        hidden=hidden or order == labelling.RANDOM,
        seed=int(st.session_state["label_seed"]),
    )
    if chosen in (labelling.LIST, labelling.SEARCH):
        if settings.source != chosen:
            return  # once there are names
    else:
        source, slug = (chosen, "") if chosen == labelling.CLASSES else (labelling.TERMINOLOGY, chosen[3:])
        settings = replace(settings, source=source, terminology=slug, names=(), query="")
    open_queue(workbench, queue.label_set, settings)


def open_queue(workbench: Workbench, label_set: str, settings: Any) -> None:
    """Opens the set's queue with these settings; what stands in the way is said on the card."""
    try:
        st.query_params["queue"] = str(workbench.start_label_queue(label_set, settings, who()))
    except NomenclatorError as error:
        st.session_state["label_said"] = {"kind": "error", "text": str(error)}


def _own_names(workbench: Workbench, queue: Any, chosen: str) -> None:
    settings = replace(queue.settings, source=chosen, terminology="")
    if chosen == labelling.LIST:
        before = "\n".join(queue.settings.names[:2_000]) if queue.settings.source == labelling.LIST else ""
        text = st.text_area("Names, one a line", before, key="label_list", height=120)
        names = tuple(line.strip() for line in text.splitlines() if line.strip())
        st.button(
            "Queue these names",
            key="queue_list",
            disabled=not names,
            on_click=_queue,
            args=(workbench, queue, settings, names),
        )
        return
    left, middle, right = st.columns([5, 1.6, 1.8], vertical_alignment="bottom")
    query = left.text_input(
        "Search for", queue.settings.query, key="label_search", placeholder="A name, as on Rankings"
    )
    most = middle.number_input("Names", 20, 1_000, 200, step=20, key="label_most", help="The best of the search.")
    right.button(
        "Queue the result",
        key="queue_search",
        disabled=not query.strip(),
        on_click=_search,
        args=(workbench, queue, settings, query, int(most)),
    )


def _queue(workbench: Workbench, queue: Any, settings: Any, names: tuple[str, ...]) -> None:
    open_queue(workbench, queue.label_set, replace(settings, names=names, query=""))


def _search(workbench: Workbench, queue: Any, settings: Any, query: str, most: int) -> None:
    try:
        names = workbench.names_found(query, "all", settings.encoder, most)
        open_queue(workbench, queue.label_set, replace(settings, names=names, query=query))
    except NomenclatorError as error:
        st.session_state["label_said"] = {"kind": "error", "text": str(error)}


@st.fragment(key="label_card")
def queue_card(workbench: Workbench, number: int, titles: tuple[str, ...], open_: bool, side: DeltaGenerator) -> None:
    """Draws the card, and the progress in `side`; a key reruns this and nothing else.

    With another view open the card is there unseen, so that what was pressed last is kept before it goes.
    """
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
    stint = _stint(number, second)
    terminologies = {one.slug: shortened(one.title, 40) for one in workbench.terminologies()}
    said = st.session_state.get("label_said", {})
    acked = st.session_state.get("label_acked", {}).get(stint, 0)
    data = card_data(desk, queue, titles, terminologies, second, stint, acked, said) | {"open": open_}
    label_card(data, lambda: _act(workbench, number, open_))


def _stint(number: int, second: bool) -> str:
    return f"{number} {int(second)} {who()}"


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


def _act(workbench: Workbench, number: int, open_: bool) -> None:
    """Keeps what was pressed since the last time, each act once, in order; a view opened meanwhile is drawn again."""
    stint, acts = pressed()
    kept = st.session_state.setdefault("label_acked", {})
    if stint == _stint(number, bool(st.session_state.get("second"))):
        for act in acts:
            if act["seq"] > kept.get(stint, 0):
                kept[stint] = act["seq"]
                st.session_state.pop("label_said", None)
                _keep(workbench, number, act)
    if not open_:
        st.rerun()


def _keep(workbench: Workbench, number: int, act: dict[str, Any]) -> None:
    try:
        if act["do"] == "label":
            workbench.label_in_queue(number, act["name"], act["title"], who(), act.get("score"), act.get("best", ""))
        elif act["do"] == "skip":
            workbench.skip_in_queue(number, act["name"], who())
        elif act["do"] == "undo":
            undone = workbench.undo_label(workbench.label_queue(number).label_set, who())
            text = f"{undone}." if undone else "There is nothing of yours to undo."
            st.session_state["label_said"] = {"text": text, "undone": True, "n": act["seq"]}
    except NomenclatorError as error:
        st.session_state["label_said"] = {"kind": "error", "text": str(error)}
