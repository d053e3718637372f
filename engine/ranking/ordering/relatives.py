"""A candidate beside the others: how likely its children, parents and siblings are, and whether it leads.

A kind that has no code of its own (“retinitis pigmentosa 12”) is most like its sisters, and what is meant is the
concept above them; a concept whose parent is as likely is told from it by what it adds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

AS_LIKE = 2.5e-4  # two cosines of 1 are so near each other: how far they are apart hangs on how a processor rounds
RELATIVES = (
    "likest child",
    "a child is a candidate",
    "likest parent",
    "a parent is a candidate",
    "likest sibling",
    "a child has more of the typed words",
    "the likest",
    "the highest cosine",
    "the most words",
    "less like than the likest",
)


def relatives(
    concepts: Sequence[str],
    parents: Mapping[str, Sequence[str]],
    likeness: np.ndarray,
    cosines: np.ndarray,
    words: np.ndarray,
    covered: np.ndarray,
) -> np.ndarray:
    """RELATIVES of each candidate, float64 [candidates, RELATIVES]: likeness as far as it is below the highest.

    `concepts` are their ids, `parents` the ids of parents by id; likeness, cosines, shared words and `covered`, the
    share of the query's words that each has, are [candidates].
    """
    highest = float(likeness.max())
    below = likeness - highest
    likest, has = _of_each(concepts, below), _of_each(concepts, covered)
    children: dict[str, list[str]] = {}
    for concept in likest:
        for parent in parents.get(concept, ()):
            children.setdefault(parent, []).append(concept)
    of_concept = {
        one: (
            *_likeness_of_relatives(one, likest, parents.get(one, ()), children, -highest),
            _more(one, has, children.get(one, ())),
        )
        for one in likest
    }
    leads = [np.asarray(values >= values.max() - AS_LIKE, np.float64) for values in (likeness, cosines, words)]
    return np.column_stack([np.array([of_concept[concept] for concept in concepts]), *leads, below])


def _of_each(concepts: Sequence[str], values: np.ndarray) -> dict[str, float]:
    """The highest of the `values` [candidates] of each concept, which stands once for each of its names by name."""
    found: dict[str, float] = {}
    for concept, value in zip(concepts, values.tolist(), strict=True):
        found[concept] = max(value, found.get(concept, value))
    return found


def _likeness_of_relatives(
    concept: str,
    likest: Mapping[str, float],
    above: Sequence[str],
    children: Mapping[str, Sequence[str]],
    unlike: float,
) -> tuple[float, ...]:
    """The first five of RELATIVES; `unlike` is what a sibling counts that is no candidate."""
    below = [likest[one] for one in children.get(concept, ())]
    parents = [likest[one] for one in above if one in likest]
    siblings = [likest[one] for parent in above for one in children[parent] if one != concept]
    return (
        max(below, default=0.0),
        float(bool(below)),
        max(parents, default=0.0),
        float(bool(parents)),
        max(siblings, default=unlike),
    )


def _more(concept: str, has: Mapping[str, float], below: Sequence[str]) -> float:
    """How much more of the query's words one of the concepts `below` it has than itself; 0 where none has more."""
    return max([0.0, *(has[one] - has[concept] for one in below)])
