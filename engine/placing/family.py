"""The concepts of a terminology with their parents and children as they stand, ready for walks and for numpy."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from engine.hierarchy import Cleaned, cleaned, descendants, path_to_root


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
    def below(self) -> dict[str, int]:
        """Code -> how many different concepts stand below it; concepts with none are left out.

        A link that closes a cycle is not followed.
        """
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

    @cached_property
    def cleaned(self) -> Cleaned:
        """Without cycles and shortcuts, with the level of every concept in the hierarchy; a root is on level 0."""
        return cleaned(self.parents)

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

    def lineage(self, codes: Iterable[str]) -> set[str]:
        """`codes` and everything above them."""
        found: set[str] = set()
        waiting = list(codes)
        while waiting:
            here = waiting.pop()
            if here not in found:
                found.add(here)
                waiting.extend(self.parents.get(here, ()))
        return found

    def branch(self, code: str) -> set[str]:
        """`code` and everything below it."""
        return {code} | descendants(code, self.children)

    def titled(self, codes: Sequence[str]) -> list[tuple[str, str]]:
        """(code, preferred name) of each."""
        return [(code, self.titles[code]) for code in codes]
