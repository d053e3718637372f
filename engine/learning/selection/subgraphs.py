"""Which concepts of a terminology have enough classes and names below them to be the roots of level training."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.errors import BadInput
from engine.learning.selection.below import classes_of, names_below
from engine.learning.selection.source import Source
from engine.terminology.hierarchy import children_of, reached
from engine.terminology.levels import classes_at, clean_hierarchy
from engine.terminology.top_classes import top_classes

LEAST_TOP, LEAST_LOWEST = 6, 20  # classes of two names or more on level 1 and on the last level
MOST_IN_ONE = 0.6  # of the names in one class of level 1: beyond, any ranking is right; the paper's table 2 has 0.4
LEAST_NAMES, MOST_NAMES = 300, 40_000  # below the last level; the paper's subgraphs have 23,000 to 28,000
MOST_SHARED = 0.5  # of the names of two subgraphs together; the paper's overlap too
BELOW_TOP = 2  # roots are sought right above the top classes, among them, and this many steps below them


@dataclass(frozen=True)
class Subgraph:
    """A root with its title, how many classes of two names or more each level has, and the names below the last."""

    root: str
    title: str
    classes: tuple[int, ...]
    names: frozenset[str]


def fittest(source: Source, count: int, levels: int = 4) -> Sequence[str]:
    """Roots of at most `count` usable subgraphs, those with most names first; where none is, the widest alone."""
    source.need_hierarchy()
    for fewer in range(count, 0, -1):
        try:
            return [one.root for one in subgraphs(source, fewer, levels)]
        except BadInput:
            continue
    return [widest(source, levels)]


def widest(source: Source, levels: int) -> str:
    """The root with most names below its last level, in two classes of level 1 at least, however few and uneven.

    BadInput where no concept has so many levels below it.
    """
    children, most, found = children_of(source.parents), 0, ""
    for root in candidates(source, children, least=2):
        clean = clean_hierarchy({code: source.parents[code] for code in reached(root, children)}, root)
        names, _ = names_below(source, clean, levels, source.held_out)
        top = classes_of(names, classes_at(clean, 1, levels)).values()
        if len(names) > most and len({key for keys in top for key in keys}) > 1:
            most, found = len(names), root
    if not found:
        raise BadInput(
            f"“{source.title}” has no concept with two classes and names below level {levels}; take fewer levels, "
            "or name a root further up."
        )
    return found


def subgraphs(source: Source, count: int, levels: int = 4) -> list[Subgraph]:
    """The `count` usable subgraphs with most names of which no two share more than half of all theirs; ties by id.

    Most names, since the paper's are as large as this: over few names in few classes, words alone tell classes apart.

    BadInput when there are fewer.
    """
    source.need_hierarchy()
    found: list[Subgraph] = []
    for one in sorted(usable(source, levels), key=lambda one: (-len(one.names), one.root)):
        if all(len(one.names & other.names) <= MOST_SHARED * len(one.names | other.names) for other in found):
            found.append(one)
        if len(found) == count:
            return found
    raise BadInput(
        f"“{source.title}” has {len(found) or 'no'} subgraphs with {LEAST_TOP} even classes on level 1, {LEAST_LOWEST} "
        f"on level {levels} and {LEAST_NAMES} names below, and {count} wanted; take fewer levels, or name the roots."
    )


def usable(source: Source, levels: int) -> Iterator[Subgraph]:
    """The subgraphs with enough classes and names, whatever they share."""
    children = children_of(source.parents)
    for root in candidates(source, children, least=LEAST_TOP):
        below = reached(root, children)
        if sum(len(source.names.get(code, ())) for code in below) < LEAST_NAMES:
            continue
        clean = clean_hierarchy({code: source.parents[code] for code in below}, root)
        names, _ = names_below(source, clean, levels, source.held_out)
        if not LEAST_NAMES <= len(names) <= MOST_NAMES:
            continue
        sizes, largest = [], []
        for level in range(1, levels + 1):
            members = classes_of(names, classes_at(clean, level, levels)).values()
            counts = Counter(key for keys in members for key in keys).values()
            sizes.append(sum(count > 1 for count in counts))
            largest.append(max(counts, default=0))
        if sizes[0] >= LEAST_TOP and sizes[-1] >= LEAST_LOWEST and largest[0] <= MOST_IN_ONE * len(names):
            yield Subgraph(root, source.titles[root], tuple(sizes), frozenset(names))


def candidates(source: Source, children: dict[str, list[str]], least: int) -> list[str]:
    """What the top classes stand under, they themselves, and the concepts at most two steps below them, by id; of these
    the ones with `least` children or more, since with fewer they have fewer classes on level 1."""
    edge = set(top_classes(source.titles, source.parents))
    found = edge | {parent for code in edge for parent in source.parents.get(code, ())}
    for _ in range(BELOW_TOP):
        edge = {child for code in edge for child in children.get(code, ())} - found
        found |= edge
    return sorted(code for code in found if len(children.get(code, ())) >= least)
