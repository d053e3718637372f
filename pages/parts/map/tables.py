"""The map in words: its crowded parts and, beside a second encoder, the names that changed company."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import streamlit as st

from engine.workbench import MapPair, OpenMap
from pages.parts.formatting import count, percent
from pages.parts.sheet import Col, sheet

REGIONS = (
    Col("title", "Region"),
    Col("names", "Names", "bar", "How many names stand in this crowded part of the map."),
    Col("topic", "Mostly", "quiet", "The class that most of its names are of, and their share."),
    Col("fit", "Fit", "number", "How well the concept that named it matches it: F1, 1 is the same names."),
    Col("select", "Select", "action", "Selects the names of this part."),
)
IN_DRAWER = ("title", "names", "select")
MOVERS = (
    Col("name", "Name"),
    Col("concept", "Concept", "code"),
    Col("kept", "Company kept", "bar", "Jaccard of its nearest names under both encoders: 100 % is the same company."),
    Col("before", "Near it with the first", "quiet"),
    Col("after", "Near it with the second", "quiet"),
)


def regions_table(opened: OpenMap, select: Callable[[list[int]], None], drawer: bool = False) -> None:
    """The crowded parts with their sizes; a row's action selects its names. In a drawer a region says the rest where
    its name is pointed at."""
    drawn = opened.points
    most = max((one.names for one in drawn.regions), default=1)
    rows = []
    for number, region in enumerate(drawn.regions):
        title, size = _mostly(opened, number)
        topic = f"{title or 'no class'} ({percent(size / max(1, region.names))})"
        rows.append(
            {
                "id": str(number),
                "title": region.title,
                "title_why": f"Mostly {topic}." if drawer else "",
                "names": region.names / most,
                "names_text": f"{region.names:,}",
                "topic": topic,
                "fit": f"{region.fit:.2f}" if region.concept else "",
                "fit_why": "" if region.concept else "No concept fits; it is called by its most telling name.",
                "about": region.title,
            }
        )

    def act(number: str) -> None:
        select((drawn.region == int(number)).nonzero()[0].tolist())

    outside = int((drawn.region < 0).sum())
    st.caption(
        f"{count(len(rows), 'crowded part')} of the map"
        + (f"; {count(outside, 'name')} stand between them." if outside else ".")
    )
    columns = tuple(column for column in REGIONS if column.key in IN_DRAWER) if drawer else REGIONS
    sheet("map_regions", "Regions of the map", columns, rows, on_act=act, tallest=520)


def _mostly(opened: OpenMap, number: int) -> tuple[str, int]:
    drawn = opened.points
    kind, size = Counter(drawn.classes[drawn.region == number].tolist()).most_common(1)[0]
    return drawn.tables.classes[kind], size


def movers_table(pair: MapPair, titles: tuple[str, str], ring: Callable[[list[int]], None]) -> None:
    """The names whose neighbours changed most; picking one shows it on both maps."""
    st.caption(
        f"On average a name keeps {percent(pair.mean)} of its nearest names from {titles[0]} to {titles[1]}. "
        "These keep the fewest; pick one to see it on both maps. How far a name moved on the screen is not what "
        "counts here."
    )
    rows = [
        {
            "id": str(name.point),
            "name": name.name,
            "concept": name.concept,
            "kept": share,
            "kept_text": percent(share),
            "before": " · ".join(before),
            "after": " · ".join(after),
        }
        for name, share, before, after in pair.movers
    ]
    pick = lambda point: ring([int(point)])  # noqa: E731
    sheet("map_movers", "Names that moved most", MOVERS, rows, on_pick=pick, tallest=520)
