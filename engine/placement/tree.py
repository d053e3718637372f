"""The hierarchy to look through: one concept's children at a time, concepts found by id or name, and its faults."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from engine.placement.family import Family
from engine.placement.records import Fault
from engine.text import normalise

MOST_CHILDREN = 500  # given at once
CYCLE, REDUNDANT, SHORTCUT = "cycle", "redundant", "shortcut"


@dataclass(frozen=True)
class Node:
    """A concept in the tree: how many children it has, and how many concepts stand below it."""

    id: str
    preferred: str
    children: int
    below: int


def nodes(family: Family, code: str = "", start: int = 0) -> list[Node]:
    """The children of a concept, or the roots; at most MOST_CHILDREN from `start` on."""
    found = family.children.get(code, []) if code else family.roots
    return [node(family, child) for child in found[start : start + MOST_CHILDREN]]


def node(family: Family, code: str) -> Node:
    """One concept."""
    return Node(code, family.titles[code], len(family.children.get(code, ())), family.below.get(code, 0))


def found(family: Family, text: str, limit: int = 12) -> list[Node]:
    """Concepts by id (whole or its beginning), then by words of their preferred name, the shortest first."""
    query, norm = text.strip().casefold(), normalise(text)
    if not query:
        return []
    by_id = [code for code in family.titles if code.casefold().startswith(query)]
    by_id.sort(key=lambda code: (len(code), code))
    parts = norm.split()
    by_name = [
        code for code, title in family.titles.items() if parts and all(part in title.casefold() for part in parts)
    ]
    by_name.sort(key=lambda code: (not family.titles[code].casefold().startswith(norm), len(family.titles[code]), code))
    return [node(family, code) for code in list(dict.fromkeys(by_id + by_name))[:limit]]


def faults(family: Family, root: str = "", limit: int = 500) -> tuple[list[Fault], int]:
    """The links that close a cycle, are redundant or skip a level, in this order; and how many there are.

    With `root` only those whose both ends stand below it or are it.
    """
    inside = family.branch(root) if root else None
    clean = family.cleaned
    links = [
        (child, parent)
        for child, parent in (*clean.cycles, *clean.shortcuts)
        if inside is None or (child in inside and parent in inside)
    ]
    cycles = set(clean.cycles)
    made = [_fault(family, child, parent, (child, parent) in cycles) for child, parent in links]
    made.sort(key=lambda fault: (CYCLE, REDUNDANT, SHORTCUT).index(fault.kind))
    return made[:limit], len(links)


def _fault(family: Family, child: str, parent: str, cycle: bool) -> Fault:
    way = _way(family, *((child, parent) if cycle else (parent, child)))
    levels = family.cleaned.levels
    return Fault(
        CYCLE if cycle else REDUNDANT if way else SHORTCUT,
        child,
        family.titles[child],
        parent,
        family.titles[parent],
        tuple(family.titles[code] for code in way),
        tuple(family.titles[one] for one in family.parents.get(child, ()) if one != parent and one in family.titles),
        (levels[parent], levels[child]),
    )


def _way(family: Family, start: str, goal: str) -> list[str]:
    """Concepts on a way down from `start` to `goal` but the link between both, [] when there is none."""
    before: dict[str, str] = {}  # a concept -> the one below it on the way up from `goal`
    waiting = deque([goal])
    while waiting:
        here = waiting.popleft()
        for one in family.parents.get(here, ()):
            if one in before or one == goal or one not in family.titles or (here == goal and one == start):
                continue
            before[one] = here
            if one == start:
                way = [start]
                while way[-1] != goal:
                    way.append(before[way[-1]])
                return way
            waiting.append(one)
    return []
