"""Sources that read like the graphs and names they are."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import pytest

from engine.learning.selection import Source


@pytest.fixture
def made_of() -> Callable[..., Source]:
    """Sources from {code: names}, edges "child>parent other>parent", and held-out codes."""

    def make(names: dict[str, list[str]], edges: str = "", held_out: Iterable[str] = ()) -> Source:
        parents: dict[str, list[str]] = {}
        for edge in edges.split():
            child, parent = edge.split(">")
            parents.setdefault(child, []).append(parent)
        codes = dict.fromkeys([*names, *parents, *(p for above in parents.values() for p in above)])
        titles = {code: (names.get(code) or [code])[0] for code in codes}
        return Source("made", names, titles, parents, frozenset(held_out))

    return make


@pytest.fixture
def hilly(made_of: Callable[..., Source]) -> Callable[..., Source]:
    """A tree of five levels below “r”: 2 concepts on level 1, then 2 below each; each leaf with five names."""

    def make(held_out: Iterable[str] = (), more: str = "") -> Source:
        edges, rank = [], ["r"]
        for _ in range(5):
            below = [f"{code}{letter}" for code in rank for letter in "ab"]
            edges += [f"{code}>{code[:-1]}" for code in below]
            rank = below
        names = {code: [f"name {j} of {code}" for j in range(5)] for code in rank}
        names |= {edge.split(">")[0]: [f"class {edge.split('>')[0]}"] for edge in edges if len(edge.split(">")[0]) < 6}
        return made_of(names, " ".join([*edges, more]), held_out)

    return make
