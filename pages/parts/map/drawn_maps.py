"""The maps that are drawn already, below the words that the one asked for is not: one click opens one of them."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from engine.workbench import MapRequest, Workbench
from pages.parts.formatting import clock, with_id
from pages.parts.map.choices import KINDS, NONE
from pages.parts.sheet import Col, sheet

MOST = 12
COLUMNS = (
    Col("of", "Map"),
    Col("encoder", "Encoder"),
    Col("layout", "Layout"),
    Col("names", "Names", "number", "How many it shows."),
    Col("when", "Drawn", "when"),
)
FIELDS = {"branch": "branch", "search": "search", "labels": "set"}  # kind -> the field of what it is of


def drawn_maps(workbench: Workbench, encoders: Mapping[str, str]) -> None:
    """Draws the newest maps that the choices can name, where there is any; picking one sets the choices."""
    found = {one.key: one for one in workbench.maps.openable(MOST)}
    if not found:
        return
    titles = {one.slug: one.title for one in workbench.terminologies.all()}
    layouts = {name: title for name, (title, _) in workbench.maps.layouts().items()}
    rows = []
    for key, one in found.items():
        request = MapRequest.from_dict(one.asked)
        shown = [encoders.get(id, id) for id in (request.beside, request.encoder) if id]
        part = f": {KINDS[request.kind].lower()} {_named(workbench, request)}" if request.of else ""
        rows.append(
            {
                "id": key,
                "of": f"{titles.get(request.terminology, request.terminology)}{part}",
                "encoder": " beside ".join(shown),
                "layout": layouts.get(request.layout, request.layout),
                "names": f"{one.names:,}",
                "when": clock(one.created),
                "when_why": one.created,
            }
        )

    def pick(key: str) -> None:
        choose_map(MapRequest.from_dict(found[key].asked))

    st.header("Maps that are drawn", anchor=False)
    sheet("drawn_maps", "Maps that are drawn", COLUMNS, rows, on_pick=pick)


def choose_map(request: MapRequest) -> None:
    """Makes the choices above the map say this request."""
    state = st.session_state
    state["terminology"], state["names"], state["layout"] = request.terminology, request.kind, request.layout
    state["encoder"], state["beside"] = request.beside or request.encoder, request.encoder if request.beside else NONE
    if request.of:
        state[FIELDS[request.kind]] = request.of


def _named(workbench: Workbench, request: MapRequest) -> str:
    """What a part of a terminology is called: a concept by its name."""
    if request.kind != "branch":
        return f"“{request.of}”"
    card = workbench.terminologies.concepts(request.terminology, [request.of]).get(request.of)
    return with_id(card.concept.preferred, request.of) if card else request.of
