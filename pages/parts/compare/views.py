"""What a comparison found, drawn: every task, the branches, and the names won and lost."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import streamlit as st

from engine.workbench import Comparison, comparison_words
from pages.parts.compare.table import comparison_table
from pages.parts.formatting import count, plain
from pages.parts.sheet import Col, sheet
from pages.parts.shell.address import Address
from pages.parts.widget_state import switch

RANK = "Rank of the first other name of the same concept, among all names; 1 is best, – is not found."
CHANCE = "Of twenty rows without any difference, about one would show a sign by chance."


def tasks_view(found: Comparison) -> None:
    """Every task that the workspace can run: value, difference and interval of each encoder."""
    if found.tasks:
        comparison_table(
            "compare_tasks",
            "Every task",
            "Task",
            found.tasks,
            [comparison_words.metric_title(row["task"], row["metric"]) for row in found.tasks],
            _titles(found),
            lambda row, id: comparison_words.stands(row["differences"].get(id, {})),
        )
        st.caption(
            f"Each other encoder less {plain(_first(found))}: ▲ a gain, ▼ a loss, ≈ neither; below it the 95 % "
            f"interval of a paired bootstrap over the names. {CHANCE}"
        )
    for line in found.left_out:
        st.caption(f"Left out. {plain(line)}")
    for id in found.seen:
        st.warning(f"{plain(found.titles[id])} was trained on the held-out names too; its figures flatter it.")


def branches_view(found: Comparison) -> None:
    """Which chapter or organ system gained and which lost."""
    if not found.branches:
        st.info("This terminology has no hierarchy, or no held-out names, so there are no branches to compare.")
        return
    comparison_table(
        "compare_branches",
        "Branches",
        "Branch",
        found.branches,
        [(row["title"], "") for row in found.branches],
        _titles(found),
        comparison_words.branch_stands,
    )
    st.caption(
        f"Retrieval mAP of the held-out names below each top class, the largest gains of "
        f"{plain(found.titles[found.encoders[-1]])} first. A branch of fewer than "
        f"{comparison_words.FEWEST_NAMES} names is called neither. {CHANCE}"
    )


def names_view(found: Comparison, address: Address) -> None:
    """The names with the largest gains and losses of one encoder against the first."""
    others = found.encoders[1:]
    if not found.moved:
        st.info("There are no held-out names with synonyms here; choose another terminology.")
        return
    id: str | None = others[0]
    if len(others) > 1:
        if st.session_state.get(address.key("against")) not in others:
            st.session_state[address.key("against")] = others[-1]
        titles = {other: plain(found.titles[other]) for other in others}
        id = switch(st, f"Against {plain(_first(found))}", titles, address.key("against"))
    id = id or others[-1]
    changes = found.moved[id]
    names = count(changes["better"] + changes["worse"] + changes["same"], "held-out name")
    st.markdown(
        f"Of {names}, {plain(found.titles[id])} puts the right answer higher for **{changes['better']:,}** than "
        f"{plain(_first(found))}, lower for **{changes['worse']:,}**, and at the same place for {changes['same']:,}."
    )
    for kind, title in (("wins", "Largest gains"), ("losses", "Largest losses")):
        st.header(title, anchor=False)
        ranks_table(f"compare_{kind}", title, changes[kind], found)


def ranks_table(key: str, label: str, rows: Sequence[Mapping[str, Any]], found: Comparison) -> None:
    """Names with the rank that each encoder gives to the right answer."""
    columns = [
        Col("name", "Held-out name"),
        Col("concept", "Concept", "code"),
        Col("preferred", "Preferred name", "quiet"),
        *(Col(id, title, "number", RANK) for id, title in _titles(found).items()),
    ]
    drawn = [
        {
            "id": f"{at}",
            "name": row["name"],
            "concept": row["concept_id"],
            "preferred": row["preferred_name"],
            **{id: f"{row['ranks'][id]:,}" if row["ranks"][id] else "–" for id in found.encoders},
            "best": [id for id in found.encoders if row["ranks"][id] == _best(row["ranks"])],
        }
        for at, row in enumerate(rows)
    ]
    sheet(key, label, columns, drawn, empty="No name.", tallest=420)


def _best(ranks: Mapping[str, int]) -> int:
    return min((rank for rank in ranks.values() if rank), default=0) or -1


def _titles(found: Comparison) -> dict[str, str]:
    return {id: found.titles.get(id, id) for id in found.encoders}


def _first(found: Comparison) -> str:
    return found.titles.get(found.encoders[0], found.encoders[0])
