"""The concept hierarchy as a directed acyclic graph."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence

LONGEST_PATH = 200  # concepts of a path that is shown; the deepest terminologies have a tenth of that


def children_of(parents: dict[str, list[str]]) -> dict[str, list[str]]:
    """Parent -> its children, turned round from concept -> its parents."""
    children: dict[str, list[str]] = defaultdict(list)
    for child, above in parents.items():
        for parent in above:
            children[parent].append(child)
    return dict(children)


def reached(start: str, links: Mapping[str, Sequence[str]], most: float = math.inf) -> set[str]:
    """Every concept below `start` by links to children, or above it by links to parents; itself is not among them, and
    a cycle is walked once. Where there are more than `most`, some of them."""
    found: set[str] = set()
    stack = list(links.get(start, ()))
    while stack and len(found) < most:
        here = stack.pop()
        if here not in found and here != start:
            found.add(here)
            stack.extend(links.get(here, ()))
    return found


def closes_circle(child: str, parent: str, parents: Mapping[str, Sequence[str]]) -> bool:
    """Whether the link from `child` to `parent` closes a circle."""
    return child == parent or child in reached(parent, parents)


def path_to_root(code: str, parents: dict[str, list[str]]) -> list[str]:
    """`code`, its first parent, that one's first parent …; stops at a root, where a cycle closes, and after
    LONGEST_PATH concepts."""
    path = {code: None}  # in order, and asked at each step whether it holds the next
    here = code
    while (above := parents.get(here)) and above[0] not in path and len(path) < LONGEST_PATH:
        here = above[0]
        path[here] = None
    return list(path)
