"""Which names a map shows, with what is known of each; a fair sample where there are too many."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from engine.errors import BadInput, NotFound
from engine.maps.request import FEWEST, MapRequest
from engine.terminology.editing import edited_parents
from engine.terminology.hierarchy import children_of, reached
from engine.terminology.levels import clean_hierarchy
from engine.terminology.lookup import find
from engine.terminology.preferred_names import with_chosen_names
from engine.terminology.top_classes import top_classes
from engine.text import normalise
from engine.workspace import Workspace
from store import labels, maps, terminologies

NO_LEVEL = 255


@dataclass(frozen=True)
class DrawnName:
    """One name to be drawn. `row` is its row in the terminology's index, -1 for a label that is no name there."""

    row: int
    text: str
    code: str = ""
    source: str = ""
    kind: str = ""


@dataclass(frozen=True)
class Points:
    """The names of a map, and in `left_out` why others are not on it: reason -> how many."""

    names: list[DrawnName]
    left_out: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class ClassesAndLevels:
    """Where concepts stand: code -> title of its class, and code -> level (0 at the top)."""

    classes: dict[str, str]
    levels: dict[str, int]
    titles: dict[str, str]
    parents: dict[str, list[str]]


def classes_and_levels(workspace: Workspace, slug: str, branch: str = "") -> ClassesAndLevels:
    """The class, level, title and parents of each concept, as the hierarchy stands after edits.

    The classes are the top classes, of a `branch` the branch itself and its children. A concept below several counts
    for the one that its first parents lead to.
    """
    parents = edited_parents(workspace, slug)
    with workspace.reading() as db:
        titles = with_chosen_names(db, slug, terminologies.live_titles(db, slug))
    levels = clean_hierarchy(parents).levels if parents else {}
    if branch:
        tops = {branch, *children_of(parents).get(branch, ())}
    else:
        tops = set(top_classes(titles, parents)) if parents else set()
    class_of: dict[str, str] = {}
    for code in sorted(levels, key=levels.__getitem__):
        if code in tops:
            class_of[code] = code
        elif above := next((class_of[parent] for parent in parents.get(code, ()) if parent in class_of), ""):
            class_of[code] = above
    return ClassesAndLevels({code: titles.get(top, top) for code, top in class_of.items()}, levels, titles, parents)


def requested_names(workspace: Workspace, request: MapRequest, found: Sequence[int] = ()) -> list[DrawnName]:
    """Every name that the map is to show, in the order of the terminology; `found` are the rows of a search."""
    with workspace.reading() as db:
        if request.kind == "labels":
            left = labels.in_set(db, request.of)
            known = maps.rows_of_norms(db, request.terminology, [normalise(one.name) for one in left])
            every = _named(maps.names(db, request.terminology)) if known else []
            return [
                every[known[norm]] if (norm := normalise(one.name)) in known else DrawnName(-1, one.name)
                for one in left
            ]
        names = _named(maps.names(db, request.terminology))
    if request.kind == "branch":
        parents = edited_parents(workspace, request.terminology)
        below = reached(request.of, children_of(parents)) | {request.of}
        names = [name for name in names if name.code in below]
        if not names:
            title = find(workspace, request.terminology).title
            raise NotFound(f"{title} has no concept “{request.of}”; check the id of the branch.")
    elif request.kind == "search":
        names = [names[row] for row in sorted(found)]
    return names


def _named(rows: Sequence[tuple[str, str, str, str]]) -> list[DrawnName]:
    return [DrawnName(row, text, code, source or "", kind or "") for row, (text, code, source, kind) in enumerate(rows)]


def sampled(names: Sequence[DrawnName], classes: Mapping[str, str], most: int, seed: int) -> Points:
    """At most `most` of the names, the same share of each class, drawn without replacement.

    A class's share is rounded by the largest remainder, so that the sizes add up to `most`; the order of the names
    stays. What was left out is counted.
    """
    if len(names) < FEWEST:
        raise BadInput(f"There are {len(names)} names to draw; a map needs at least {FEWEST}. Choose more.")
    if len(names) <= most:
        return Points(list(names))
    chosen = fair_positions(names, classes, most, seed)
    return Points([names[at] for at in chosen], {"outside the fair sample": len(names) - most})


def fair_positions(names: Sequence[DrawnName], classes: Mapping[str, str], most: int, seed: int) -> list[int]:
    """The positions of at most `most` names, in order, drawn as `sampled` draws them; all where there are no more."""
    if len(names) <= most:
        return list(range(len(names)))
    of = [classes.get(name.code, "") for name in names]
    sizes = Counter(of)
    exact = {one: size * most / len(names) for one, size in sizes.items()}
    share = {one: int(value) for one, value in exact.items()}
    for one in sorted(exact, key=lambda one: (share[one] - exact[one], one))[: most - sum(share.values())]:
        share[one] += 1
    generator = np.random.default_rng(seed)
    chosen: list[int] = []
    for one in sorted(sizes):
        there = np.array([at for at, its in enumerate(of) if its == one])
        chosen += generator.choice(there, share[one], replace=False).tolist()
    return sorted(chosen)
