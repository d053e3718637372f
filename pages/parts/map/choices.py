"""The choices above a map: which names, under which encoders, laid out and coloured how. All of them in the address."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import streamlit as st

from engine.workbench import Workbench
from pages.parts.formatting import with_id
from pages.parts.shell.address import check_bound, ids_shown
from pages.parts.shell.warming import current_encoder
from pages.parts.widget_state import choose, follow_default, switch

KINDS = {"terminology": "All", "branch": "Branch", "search": "Search", "labels": "Labels"}
COLOURS = {
    "class": "Class",
    "level": "Level",
    "source": "Source",
    "label": "Label",
    "agreement": "Agreement",
}
NONE = "none"


@dataclass(frozen=True)
class MapChoice:
    """What was chosen; `request` is for `workbench.maps.request`, and empty while something is missing."""

    request: dict[str, Any]
    beside: str  # the second encoder, or ""
    colour: str
    label_set: str
    missing: str = ""  # what to do first


def map_choices(workbench: Workbench) -> MapChoice:
    """Draws the choices in two rows."""
    terminologies = {one.slug: one.title for one in workbench.terminologies.all()}
    choices = workbench.rankings.encoders()
    encoders, current = {one.id: one.title for one in choices}, current_encoder(choices)
    sets = {one.name: one.name for one in workbench.label_sets.counts()}
    layouts = workbench.maps.layouts()
    others = {NONE: "No second encoder", **encoders}
    names = {name: title for name, (title, _) in layouts.items()}
    ids_shown({"terminology": terminologies, "encoder": encoders, "beside": others})
    check_bound(
        {
            "terminology": terminologies.values(),
            "names": KINDS.values(),
            "encoder": encoders.values(),
            "beside": others.values(),
            "layout": names.values(),
            "colour": COLOURS.values(),
            "set": sets,
        }
    )
    where, what, which = st.columns([2.7, 3.9, 3.6], vertical_alignment="top")
    slug = choose(where, "Terminology", terminologies, "terminology", bind="query-params")
    help = "The whole terminology, a concept with all below it, what a search finds, or a label set."
    kind = switch(what, "Names of", KINDS, "names", default="terminology", bind="query-params", help=help)
    of = _of(workbench, which, slug, kind, sets)

    one, two, how, by = st.columns([3, 3, 2, 2], vertical_alignment="top")
    at, help = list(encoders).index(current), "Names that it takes for near stand near each other."
    follow_default("encoder", current)
    encoder = choose(one, "Encoder", encoders, "encoder", index=at, bind="query-params", help=help)
    others.pop(encoder)
    help = "A second encoder over the same names, its map laid over the first one; what moved is listed below."
    beside = choose(two, "Beside it", others, "beside", bind="query-params", help=help)
    help = "; ".join(f"{title}: {whole}" for title, whole in layouts.values()) + "."
    layout = choose(how, "Layout", names, "layout", bind="query-params", help=help)
    without = {"agreement" if beside == NONE else "", "" if sets else "label"}
    colours = {name: title for name, title in COLOURS.items() if name not in without}
    help = "Class: the top class of a name, and of a branch the child of the branch that the name stands below."
    colour = choose(by, "Colour by", colours, "colour", bind="query-params", help=help)
    label_set = of if kind == "labels" else _set(st, sets, width=320) if colour == "label" else ""
    request = {"terminology": slug, "encoder": encoder, "kind": kind, "of": of, "layout": layout}
    missing = {
        "branch": "Choose a branch: a top class from the list, or type the id of any concept.",
        "search": "Type what to search for; the names nearest to it are drawn.",
        "labels": "There is no label set yet. Select names on a map and label them, or use the Labels page.",
    }.get(kind, "")
    second = "" if beside == NONE else str(beside)
    return MapChoice({} if missing and not of else request, second, colour, label_set, missing if not of else "")


def _of(workbench: Workbench, place: Any, slug: str, kind: str, sets: dict[str, str]) -> str:
    if kind == "branch":
        branches = _branches(workbench, slug, workbench.history.last())
        return str(
            place.selectbox(
                "Branch",
                list(branches),
                index=None,
                key="branch",
                bind="query-params",
                accept_new_options=True,
                placeholder="A top class, or type a concept id",
                format_func=lambda code: with_id(branches[code], code) if code in branches else code,
            )
            or ""
        )
    if kind == "search":
        return str(
            place.text_input(
                "Search for", key="search", bind="query-params", placeholder="For example: pain in the chest"
            )
            or ""
        ).strip()
    return _set(place, sets) if kind == "labels" and sets else ""


def _set(place: Any, sets: dict[str, str], **more: Any) -> str:
    return str(choose(place, "Label set", sets, "set", bind="query-params", **more) or "")


@st.cache_data(show_spinner=False, ttl=60, max_entries=20)
def _branches(_workbench: Workbench, slug: str, last: int) -> dict[str, str]:
    return _workbench.maps.branches(slug)
