"""A hierarchy in levels, without cycles and shortcuts, as the higher-level semantics papers take it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class CleanHierarchy:
    """A hierarchy without cycles and shortcuts: every link goes from a level to the next.

    `levels`: concept -> longest path from the top; `cycles` and `shortcuts` are the (child, parent) links taken out.
    """

    parents: dict[str, list[str]]
    levels: dict[str, int]
    cycles: list[tuple[str, str]]
    shortcuts: list[tuple[str, str]]


def clean_hierarchy(parents: Mapping[str, list[str]], root: str | None = None) -> CleanHierarchy:
    """The hierarchy below `root`, or all of it, cleaned as in HLS section 4.1.

    First goes each link that closes a cycle in a depth-first walk from the top, children sorted by id; then, with a
    concept's level the longest path below the top, each link that skips a level. The root, or every concept without
    a parent, is on level 0; a cycle that nothing leads into is entered at its first id.
    """
    below: dict[str, set[str]] = defaultdict(set)
    for child, above in parents.items():
        for parent in above:
            below[parent].add(child)
    children = {parent: sorted(found) for parent, found in below.items()}
    if root is None:
        every = sorted({*parents, *children})
        starts = [code for code in every if not parents.get(code)] + [code for code in every if parents.get(code)]
    else:
        starts = [root]
    order, cycles = _walked(starts, children)
    closing = set(cycles)
    levels = dict.fromkeys(order, 0)
    for parent in order:
        for child in children.get(parent, ()):
            if (child, parent) not in closing:
                levels[child] = max(levels[child], levels[parent] + 1)
    clean: dict[str, list[str]] = {}
    shortcuts = []
    for child in sorted(levels):
        over = parents.get(child, [])
        linked = [one for one in dict.fromkeys(over) if one in levels and (child, one) not in closing]
        next_above = [one for one in linked if levels[child] == levels[one] + 1]
        if next_above:
            clean[child] = over if next_above == over else next_above  # one list where nothing was taken out
        shortcuts += [(child, one) for one in linked if levels[child] != levels[one] + 1]
    return CleanHierarchy(clean, levels, cycles, shortcuts)


def _walked(starts: Iterable[str], children: Mapping[str, Sequence[str]]) -> tuple[list[str], list[tuple[str, str]]]:
    """Every concept below the starts, parents before children, and the (child, parent) links that close a cycle."""
    finished: list[str] = []
    cycles = []
    seen: set[str] = set()
    for start in starts:
        if start in seen:
            continue
        seen.add(start)
        path, waiting = [start], [iter(children.get(start, ()))]  # the way down to where the walk stands
        on_path = {start}
        while path:
            child = next(waiting[-1], None)
            if child is None:
                waiting.pop()
                finished.append(path.pop())
                on_path.remove(finished[-1])
            elif child in on_path:
                cycles.append((child, path[-1]))
            elif child not in seen:
                seen.add(child)
                on_path.add(child)
                path.append(child)
                waiting.append(iter(children.get(child, ())))
    return finished[::-1], cycles


def classes_at(clean: CleanHierarchy, level: int, depth: int) -> dict[str, tuple[str, ...]]:
    """For every concept below level `depth`: the concepts of `level`, 1 to `depth`, that stand above it, sorted.

    Concepts of the upper levels that end before they reach `depth` stand above none and so are in no class.
    """
    found: dict[str, tuple[str, ...]] = {}
    for code in sorted(clean.levels, key=clean.levels.__getitem__):
        if clean.levels[code] == level:
            found[code] = (code,)
        elif clean.levels[code] > level:
            above = [found[parent] for parent in clean.parents[code]]
            found[code] = above[0] if len(above) == 1 else tuple(sorted(set().union(*above)))
    return {code: classes for code, classes in found.items() if clean.levels[code] > depth}
