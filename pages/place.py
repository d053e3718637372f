"""Place: where a new name belongs in a hierarchy, one name or ten thousand; and the hierarchy itself."""

from __future__ import annotations

from collections.abc import Collection

import streamlit as st

from pages.parts.place.address import WHOLE, place_address
from pages.parts.place.list import many_names
from pages.parts.place.one_name import one_name
from pages.parts.place.preload import warm
from pages.parts.place.queue import FILTERS
from pages.parts.place.tree import hierarchy
from pages.parts.shell.address import own_fields
from pages.parts.shell.frame import opened
from pages.parts.shell.warming import current_encoder
from pages.parts.widget_state import choose, choose_some, follow_default, switch

MOST_ENCODERS = 4
VIEWS = {"name": "One name", "list": "A list", "tree": "Hierarchy"}

workbench = opened("Place", "Which concept a new name belongs under, and what each encoder makes of it.")
terminologies = {one.slug: one.title for one in workbench.terminologies.all()}
choices = {choice.id: choice for choice in workbench.rankings.encoders()}
current = current_encoder(choices.values())
address = place_address(next(iter(terminologies)), current)
options: dict[str, Collection[str]] = {"view": VIEWS, "in": terminologies, "with": choices, "filter": FILTERS}
own_fields(terminology="in")
follow_default(address.key("with"), current)
address.read(options)
st.session_state.pop(WHOLE, None)

row = st.container(horizontal=True, vertical_alignment="bottom")
view = switch(row, "What to place", VIEWS, address.key("view"))
where, whom = row.container().columns([2, 3], vertical_alignment="bottom")
terminology = choose(where, "Terminology", terminologies, address.key("in"))
titles = {id: choice.title for id, choice in choices.items()}
help = "One to four. A list of names is placed by the first."
chosen = choose_some(whom, "Encoders, side by side", titles, address.key("with"), MOST_ENCODERS, help=help)
encoders = chosen or [current]
if view != "tree":
    warm(workbench, terminology, encoders[0])
if view == "list":
    many_names(workbench, terminology, encoders[0], titles, address)
elif view == "tree":
    hierarchy(workbench, terminology, terminologies[terminology], encoders, choices, address)
else:
    one_name(workbench, terminology, encoders, choices, address)
address.write()
