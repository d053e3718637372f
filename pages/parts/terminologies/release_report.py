"""What differs between two versions: in counts, by branch, and one by one."""

from __future__ import annotations

from typing import Any

import streamlit as st

from pages.parts.paging import page_choice, page_of
from pages.parts.sheet import Col, sheet
from pages.parts.widget_state import choose

PAGE = 20
WORDS = {
    "added": "Added",
    "withdrawn": "Withdrawn",
    "merged": "Merged",
    "split": "Split",
    "moved": "Moved",
    "renamed": "Renamed",
    "redefined": "Redefined",
    "name added": "Names added",
    "name withdrawn": "Names withdrawn",
}
CHANGES = (
    Col("name", "Concept"),
    Col("concept", "Id", "code"),
    Col("before", "Before", "quiet", "The parents, the name, the definition, or “out of use”."),
    Col("after", "After", "text", "The parents, the name, the definition, or the concepts that take its place."),
)


def release_report(difference: Any, key: str) -> None:
    """Draws a `ReleaseDifference`; `key` tells its widgets from others."""
    every = "All branches"
    rows = [
        {"id": one.branch or "-", "title": one.title or "Elsewhere", **{c: f"{n:,}" for c, n in one.counts.items()}}
        for one in difference.branches
    ]
    total = {"id": "", "title": every, **{c: f"{n:,}" for c, n in difference.counts.items()}, "best": list(WORDS)}
    columns = (
        Col("title", "Branch"),
        *(Col(change, word, "number", f"{word}, in the branch.") for change, word in WORDS.items()),
    )
    sheet(f"{key}_branches", "Changes by branch", columns, [total, *rows], tallest=360)
    counts = {change: number for change, number in difference.counts.items() if number}
    there = {change: f"{WORDS[change]} · {number:,}" for change, number in counts.items()}
    if not there:
        return
    left, right = st.columns(2)
    change = choose(left, "One by one", there, f"{key}_change")
    branches = {"": every} | {one.branch: one.title or "Elsewhere" for one in difference.branches if one.branch}
    branch = choose(right, "In", branches, f"{key}_branch")
    lines = [one for one in difference.changes if one.change == change and branch in ("", one.branch)]
    page, pages = page_of(f"{key}_page", len(lines), PAGE)
    sheet(
        f"{key}_changes",
        "Changes one by one",
        CHANGES,
        [
            {"id": str(at), "name": one.name, "concept": one.concept, "before": one.before, "after": one.after}
            for at, one in enumerate(lines[(page - 1) * PAGE : page * PAGE])
        ],
        empty="Nothing of this kind in this branch.",
        tallest=420,
    )
    page_choice(f"{key}_page", pages)
