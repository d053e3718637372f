"""The concepts of a terminology with their parents and children as they stand, ready for walks and for numpy."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from engine.terminology.hierarchy import path_to_root, reached
from engine.terminology.levels import CleanHierarchy, clean_hierarchy

DEEP = 100  # levels from which on a set of everything above each concept would fill the memory
BLOCK = 8_192


@dataclass(frozen=True)
class Links:
    """The links from parents to children as numbers: link i goes from `parents[i]` down to `children[i]`.

    Both int64 [links], sorted by parent; `starts` int64 is where each parent's links begin, `above` that parent.
    """

    parents: np.ndarray
    children: np.ndarray
    starts: np.ndarray
    above: np.ndarray


@dataclass(frozen=True)
class Family:
    """Concepts in use and their parents: `titles` and `parents` by code, in the order of import, people's own last."""

    titles: Mapping[str, str]
    parents: dict[str, list[str]]

    @cached_property
    def codes(self) -> list[str]:
        """Every concept; its place here is its number."""
        return list(self.titles)

    @cached_property
    def number(self) -> dict[str, int]:
        """Code -> number."""
        return {code: place for place, code in enumerate(self.titles)}

    @cached_property
    def children(self) -> dict[str, list[str]]:
        """Code -> its children in the order of import."""
        found: dict[str, list[str]] = {}
        for code in self.titles:
            for parent in self.parents.get(code, ()):
                if parent in self.titles:
                    found.setdefault(parent, []).append(code)
        return found

    @cached_property
    def roots(self) -> list[str]:
        """Concepts with no parent: those that others stand below first, then those that stand alone."""
        tops = [code for code in self.titles if not self.parents.get(code)]
        return sorted(tops, key=lambda code: code not in self.children)

    @cached_property
    def circles(self) -> list[str]:
        """One concept of each circle that no root leads to and nothing else stands above, where the walk enters it."""
        entered = self.cleaned.levels
        return [code for code in self.titles if self.parents.get(code) and entered.get(code) == 0]

    @cached_property
    def tops(self) -> list[str]:
        """Where the tree starts: the roots and `circles`, those that nothing stands below last."""
        return sorted([*self.roots, *self.circles], key=lambda code: code not in self.children)

    @cached_property
    def below(self) -> dict[str, int]:
        """Code -> how many different concepts stand below it; concepts with none are left out.

        A link that closes a cycle is not followed.
        """
        if max(self.cleaned.levels.values(), default=0) > DEEP:
            return self._below_in_blocks()
        closing = set(self.cleaned.cycles)
        above: dict[str, frozenset[str]] = {}
        counts: Counter[str] = Counter()
        for code in sorted(self.cleaned.levels, key=self.cleaned.levels.__getitem__):
            upper = [
                parent for parent in self.parents.get(code, ()) if parent in above and (code, parent) not in closing
            ]
            first = above[upper[0]] if len(upper) == 1 else frozenset().union(*(above[parent] for parent in upper))
            above[code] = first.union(upper)
            counts.update(above[code])
        return dict(counts)

    def _below_in_blocks(self) -> dict[str, int]:
        """As `below`, in memory that does not grow with the depth: a block of concepts at a time, each a bit."""
        closing, levels = set(self.cleaned.cycles), self.cleaned.levels
        upwards = sorted(levels, key=levels.__getitem__, reverse=True)
        under = {
            code: [child for child in self.children.get(code, ()) if child in levels and (child, code) not in closing]
            for code in upwards
        }
        counts: Counter[str] = Counter()
        if sum(map(len, under.values())) == len(set().union(*under.values())):  # a tree: nothing is counted twice
            for code in upwards:
                if under[code]:
                    counts[code] = len(under[code]) + sum(counts[child] for child in under[code])
            return dict(counts)
        for start in range(0, len(upwards), BLOCK):
            bits = {code: 1 << place for place, code in enumerate(upwards[start : start + BLOCK])}
            held: dict[str, int] = {}
            for code in upwards:
                found = 0
                for child in under[code]:
                    found |= held.get(child, 0)
                if found:
                    counts[code] += found.bit_count()
                if found := found | bits.get(code, 0):
                    held[code] = found
        return dict(counts)

    @cached_property
    def cleaned(self) -> CleanHierarchy:
        """Without cycles and shortcuts, with the level of every concept in the hierarchy; a root is on level 0."""
        return clean_hierarchy(self.parents)

    @cached_property
    def links(self) -> Links:
        """Every link, as numbers."""
        number = self.number
        pairs = [(number[parent], number[child]) for parent, found in self.children.items() for child in found]
        both = np.array(sorted(pairs), dtype=np.int64).reshape(-1, 2)
        starts = np.flatnonzero(np.diff(both[:, 0], prepend=-1))
        return Links(both[:, 0], both[:, 1], starts, both[starts, 0])

    def line(self, code: str) -> list[str]:
        """From the root down to `code`, by each concept's first parent."""
        return path_to_root(code, self.parents)[::-1]

    def lineage(self, codes: Sequence[str]) -> set[str]:
        """`codes` and everything above them."""
        return set(codes).union(*(reached(code, self.parents) for code in codes))

    def branch(self, code: str) -> set[str]:
        """`code` and everything below it."""
        return {code} | reached(code, self.children)
