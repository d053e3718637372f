"""Which concepts of a terminology have enough classes and names below them to be the roots of level training."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from itertools import islice

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
    return [one.root for one in islice(apart(source, levels), count)] or [widest(source, levels)]


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
    """The first `count` of `apart`; BadInput when there are fewer."""
    source.need_hierarchy()
    found = list(islice(apart(source, levels), count))
    if len(found) == count:
        return found
    raise BadInput(
        f"“{source.title}” has {len(found) or 'no'} subgraphs with {LEAST_TOP} even classes on level 1, {LEAST_LOWEST} "
        f"on level {levels} and {LEAST_NAMES} names below, and {count} wanted; take fewer levels, or name the roots."
    )


def apart(source: Source, levels: int) -> Iterator[Subgraph]:
    """The usable subgraphs with most names of which no two share more than half of all theirs; ties by id.

    Most names, since the paper's are as large as this: over few names in few classes, words alone tell classes apart.
    """
    found: list[Subgraph] = []
    for one in usable(source, levels):
        if all(len(one.names & other.names) <= MOST_SHARED * len(one.names | other.names) for other in found):
            found.append(one)
            yield one


def usable(source: Source, levels: int) -> Iterator[Subgraph]:
    """The subgraphs with enough classes and names, whatever they share: those with most names first, ties by id.

    A concept is looked into when no other can have more names, by how many are written below each: most never are.
    """
    children = children_of(source.parents)
    waiting: list[tuple[int, str, Subgraph | None]] = []  # (−names at most, root, what was found there)
    for root in candidates(source, children, least=LEAST_TOP):
        written = sum(len(source.names.get(code, ())) for code in reached(root, children))
        if written >= LEAST_NAMES:
            waiting.append((-written, root, None))
    heapify(waiting)
    while waiting:
        _, root, known = heappop(waiting)
        if known is not None:
            yield known
        elif one := subgraph(source, root, reached(root, children), levels):
            heappush(waiting, (-len(one.names), root, one))


def subgraph(source: Source, root: str, below: Collection[str], levels: int) -> Subgraph | None:
    """The subgraph of a root and the concepts below it, None unless it has enough classes and names."""
    clean = clean_hierarchy({code: source.parents[code] for code in below}, root)
    names, _ = names_below(source, clean, levels, source.held_out)
    if not LEAST_NAMES <= len(names) <= MOST_NAMES:
        return None
    sizes, largest = [], []
    for level in range(1, levels + 1):
        members = classes_of(names, classes_at(clean, level, levels)).values()
        counts = Counter(key for keys in members for key in keys).values()
        sizes.append(sum(count > 1 for count in counts))
        largest.append(max(counts, default=0))
    if sizes[0] < LEAST_TOP or sizes[-1] < LEAST_LOWEST or largest[0] > MOST_IN_ONE * len(names):
        return None
    return Subgraph(root, source.titles[root], tuple(sizes), frozenset(names))


def candidates(source: Source, children: dict[str, list[str]], least: int) -> list[str]:
    """What the top classes stand under, they themselves, and the concepts at most two steps below them, by id; of these
    the ones with `least` children or more, since with fewer they have fewer classes on level 1."""
    edge = set(top_classes(source.titles, source.parents))
    found = edge | {parent for code in edge for parent in source.parents.get(code, ())}
    for _ in range(BELOW_TOP):
        edge = {child for code in edge for child in children.get(code, ())} - found
        found |= edge
    return sorted(code for code in found if len(children.get(code, ())) >= least)
