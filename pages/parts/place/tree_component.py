"""A hierarchy as a tree: children are asked for as a concept is opened, so that a hundred thousand do no harm."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

from engine.workbench import Workbench
from pages.parts.component import component, heard

KEY = "tree"
MOST_ROWS = 3_000  # drawn at once; the rest of a branch is said to be there

_draw = component("tree", __file__)


def tree(
    workbench: Workbench,
    terminology: str,
    unfolded: Collection[str],
    chosen: str,
    on_fold: Callable[[str], None],
    on_choose: Callable[[str], None],
) -> None:
    """Draws the tops, and the children of every concept in `unfolded`; `chosen` is marked and scrolled to.

    The id of a concept that is folded or unfolded goes to `on_fold`, of one that is opened to `on_choose`.
    """
    data = {"label": "Hierarchy", "rows": tree_rows(workbench, terminology, unfolded), "chosen": chosen}
    fold, choose = heard(KEY, "fold", on_fold), heard(KEY, "choose", on_choose)
    _draw(key=KEY, data=data, on_fold_change=fold, on_choose_change=choose)


def tree_rows(workbench: Workbench, terminology: str, unfolded: Collection[str]) -> list[dict[str, Any]]:
    """The rows that show, in order: id, name, level from 1, counts, whether unfolded and on top as one of a circle, and
    the place among siblings."""
    rows: list[dict[str, Any]] = []

    def add(code: str, level: int, above: frozenset[str]) -> None:
        nodes = workbench.hierarchy.children(terminology, code)
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
                    "circle": node.circle and level == 1,
                    "place": place,
                    "of": len(nodes),
                }
            )
            if inside:
                add(node.id, level + 1, above | {node.id})

    add("", 1, frozenset())
    return rows
