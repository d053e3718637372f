"""The choices of a label queue: which names come, in which order, with the suggestions of which encoder."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import streamlit as st

from engine.errors import NomenclatorError
from engine.workbench import Workbench, labelling
from pages.parts.labels.queue import open_queue
from pages.parts.widget_state import choose, switch

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


def queue_choices(workbench: Workbench, definition: Any, queue: Any) -> None:
    """Draws the choices; another choice is another queue, and the one before is kept as it is."""
    settings = queue.settings
    encoders = {choice.id: choice.title for choice in workbench.rankings.encoders()}
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
    where, order, encoder, more = st.columns([2.5, 4.5, 2.2, 1.2], vertical_alignment="bottom")
    change: Any = {"on_change": _changed, "args": (workbench, queue)}
    choose(where, "Names from", sources, "label_from", **change)
    switch(order, "Order", ORDERS, "label_order", help=ORDER_HELP, **change)
    help = "The encoder whose vectors say which class a name is nearest to."
    choose(encoder, "Suggestions by", encoders, "label_encoder", help=help, **change)
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
    found |= {f"in {one.slug}": f"All of {one.title}" for one in workbench.terminologies.all()}
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
        if not workbench.rankings.searchable(settings.encoder):
            problem = "The encoder has not read all names yet; make it searchable on Rankings, or choose another one."
            st.session_state["label_said"] = {"kind": "error", "text": problem}
            return
        names = workbench.rankings.names(query, "all", settings.encoder, most)
        open_queue(workbench, queue.label_set, replace(settings, names=names, query=query))
    except NomenclatorError as error:
        st.session_state["label_said"] = {"kind": "error", "text": str(error)}
