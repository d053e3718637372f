"""The hierarchy to look through: one concept's children at a time, concepts found by id or name, and its faults."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from engine.placement.family import Family
from engine.placement.records import Fault
from engine.text import normalise

MOST_CHILDREN = 500  # given at once
CYCLE, REDUNDANT = "cycle", "redundant"


@dataclass(frozen=True)
class Node:
    """A concept in the tree: how many children it has, and how many concepts stand below it.

    `circle`: it stands on top since it is in a circle that no root leads to.
    """

    id: str
    preferred: str
    children: int
    below: int
    circle: bool = False


def nodes(family: Family, code: str = "", start: int = 0) -> list[Node]:
    """The children of a concept, or the tops of the tree; at most MOST_CHILDREN from `start` on."""
    found = family.children.get(code, []) if code else family.tops
    return [node(family, child) for child in found[start : start + MOST_CHILDREN]]


def node(family: Family, code: str) -> Node:
    """One concept."""
    children, below = len(family.children.get(code, ())), family.below.get(code, 0)
    return Node(code, family.titles[code], children, below, code in family.circles)


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


def found_branches(family: Family, text: str, limit: int) -> list[Node]:
    """Of `found` what has others below it: this very id, whole words (“liver” is in “delivery”), then the largest."""
    words = set(normalise(text).split())

    def order(one: Node) -> tuple[bool, bool, int]:
        whole = words <= set(normalise(one.preferred).split())
        return one.id.casefold() != text.strip().casefold(), not whole, -one.below

    return sorted((one for one in found(family, text, len(family.titles)) if one.below), key=order)[:limit]


def example_branch(family: Family) -> str:
    """The concept with the largest branch among those of a 200th of all concepts at most; “” without a hierarchy."""
    sizes = {code: family.below.get(code, 0) for code in family.titles if family.children.get(code)}
    most = max(len(family.titles) / 200, min(sizes.values(), default=0))
    return max((code for code, size in sizes.items() if size <= most), key=sizes.__getitem__, default="")


def faults(family: Family, root: str = "", limit: int = 500) -> tuple[list[Fault], int]:
    """The links that close a cycle, then those that a longer way makes redundant; and how many there are.

    A link that only skips a level, because the child has a deeper parent too, is no fault. With `root` only those whose
    both ends stand below it or are it.
    """
    inside = family.branch(root) if root else None
    found = [one for one in faulty_links(family) if inside is None or (one.child in inside and one.parent in inside)]
    return found[:limit], len(found)


def faulty_links(family: Family) -> list[Fault]:
    """Every link that closes a cycle or is redundant, cycles first, each with the way that makes it so."""
    clean = family.cleaned
    cycles = [_fault(family, CYCLE, child, parent) for child, parent in clean.cycles]
    redundant = [_fault(family, REDUNDANT, child, parent) for child, parent in clean.shortcuts]
    return [*cycles, *(one for one in redundant if one.way)]


def _fault(family: Family, kind: str, child: str, parent: str) -> Fault:
    way = _way(family, child, parent) if kind == CYCLE else _way(family, parent, child, longer=True)
    levels = family.cleaned.levels
    return Fault(
        kind,
        child,
        family.titles[child],
        parent,
        family.titles[parent],
        tuple(family.titles[code] for code in way),
        tuple(family.titles[one] for one in family.parents.get(child, ()) if one != parent and one in family.titles),
        (levels[parent], levels[child]),
    )


def _way(family: Family, start: str, goal: str, longer: bool = False) -> list[str]:
    """Concepts on a way down from `start` to `goal`, [] when there is none; if `longer`, not the link between both."""
    before: dict[str, str] = {}  # a concept -> the one below it on the way up from `goal`
    waiting = deque([goal])
    while waiting:
        here = waiting.popleft()
        for one in family.parents.get(here, ()):
            if one in before or one == goal or one not in family.titles or (longer and here == goal and one == start):
                continue
            before[one] = here
            if one == start:
                way = [start]
                while way[-1] != goal:
                    way.append(before[way[-1]])
                return way
            waiting.append(one)
    return []
