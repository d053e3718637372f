"""The legend of a map in the drawer beside it: the map draws it there, with all that it hides and lights up."""

from __future__ import annotations

from pages.parts.component import component

_draw = component("map_legend", __file__, "legend_list.js", "legend.js")


def map_legend() -> None:
    """Draws the place of the legend; what stands in it is `shown.js`'s."""
    _draw(key="map_legend", data={})
