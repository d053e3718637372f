"""The likeliest of the concepts that have some names, by vectors, words, and the relatives beside them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from engine.ranking.ordering.relatives import RELATIVES, relatives
from engine.ranking.question import BLOCKS, BRIDGE, OWN, Question
from engine.ranking.shelves.shelf import ALONE, SIMILARITIES, Likeness
from engine.text import normalise
from store.records.terminology import Edit

SAME_WORDS_AT = {block: (place + 1) * len(SIMILARITIES) - 1 for place, block in enumerate(BLOCKS)}  # the last of each
SAME_TEXT_AT = len(BLOCKS) * len(SIMILARITIES)  # its place among what likeness says
LIKENESS_AT = SAME_TEXT_AT + 1
LIKENESS_ENDS = LIKENESS_AT + 1 + len(ALONE) + len(RELATIVES)  # where the features begin that a closer look finds
WEIGHT = {OWN: 1.0, BRIDGE: 0.9, "parent": 0.5}  # of a variant's block, where the likest variant of a name is sought


@dataclass(frozen=True)
class NamedRow:
    """A name among the candidates, as the ranking shows it; `edit` where a person added it."""

    concept: str
    preferred: str
    text: str
    source: str
    scope: str
    edit: Edit | None = None


@dataclass(frozen=True)
class LikelyCandidate:
    """A candidate before it is looked at closely: its likest name, the variant likest to that, and their likeness."""

    name: NamedRow
    variant: int
    cosine: float
    likeness: np.ndarray


def likeliest(
    question: Question,
    named: Sequence[NamedRow],
    every: Likeness,
    parents: Mapping[str, Sequence[str]],
    most: int,
    weights: np.ndarray | None = None,
    by_name: bool = False,
) -> list[LikelyCandidate]:
    """The candidates among these names with what likeness says of each, `most` at most, likeliest first: by the part of
    an order's sum that likeness makes, without `weights` by the rough likeness; then the likest to each of several
    findings."""
    blocks = {name: question.block(name) for name in BLOCKS}
    weighted = every.total() * np.array([WEIGHT[variant.block] for variant in question.variants], np.float32)
    likest, highest = weighted.argmax(axis=1), weighted.max(axis=1)
    similar = np.concatenate([every.similarities(blocks[name]) for name in BLOCKS], axis=1)
    cosines = every.cosines[:, blocks[OWN]].max(axis=1)
    nothing_lent = not blocks[BRIDGE]
    text = normalise(question.text)
    same = np.array([normalise(one.text) == text for one in named], bool)
    groups: dict[tuple[str, ...], list[int]] = {}
    for place, one in enumerate(named):
        key = (one.concept, normalise(one.text)) if by_name else (one.concept,)
        groups.setdefault(key, []).append(place)
    if not groups:
        return []
    liked, is_same = highest.tolist(), same.tolist()
    bests = [max(members, key=lambda place: (is_same[place], liked[place])) for members in groups.values()]
    order = [place for members in groups.values() for place in members]
    starts = np.cumsum([0, *map(len, groups.values())])[:-1]
    best_of_each = np.maximum.reduceat(similar[order], starts, axis=0).astype(np.float64)
    total, any_same = highest[bests, None], np.logical_or.reduceat(same[order], starts)[:, None]
    alone = np.hstack([best_of_each[:, [0, 3]], total]) if nothing_lent else np.zeros((len(bests), len(ALONE)))
    own = np.hstack([best_of_each, any_same, total, alone])
    beside = relatives(
        [named[best].concept for best in bests], parents, own[:, LIKENESS_AT], own[:, 0], own[:, 3], own[:, 1]
    )
    rows, nearest = np.hstack([own, beside]), np.maximum.reduceat(cosines[order], starts)
    sums = rows[:, LIKENESS_AT] if weights is None else np.einsum("ij,j->i", rows, weights[: rows.shape[1]])
    chosen = np.argsort(-sums, kind="stable")[:most].tolist()
    of_each = _best_of_each_finding(question, np.maximum.reduceat(weighted[order], starts, axis=0))
    return [
        LikelyCandidate(named[bests[place]], int(likest[bests[place]]), float(nearest[place]), rows[place])
        for place in dict.fromkeys([*chosen, *of_each])
    ]


def _best_of_each_finding(question: Question, weighted: np.ndarray) -> list[int]:
    """The candidate likest to each of several findings, of which one with many near names would leave the others out,
    if it is half as like it as the likest of all is; `weighted` [candidates, variants]."""
    findings, least = np.array([variant.finding for variant in question.variants]), weighted.max() / 2
    best = [weighted[:, findings == one].max(axis=1) for one in np.unique(findings[findings > 0])]
    return [int(like.argmax()) for like in best if like.max() >= least]
