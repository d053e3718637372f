"""Held-out names drawn concept by concept, so that no concept loses its last one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from engine.text import normalise


def zero_shot_concepts(
    names: Mapping[str, Sequence[str]], share: float, first: frozenset[str], rng: np.random.Generator
) -> set[str]:
    """Concepts of two names or more that are kept from training whole: all of `first`, and drawn ones up to `share`.

    `names` has sorted keys; `share` is of all its concepts (CG section 5.1).
    """
    wide = [code for code in names if len(names[code]) > 1]
    taken = {code for code in wide if code in first}
    others = [code for code in wide if code not in first]
    more = max(0, min(round(share * len(names)) - len(taken), len(others)))
    return taken | {others[i] for i in rng.choice(len(others), more, replace=False)} if more else taken


def held_out_names(names: dict[str, list[str]], count: int, rng: np.random.Generator) -> list[tuple[str, str]]:
    """`count` (text, concept) pairs taken out of `names`, or as many as there are (CG section 5.1).

    In rounds: every concept that has two names left, in random order, gives one at random; then the same again. The
    names left over stay in `names`, which is changed.
    """
    taken: list[tuple[str, str]] = []
    while len(taken) < count:
        wide = [code for code, texts in names.items() if len(texts) > 1]
        if not wide:
            break
        for i in rng.permutation(len(wide))[: count - len(taken)]:
            own = names[wide[i]]
            taken.append((own.pop(int(rng.integers(len(own)))), wide[i]))
    return taken


def in_order(names: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
    """Concepts by id, their names by text: so a draw depends on what there is, not on the order it came in."""
    return {code: sorted(names[code], key=lambda text: (normalise(text), text)) for code in sorted(names)}
