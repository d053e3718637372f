"""Sources that read like the graphs and names they are."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import pytest

from engine.selection import Source


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
