"""Which concepts of a terminology have enough classes and names below them to be the roots of level training."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from engine.errors import BadInput
from engine.hierarchy import children_of, classes_at, cleaned, descendants, top_classes
from engine.selection.below import classes_of, names_below
from engine.selection.source import Source

LEAST_TOP, LEAST_LOWEST = 6, 20  # classes of two names or more on level 1 and on the last level
LEAST_NAMES, MOST_NAMES = 300, 30_000  # below the last level; the paper's subgraphs have 23,000 to 28,000
MOST_SHARED = 0.5  # of a subgraph's names, with one taken before it
BELOW_TOP = 2  # roots are sought among the top classes and this many steps below them


@dataclass(frozen=True)
class Subgraph:
    """A root with its title, how many classes of two names or more each level has, and the names below the last."""

    root: str
    title: str
    classes: tuple[int, ...]
    names: frozenset[str]


def subgraphs(source: Source, count: int, levels: int = 4) -> list[Subgraph]:
    """The `count` usable subgraphs with most names that share at most half of theirs with one before; ties by id.

    BadInput when there are fewer.
    """
    source.need_hierarchy()
    found: list[Subgraph] = []
    for one in sorted(usable(source, levels), key=lambda one: (-len(one.names), one.root)):
        if all(len(one.names & other.names) <= MOST_SHARED * len(one.names) for other in found):
            found.append(one)
        if len(found) == count:
            return found
    raise BadInput(
        f"“{source.title}” has {len(found) or 'no'} subgraphs with {LEAST_TOP} classes on level 1, {LEAST_LOWEST} on "
        f"level {levels} and {LEAST_NAMES} names below, and {count} wanted; take fewer levels, or name the roots."
    )


def usable(source: Source, levels: int) -> Iterator[Subgraph]:
    """The subgraphs with enough classes and names, whatever they share."""
    children = children_of(source.parents)
    for root in candidates(source, children):
        below = descendants(root, children)
        if sum(len(source.names.get(code, ())) for code in below) < LEAST_NAMES:
            continue
        clean = cleaned({code: source.parents[code] for code in below}, root)
        names, _ = names_below(source, clean, levels, source.held_out)
        if not LEAST_NAMES <= len(names) <= MOST_NAMES:
            continue
        sizes = []
        for level in range(1, levels + 1):
            members = classes_of(names, classes_at(clean, level, levels)).values()
            sizes.append(sum(count > 1 for count in Counter(key for keys in members for key in keys).values()))
        if sizes[0] >= LEAST_TOP and sizes[-1] >= LEAST_LOWEST:
            yield Subgraph(root, source.titles[root], tuple(sizes), frozenset(names))


def candidates(source: Source, children: dict[str, list[str]]) -> list[str]:
    """The top classes and the concepts at most two steps below them, by id."""
    found = set(top_classes(source.titles, source.parents))
    edge = set(found)
    for _ in range(BELOW_TOP):
        edge = {child for code in edge for child in children.get(code, ())} - found
        found |= edge
    return sorted(found)
