"""Map: names on a plane, to see what an encoder takes for near and to work on many of them at once."""

from __future__ import annotations

from typing import Any

import streamlit as st

from engine.workbench import MapPair, MapRequest, OpenMap, Workbench
from pages.parts.formatting import count, duration, plain
from pages.parts.fragment import fragment
from pages.parts.map.canvas import map_canvas, selected_points
from pages.parts.map.choices import COLOURS, MapChoice, map_choices
from pages.parts.map.drawn_maps import drawn_maps
from pages.parts.map.legend import map_legend
from pages.parts.map.points import block_key, send_points
from pages.parts.map.selection import map_selection
from pages.parts.map.tables import movers_table, regions_table
from pages.parts.shell.frame import opened as opened_frame
from pages.parts.shell.job_panel import run_panel
from pages.parts.shell.workspace import sentences

DRAWER = "map_drawer"  # key of the tabs beside or below the map
LEGEND, SELECTION, REGIONS, MOVERS = "Legend", "Selection", "Regions", "Moved most"
SETUP, A_NAME = 15.0, 0.0012  # seconds a map takes, measured on two cores

workbench = opened_frame("Map", "Names that an encoder takes for near stand near each other.")
encoders = {choice.id: choice.title for choice in workbench.rankings.encoders()}


@st.cache_resource(show_spinner=False, max_entries=4)
def compared(key: str, _workbench: Workbench, _first: OpenMap, _second: OpenMap) -> MapPair:
    return _workbench.maps.compare(_first, _second)


def ask(points: list[int], select: bool) -> None:
    """From a table: selects points on the map, or rings them, and brings them into sight."""
    before = st.session_state.get("map_command") or {"id": 0}
    st.session_state["map_command"] = {"id": before["id"] + 1, "points": points, "select": select}
    if select:
        st.session_state["map_selected"] = points
        st.session_state[DRAWER] = SELECTION
    st.rerun(["map_canvas_part", "map_work"])


def labelled() -> None:
    """After a label, an edit or an undo: the colours may have changed."""
    st.rerun(["map_canvas_part", "map_work"])


def took_selection() -> None:
    key, points = selected_points()
    if key:
        st.session_state["map_selected"] = points
        st.session_state[DRAWER] = SELECTION if points else LEGEND
        st.rerun(["map_work"])


def colouring(choice: MapChoice, first: OpenMap) -> dict[str, Any]:
    mode = choice.colour
    if mode == "label" and choice.label_set:
        labels = workbench.map_points.labels(first, choice.label_set)
        sizes: dict[str, int] = {}
        for label in labels.values():
            sizes[label] = sizes.get(label, 0) + 1
        titles = sorted(sizes, key=lambda title: (-sizes[title], title))
        places = {title: place for place, title in enumerate(titles)}
        return {
            "mode": mode,
            "title": f"Label in “{choice.label_set}”",
            "titles": titles,
            "points": list(labels),
            "values": [places[label] for label in labels.values()],
        }
    mode = "class" if mode == "label" else mode  # no set is chosen yet
    of = first.request.of if first.request.kind == "branch" else ""
    called = COLOURS | {
        "agreement": "Nearest names in common",
        "class": f"Children of {of}" if of else "Top class",
    }
    return {"mode": mode, "title": called[mode]}


def note(first: OpenMap) -> str:
    """What is drawn and what is not, in a line."""
    left = "; ".join(
        f"{number:,} {reason}" for reason, number in workbench.map_points.left_out(first).items() if number
    )
    if first.request.kind == "search":
        every = next(one.names for one in workbench.terminologies.all() if one.slug == first.request.terminology)
        if further := every - len(first.points.rows) - sum(first.points.left_out.values()):
            left = "; ".join(part for part in (f"{further:,} further from “{first.request.of}”", left) if part)
    withdrawn = workbench.map_points.withdrawn(first)
    parts = (
        f"{count(len(first.points.rows), 'name')} drawn.",
        f"{first.points.placed:,} of them are placed by the names nearest to them." if first.points.placed else "",
        f"Not drawn: {left}." if left else "None is left out.",
        f"{count(withdrawn, 'name')} withdrawn here still shown." if withdrawn else "",
    )
    return " ".join(part for part in parts if part)


def undrawn(request: MapRequest, missing: list[str]) -> None:
    """In place of a map that is not there yet: its run, or the button that starts it."""
    run = workbench.maps.run_of(request)
    if run is None:
        run = st.session_state.get("map_run")
        if run is not None and MapRequest.from_dict(workbench.jobs.run(run).recipe) != request:
            run = None
    if run is not None:
        run_panel(workbench, run, curve=False)
        if workbench.maps.run_of(request) is not None:
            return
    names = next(one.names for one in workbench.terminologies.all() if one.slug == request.terminology)
    whole = min(names, request.most) if request.kind == "terminology" else 0
    takes = f" With {count(whole, 'name')} it takes about {duration(len(missing) * (SETUP + whole * A_NAME))}."
    st.info(
        f"There is no map of these names under {plain(' and '.join(missing))} yet.{takes if whole else ''} "
        "It is drawn once and kept."
    )
    if st.button("Draw the map", key="draw_map", type="primary", shortcut="D"):
        st.session_state["map_run"] = workbench.maps.start(request)
        st.rerun()
    drawn_maps(workbench, encoders)


@fragment(key="map_canvas_part")
def canvas(choice: MapChoice, first: OpenMap, second: OpenMap | None) -> None:
    """The points of one map or two, in the colours that are chosen."""
    maps = [first, second] if second else [first]
    titles = [encoders[one.request.encoder] for one in maps]
    keys = [first.key, block_key(second, first)] if second else [first.key]
    map_canvas(
        f"Map of {first.request.terminology} under {' and '.join(titles)}",
        list(zip(keys, titles if second else [""], strict=True)),
        colouring(choice, first),
        note(first),
        st.session_state.get("map_command"),
        st.session_state.get("map_selected", []),
        took_selection,
    )


@fragment(key="map_work")
def work(choice: MapChoice, first: OpenMap, second: OpenMap | None, pair: MapPair | None) -> None:
    """The tabs of the drawer: what the colours mean, the names that are selected, and tables."""
    points = st.session_state.get("map_selected", [])
    shown = [*([] if second else [LEGEND]), SELECTION, REGIONS, *([MOVERS] if pair else [])]
    if st.session_state.get(DRAWER) not in shown:
        st.session_state[DRAWER] = SELECTION if points else shown[0]
    tabs = dict(zip(shown, st.tabs(shown, key=DRAWER, on_change="rerun"), strict=True))
    if LEGEND in tabs:
        with tabs[LEGEND]:
            map_legend()
    with tabs[SELECTION]:
        map_selection(workbench, first, points, choice.label_set, labelled, drawer=second is None)
    with tabs[REGIONS]:
        regions_table(first, lambda found: ask(found, select=True), drawer=second is None)
    if pair and second:
        with tabs[MOVERS]:
            both = (encoders[first.request.encoder], encoders[second.request.encoder])
            movers_table(pair, both, lambda one: ask(one, False))


def forget_former(first: OpenMap) -> None:
    """Lets go of what was selected and asked for on another map."""
    if st.session_state.get("map_shown") != first.key:
        st.session_state["map_shown"] = first.key
        st.session_state["map_selected"] = []
        st.session_state["map_command"] = None


def drawn(choice: MapChoice, first: OpenMap, second: OpenMap | None) -> None:
    """One map with its drawer beside it; two with theirs below, where the legend stands in the map."""
    forget_former(first)
    pair = compared(block_key(second, first), workbench, first, second) if second else None
    if second:  # there is no room beside them
        above, drawer = st.container(), st.container()
    else:
        above, drawer = st.container(key="map_and_drawer").columns([7, 3.2], gap="medium")
    with above, st.container(gap=None, key="map_place"):  # the points take no room
        send_points(workbench, "first", first)
        if second:
            send_points(workbench, "second", second, first, pair)
        canvas(choice, first, second)
    with drawer, st.container(key="map_below"):
        work(choice, first, second, pair)


def page() -> None:
    choice = map_choices(workbench)
    if choice.missing:
        st.info(choice.missing)
        drawn_maps(workbench, encoders)
        return
    request = workbench.maps.request(**choice.request)
    beside = request.second(choice.beside) if choice.beside else None
    first = workbench.maps.open(request)
    second = workbench.maps.open(beside) if beside and first else None
    if first is None or (beside and second is None):
        missing = [encoders[request.encoder]] if first is None else []
        undrawn(beside or request, missing + ([encoders[choice.beside]] if beside else []))
        return
    drawn(choice, first, second)


with sentences():
    page()
