"""The concept hierarchy as a directed acyclic graph, and the top classes that few-shot training learns from."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from engine.text import normalise
from store.records.terminology import EXACT

NEARLY_ALL = 0.9  # a class with more of the names than this is no class but the trunk; its children are taken
LONGEST_PATH = 200  # concepts of a path that is shown; the deepest terminologies have a tenth of that
LONGEST_TRUNK = 50  # steps down from a root: a longer chain is no trunk, and may be a circle


@dataclass
class Classes:
    """Classes by title -> their names, and what was left out and why."""

    names: dict[str, list[str]]
    ids: dict[str, str] = field(default_factory=dict)  # title -> concept id
    ambiguous: int = 0  # texts that stand in more than one class

    def sizes(self) -> dict[str, int]:
        """Title -> number of names, largest first."""
        return dict(Counter({title: len(names) for title, names in self.names.items()}).most_common())


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


def top_classes(codes: Iterable[str], parents: dict[str, list[str]]) -> dict[str, set[str]]:
    """Top class id -> the concepts below it.

    The classes are the roots; a root that stands alone or holds nearly all concepts gives way to its children (HPO's
    “All”, then “Phenotypic abnormality”), so that ICD-10-CM gives its chapters and HPO its organ systems.
    """
    children = children_of(parents)
    return {top: reached(top, children) for top in _tops(list(codes), parents, children)}


def first_classes(codes: Iterable[str], parents: dict[str, list[str]]) -> dict[str, str]:
    """Concept -> the first top class that it stands below, or is; each concept is looked at once."""
    children = children_of(parents)
    found: dict[str, str] = {}
    for top in _tops(list(codes), parents, children):
        stack = [top]
        while stack:
            here = stack.pop()
            if here not in found:  # else all below it is found too
                found[here] = top
                stack.extend(children.get(here, ()))
    return found


def _tops(codes: list[str], parents: dict[str, list[str]], children: dict[str, list[str]]) -> list[str]:
    tops = [code for code in codes if not parents.get(code) and children.get(code)]
    for _ in range(LONGEST_TRUNK):
        most = NEARLY_ALL * len(codes)
        trunk = next((top for top in tops if len(tops) == 1 or len(reached(top, children)) > most), None)
        if trunk is None or not any(child in children for child in children.get(trunk, ())):
            break
        tops = [child for child in children[trunk] if child in children]
    return tops


def named_classes(
    rows: Iterable[tuple[int, int, str, str, str, str]],
    titles: dict[str, str],
    parents: dict[str, list[str]],
    held_out: Iterable[str] = (),
) -> Classes:
    """The top classes with their names.

    rows: (name id, concept, code, text, kind, scope) as the store gives them; titles: code -> preferred name;
    held_out: concepts whose names are kept for evaluation. Only exact names count; a text that stands in two
    classes is left out of both (few-shot paper, section 2.3), and equal texts count once.
    """
    below = top_classes(titles, parents)
    class_of: dict[str, list[str]] = defaultdict(list)
    for top, codes in below.items():
        for code in codes:
            class_of[code].append(top)
    excluded = set(held_out)
    texts: dict[str, str] = {}
    places: dict[str, set[str]] = defaultdict(set)
    for _, _, code, text, _, scope in rows:
        if scope == EXACT and code in class_of and code not in excluded:
            norm = normalise(text)
            texts.setdefault(norm, text)
            places[norm].update(class_of[code])
    label = {top: titles[top] for top in below}
    for title, count in Counter(label.values()).items():
        if count > 1:
            label.update({top: f"{titles[top]} ({top})" for top in below if titles[top] == title})
    names: dict[str, list[str]] = {label[top]: [] for top in below}
    ambiguous = 0
    for norm, tops in places.items():
        if len(tops) == 1:
            names[label[next(iter(tops))]].append(texts[norm])
        else:
            ambiguous += 1
    return Classes(names, {title: top for top, title in label.items()}, ambiguous)


@dataclass(frozen=True)
class Cleaned:
    """A hierarchy without cycles and shortcuts: every link goes from a level to the next.

    `levels`: concept -> longest path from the top; `cycles` and `shortcuts` are the (child, parent) links taken out.
    """

    parents: dict[str, list[str]]
    levels: dict[str, int]
    cycles: list[tuple[str, str]]
    shortcuts: list[tuple[str, str]]


def cleaned(parents: Mapping[str, Sequence[str]], root: str | None = None) -> Cleaned:
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
        for parent in dict.fromkeys(parents.get(child, ())):
            if parent not in levels or (child, parent) in closing:
                continue
            if levels[child] == levels[parent] + 1:
                clean.setdefault(child, []).append(parent)
            else:
                shortcuts.append((child, parent))
    return Cleaned(clean, levels, cycles, shortcuts)


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


def classes_at(clean: Cleaned, level: int, depth: int) -> dict[str, tuple[str, ...]]:
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
