"""A hierarchy as a tree: children are asked for as a concept is opened, so that a hundred thousand do no harm."""

from __future__ import annotations

from collections.abc import Callable, Collection
from pathlib import Path
from typing import Any

import streamlit as st

from engine.workbench import Workbench

HERE = Path(__file__)
KEY = "tree"
MOST_ROWS = 3_000  # drawn at once; the rest of a branch is said to be there

_draw = st.components.v2.component(
    "nomenclator_tree",
    js=HERE.with_suffix(".js").read_text(encoding="utf-8"),
    css=HERE.with_suffix(".css").read_text(encoding="utf-8"),
)


def tree(
    workbench: Workbench,
    terminology: str,
    unfolded: Collection[str],
    chosen: str,
    on_fold: Callable[[], None],
    on_choose: Callable[[], None],
) -> None:
    """Draws the roots, and the children of every concept in `unfolded`; `chosen` is marked and scrolled to.

    A concept that is folded or unfolded goes to `on_fold`, one that is opened to `on_choose`.
    """
    data = {"label": "Hierarchy", "rows": tree_rows(workbench, terminology, unfolded), "chosen": chosen}
    _draw(key=KEY, data=data, on_fold_change=on_fold, on_choose_change=on_choose)


def tree_rows(workbench: Workbench, terminology: str, unfolded: Collection[str]) -> list[dict[str, Any]]:
    """The rows that show, in order: id, name, level from 1, counts, whether unfolded, and the place among siblings."""
    rows: list[dict[str, Any]] = []

    def add(code: str, level: int, above: frozenset[str]) -> None:
        nodes = workbench.tree_nodes(terminology, code)
        for place, node in enumerate(nodes, 1):
            if len(rows) >= MOST_ROWS:
                return
            inside = node.id in unfolded and node.children > 0 and node.id not in above
            rows.append(
                {
                    "id": node.id,
                    "name": node.preferred,
                    "level": level,
                    "children": node.children,
                    "below": node.below,
                    "unfolded": inside,
                    "place": place,
                    "of": len(nodes),
                }
            )
            if inside:
                add(node.id, level + 1, above | {node.id})

    add("", 1, frozenset())
    return rows


def folded() -> str:
    """The concept that was folded or unfolded, inside `on_fold`."""
    return str(st.session_state[KEY].fold or "")


def chosen_in_tree() -> str:
    """The concept that was opened, inside `on_choose`."""
    return str(st.session_state[KEY].choose or "")
