"""How often the true parent is found: concepts are taken out of the hierarchy and placed again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from engine.errors import BadInput
from engine.evaluation.measuring import MeasuredOutcomes
from engine.evaluation.outcome import Outcome
from engine.events import say
from engine.models.protocol import NameEncoder
from engine.normalisation.confidence import SieveCalibration, calibrated
from engine.placement.family import Family
from engine.placement.placer import WITHIN, Placer, evidence
from engine.placement.scores import by_both, by_children, by_own
from store.records.terminology import Terminology

HITS = (1, 5, 10)
MOST_QUERIES = 500
CHOSEN = "own, children and words"
WAYS = {
    CHOSEN: (by_both, True),
    "own and children": (by_both, False),
    "children": (by_children, False),
    "nearest name": (by_own, False),
}  # way to score -> (by which aggregation, whether parents whose words all stand in the name gain)
QUERIES_FOR_SURENESS = 300


@dataclass(frozen=True)
class RemovedConcept:
    """A concept taken out with everything below it: its name and the name's row, and its parents' numbers."""

    text: str
    row: int
    gone: list[int]
    parents: list[int]


def removed(
    placer: Placer, terminology: Terminology, family: Family, most: int, seed: int, held_out: bool = True
) -> tuple[list[RemovedConcept], int]:
    """Concepts with a parent, at most `most` drawn, and how many there were to draw from.

    `held_out` takes those that no training has seen; else any. Each is asked by its first name.
    """
    names = placer.names(terminology, family)
    starts = dict(zip(names.numbers.tolist(), names.starts.tolist(), strict=True))
    expected = [
        code
        for code in sorted(family.parents)
        if code in family.number and family.number[code] in starts and (not held_out or placer.workspace.held_out(code))
    ]
    drawn = np.sort(np.random.default_rng(seed).permutation(len(expected))[:most])
    found = []
    for code in (expected[place] for place in drawn.tolist()):
        branch = family.branch(code)
        parents = [family.number[over] for over in family.parents[code] if over not in branch]
        if parents:
            found.append(
                RemovedConcept(
                    family.titles[code], starts[family.number[code]], [family.number[one] for one in branch], parents
                )
            )
    return found, len(expected)


def ranks(
    placer: Placer,
    terminology: Terminology,
    encoder: NameEncoder,
    family: Family,
    queries: Sequence[RemovedConcept],
    ways: Iterable[str] = tuple(WAYS),
) -> Iterator[dict[str, tuple[int, float, bool]]]:
    """Of each removed concept, by aggregation: (rank of its best true parent, what speaks for the first, silent)."""
    index = placer.ranker.indexes.get(terminology, encoder)
    for one in queries:
        query = index.take([one.row])[0]
        scored = placer.scored(query, terminology, encoder, family)
        scored.own[one.gone] = -np.inf
        silent = not query.any()
        answers = {}
        for name in ways:
            scores_of, with_words = WAYS[name]
            scores = np.array(scores_of(scored.own, family.links))
            if with_words:
                scores[placer.wider(one.text, scored, terminology, family)] += WITHIN
            best = max(one.parents, key=lambda parent: (scores[parent], -parent))
            above = int((scores > scores[best]).sum()) + int((scores[:best] == scores[best]).sum())
            known = np.isfinite(scores[best]) and not silent
            answers[name] = (1 + above if known else 0, evidence(np.partition(scores, -2)[-2:][::-1]), silent)
        yield answers


def measure_placing(
    placer: Placer,
    terminology: Terminology,
    encoders: Mapping[str, NameEncoder],
    most: int = MOST_QUERIES,
    seed: int = 0,
) -> MeasuredOutcomes:
    """Hit@1, 5, 10 and MRR of the true parent for every encoder, and for plainer ways to score a parent.

    The concepts are those that the workspace holds out; each is asked by its preferred name, with itself and all below
    it taken out. A concept with several parents is right with any. BadInput when there is nothing to ask.
    """
    family = placer.families.of(terminology.slug)
    queries, of = removed(placer, terminology, family, most, seed)
    if not queries:
        raise BadInput(
            f"“{terminology.slug}” has no held-out concept with a parent to ask for; choose one with a hierarchy."
        )
    outcomes: dict[str, Outcome] = {}
    for way in WAYS:
        for id in encoders:
            outcomes[id if way == CHOSEN else f"{id}, {way}"] = Outcome("placing", {})
    for id, encoder in encoders.items():
        answers = list(ranks(placer, terminology, encoder, family, queries))
        for way in WAYS:
            rank = np.array([answer[way][0] for answer in answers])
            numbers = {f"hit@{k}": ((rank > 0) & (rank <= k)).astype(np.float64) for k in HITS}
            numbers["mrr"] = np.where(rank > 0, 1 / np.maximum(rank, 1), 0.0)
            silent = sum(answer[way][2] for answer in answers)
            outcomes[id if way == CHOSEN else f"{id}, {way}"] = Outcome("placing", numbers, silent)
    return MeasuredOutcomes(
        outcomes, {"terminology": terminology.slug, "concepts": len(family.codes), "drawn_from": of}
    )


def calibrated_by_removal(placer: Placer, terminology: Terminology, encoder: NameEncoder) -> SieveCalibration | None:
    """The probability that the best parent is right, from its score, of concepts taken out of this terminology.

    None where there is none to ask. Concepts to be placed are newer than those that are there, and less like them, so
    the truth is somewhat lower.
    """
    family = placer.families.of(terminology.slug)
    queries, _ = removed(placer, terminology, family, QUERIES_FOR_SURENESS, 0, held_out=False)
    if not queries:
        return None
    scores, right = [], []
    for answer in ranks(placer, terminology, encoder, family, queries, [CHOSEN]):
        rank, best, _ = answer[CHOSEN]
        scores.append(best)
        right.append(rank == 1)
        say(f"{len(scores):,} of {len(queries):,} concepts placed anew", len(scores) / len(queries))
    return calibrated([""] * len(scores), scores, right)
