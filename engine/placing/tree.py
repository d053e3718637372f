"""The hierarchy to look through: one concept's children at a time, concepts found by id or name, and its faults."""

from __future__ import annotations

from dataclasses import dataclass

from engine.placing.family import Family
from engine.text import normalise

MOST_CHILDREN = 500  # given at once
CYCLE, SHORTCUT = "cycle", "shortcut"


@dataclass(frozen=True)
class Node:
    """A concept in the tree: how many children it has, and how many concepts stand below it."""

    id: str
    preferred: str
    children: int
    below: int


@dataclass(frozen=True)
class Fault:
    """A parent link that the levels cannot hold; `way` is the way down that makes it one."""

    kind: str
    child: str
    child_name: str
    parent: str
    parent_name: str
    way: tuple[str, ...]


def nodes(family: Family, code: str = "", start: int = 0) -> list[Node]:
    """The children of a concept, or the roots; at most MOST_CHILDREN from `start` on."""
    found = family.children.get(code, []) if code else family.roots
    return [node(family, child) for child in found[start : start + MOST_CHILDREN]]


def node(family: Family, code: str) -> Node:
    """One concept."""
    return Node(code, family.titles[code], len(family.children.get(code, ())), family.below.get(code, 0))


def found(family: Family, text: str, limit: int = 12) -> list[Node]:
    """Concepts by id (whole or its beginning), then by words of their preferred name, the shortest first."""
    wanted, norm = text.strip().casefold(), normalise(text)
    if not wanted:
        return []
    by_id = [code for code in family.titles if code.casefold().startswith(wanted)]
    by_id.sort(key=lambda code: (len(code), code))
    parts = norm.split()
    by_name = [
        code for code, title in family.titles.items() if parts and all(part in title.casefold() for part in parts)
    ]
    by_name.sort(key=lambda code: (not family.titles[code].casefold().startswith(norm), len(family.titles[code]), code))
    return [node(family, code) for code in list(dict.fromkeys(by_id + by_name))[:limit]]


def faults(family: Family, root: str = "", limit: int = 500) -> tuple[list[Fault], int]:
    """The links that close a cycle, then those that skip a level, below `root` or anywhere; and how many there are."""
    inside = family.branch(root) if root else None
    links = [(CYCLE, *link) for link in family.cleaned.cycles] + [
        (SHORTCUT, *link) for link in family.cleaned.shortcuts
    ]
    links = [link for link in links if inside is None or (link[1] in inside and link[2] in inside)]
    made = [
        Fault(kind, child, family.titles[child], parent, family.titles[parent], _way(family, kind, child, parent))
        for kind, child, parent in links[:limit]
    ]
    return made, len(links)


def _way(family: Family, kind: str, child: str, parent: str) -> tuple[str, ...]:
    """Names on another way: of a shortcut, the longest down to the child; of a cycle, that down to the parent."""
    start, goal = (parent, child) if kind == SHORTCUT else (child, parent)
    levels, way = family.cleaned.levels, [goal]
    over = family.cleaned.parents
    while way[-1] != start:
        above = [one for one in over.get(way[-1], ()) if one not in way and _under(over, one, start)]
        if not above:
            return ()
        way.append(max(above, key=lambda one: (levels.get(one, 0), one)))
    return tuple(family.titles[code] for code in reversed(way))


def _under(parents: dict[str, list[str]], code: str, goal: str) -> bool:
    """Whether `goal` is `code` or stands above it."""
    waiting, seen = [code], {code}
    while waiting:
        here = waiting.pop()
        if here == goal:
            return True
        for one in parents.get(here, ()):
            if one not in seen:
                seen.add(one)
                waiting.append(one)
    return False
