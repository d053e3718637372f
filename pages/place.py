"""Place: where a new name belongs in a hierarchy, one name or ten thousand; and the hierarchy itself."""

from __future__ import annotations

from collections.abc import Collection

import streamlit as st

from pages.parts.frame import opened
from pages.parts.place_address import WHOLE, place_address
from pages.parts.place_list import many_names
from pages.parts.place_one import one_name
from pages.parts.place_queue import FILTERS
from pages.parts.place_tree import hierarchy
from pages.parts.place_warm import warm

MOST_ENCODERS = 4
VIEWS = {"name": "One name", "list": "A list", "tree": "Hierarchy"}

workbench = opened("Place", "Which concept a new name belongs under, and what each encoder makes of it.")
terminologies = {one.slug: one.title for one in workbench.terminologies()}
choices = {choice.id: choice for choice in workbench.encoders()}
current = next((choice.id for choice in choices.values() if choice.current), "vectors")
address = place_address(next(iter(terminologies)), current)
options: dict[str, Collection[str]] = {"view": VIEWS, "in": terminologies, "with": choices, "filter": FILTERS}
address.read(options)
st.session_state.pop(WHOLE, None)

what, where, whom = st.columns([3.3, 2.9, 5.8], vertical_alignment="bottom")
view = what.segmented_control(
    "What to place",
    list(VIEWS),
    key=address.key("view"),
    required=True,
    format_func=VIEWS.__getitem__,
)
terminology = where.selectbox(
    "Terminology",
    list(terminologies),
    key=address.key("in"),
    format_func=lambda slug: terminologies.get(slug, slug),
)
encoders = whom.multiselect(
    "Encoders, side by side",
    list(choices),
    key=address.key("with"),
    format_func=lambda encoder: choices[encoder].title,
    max_selections=MOST_ENCODERS,
    select_all=False,
    help="One to four. A list of names is placed by the first.",
) or [current]
if view != "tree":
    warm(workbench, terminology, encoders[0])
if view == "list":
    many_names(workbench, terminology, encoders[0], {id: choice.title for id, choice in choices.items()}, address)
elif view == "tree":
    hierarchy(workbench, terminology, terminologies[terminology], encoders, choices, address)
else:
    one_name(workbench, terminology, encoders, choices, address)
address.write()
