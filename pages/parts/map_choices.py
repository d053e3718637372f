"""The choices above a map: which names, under which encoders, laid out and coloured how. All of them in the address."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import streamlit as st

from engine.workbench import Workbench
from pages.parts.chosen import forget_unknown

KINDS = {"terminology": "All", "branch": "Branch", "search": "Search", "labels": "Labels"}
COLOURS = {
    "class": "Top class",
    "level": "Level",
    "source": "Source",
    "label": "Label",
    "agreement": "Agreement",
}
NONE = "none"


@dataclass(frozen=True)
class MapChoice:
    """What was chosen; `asked` is for `Workbench.map_asked`, and empty while something is missing."""

    asked: dict[str, Any]
    beside: str  # the second encoder, or ""
    colour: str
    label_set: str
    missing: str = ""  # what to do first


def map_choices(workbench: Workbench) -> MapChoice:
    """Draws the choices in two rows."""
    terminologies = {one.slug: one for one in workbench.terminologies()}
    encoders = {one.id: one for one in workbench.encoders()}
    current = next((one.id for one in encoders.values() if one.current), "vectors")
    sets = [one.name for one in workbench.label_sets()]
    for key, options in (
        ("terminology", terminologies),
        ("encoder", encoders),
        ("beside", [NONE, *encoders]),
        ("set", sets),
    ):
        forget_unknown(key, options)

    where, what, which = st.columns([3, 3.2, 4], vertical_alignment="top")
    slug = where.selectbox(
        "Terminology",
        list(terminologies),
        key="terminology",
        bind="query-params",
        format_func=lambda slug: terminologies[slug].title,
    )
    kind = what.segmented_control(
        "Names of",
        list(KINDS),
        default="terminology",
        key="names",
        bind="query-params",
        required=True,
        format_func=KINDS.__getitem__,
        help="The whole terminology, a concept with all below it, what a search finds, or a label set.",
    )
    of = _of(workbench, which, slug, kind)

    one, two, how, by = st.columns([3, 3, 2, 2], vertical_alignment="top")
    encoder = one.selectbox(
        "Encoder",
        list(encoders),
        index=list(encoders).index(current),
        key="encoder",
        bind="query-params",
        format_func=lambda id: encoders[id].title,
        help="Names that it takes for near stand near each other.",
    )
    beside = two.selectbox(
        "Beside it",
        [NONE, *[id for id in encoders if id != encoder]] if len(encoders) > 1 else [NONE],
        key="beside",
        bind="query-params",
        format_func=lambda id: "No second encoder" if id == NONE else encoders[id].title,
        help="A second encoder over the same names, its map laid over the first one; what moved is listed below.",
    )
    layouts = workbench.map_layouts()
    layout = how.selectbox(
        "Layout",
        list(layouts),
        key="layout",
        bind="query-params",
        format_func=lambda name: layouts[name][0],
        help="; ".join(f"{title}: {whole}" for title, whole in layouts.values()) + ".",
    )
    colours = [name for name in COLOURS if (name != "agreement" or beside != NONE) and (name != "label" or sets)]
    forget_unknown("colour", colours)
    colour = by.selectbox("Colour by", colours, key="colour", bind="query-params", format_func=COLOURS.__getitem__)
    label_set = of if kind == "labels" else _label_set(sets) if colour == "label" else ""
    asked = {"terminology": slug, "encoder": encoder, "kind": kind, "of": of, "layout": layout}
    missing = {
        "branch": "Choose a branch: a top class from the list, or type the id of any concept.",
        "search": "Type what to search for; the names nearest to it are drawn.",
        "labels": "There is no label set yet. Select names on a map and label them, or use the Labels page.",
    }.get(kind, "")
    second = "" if beside == NONE else str(beside)
    return MapChoice({} if missing and not of else asked, second, colour, label_set, missing if not of else "")


def _of(workbench: Workbench, place: Any, slug: str, kind: str) -> str:
    if kind == "branch":
        branches = _branches(workbench, slug)
        return str(
            place.selectbox(
                "Branch",
                list(branches),
                index=None,
                key="branch",
                bind="query-params",
                accept_new_options=True,
                placeholder="A top class, or type a concept id",
                format_func=lambda code: f"{branches[code]} ({code})" if code in branches else code,
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
    if kind == "labels":
        sets = [one.name for one in workbench.label_sets()]
        return str(place.selectbox("Label set", sets, key="set", bind="query-params") or "") if sets else ""
    return ""


def _label_set(sets: list[str]) -> str:
    return str(st.selectbox("Label set", sets, key="set", bind="query-params", width=320) or "")


@st.cache_data(show_spinner=False, ttl=60)
def _branches(_workbench: Workbench, slug: str) -> dict[str, str]:
    return _workbench.map_branches(slug)
