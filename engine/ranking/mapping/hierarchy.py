"""What the hierarchies add to a mapping: a target is likelier where the concept's relatives map near it too.

Relatives are the parents, children and siblings of a source concept. A target has the share of their best answers,
each by its probability, that stand at it, below one of its parents or grandparents, or above it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from engine.ranking.mapping.coverage import confidence, evidence
from engine.ranking.mapping.known_relations import beside_the_exact, known_relation
from engine.ranking.mapping.records import MappingAnswer, Suggestion
from engine.ranking.mapping.relations import predicate_of
from engine.ranking.mapping.side import MappedSide
from engine.ranking.ordering.odds import LOWEST
from engine.ranking.ordering.order import LearntOrder

WEIGHT = 1.5  # of the relatives' share, in the sums of the order
MOST_RELATIVES = 24
LEVELS = 2  # that a common ancestor may stand above


def with_hierarchy(
    answers: Sequence[MappingAnswer], source: MappedSide, target: MappedSide, order: LearntOrder, weight: float = WEIGHT
) -> list[list[Suggestion]]:
    """Every suggestion of each answer, best first, relatives counted with `weight`."""
    best = {one.source: (one.targets[0], float(_probabilities(one, one.sums, order)[0])) for one in answers}
    above = {code: _above(code, target.parents) for code in {code for one in answers for code in one.targets}}
    found = []
    for one in answers:
        sums = one.sums
        if weight and (relatives := _relatives(one.source, source, best)):
            sums = sums + weight * np.array([_share(code, relatives, above) for code in one.targets])
        probabilities = _probabilities(one, sums, order)
        places = np.argsort(-np.where(one.same, sums + 100.0, sums), kind="stable").tolist()
        first = float(probabilities[places[0]])
        speaks = evidence(one, places, first, sums, source, target)
        confidences = probabilities * (confidence(speaks) / max(first, LOWEST))  # the others keep their proportion
        made = [
            _suggestion(one, place, float(probabilities[place]), float(confidences[place]), source, target)
            for place in places
        ]
        found.append(beside_the_exact([replace(made[0], evidence=speaks), *made[1:]], target.parents))
    return found


def _probabilities(one: MappingAnswer, sums: np.ndarray, order: LearntOrder) -> np.ndarray:
    """The probability of each target, those that are the text itself as in a ranking."""
    found = order.probabilities(sums)
    if one.same.any():
        found = found * (1 - order.exact)
        found[one.same] = order.among_exact(order.scores(sums[one.same]))
    return found


def _above(code: str, parents: dict[str, list[str]]) -> frozenset[str]:
    """A concept with its ancestors up to LEVELS above it, the tops of the hierarchy left out."""
    here, level = {code}, {code}
    for _ in range(LEVELS):
        level = {one for child in level for one in parents.get(child, ()) if parents.get(one)}
        here |= level
    return frozenset(here)


def relatives_of(code: str, source: MappedSide) -> list[str]:
    """The parents, children and siblings of a source concept."""
    parents = source.parents.get(code, [])
    siblings = [one for parent in parents for one in source.children.get(parent, ())[:MOST_RELATIVES]]
    related = dict.fromkeys([*parents, *source.children.get(code, ())[:MOST_RELATIVES], *siblings])
    return [one for one in related if one != code]


def _relatives(code: str, source: MappedSide, best: dict[str, tuple[str, float]]) -> list[tuple[str, float]]:
    """What the relatives of a source concept map to, with the probabilities, the likeliest first."""
    found = [best[one] for one in relatives_of(code, source) if one in best]
    return sorted(found, key=lambda one: -one[1])[:MOST_RELATIVES]


def _share(code: str, relatives: Sequence[tuple[str, float]], above: dict[str, frozenset[str]]) -> float:
    """The share of the relatives, by probability, that map near a target."""
    total = sum(probability for _, probability in relatives)
    near = sum(probability for other, probability in relatives if above[code] & above[other])
    return near / (total + 0.5)  # one likely relative says less than many


def _suggestion(
    one: MappingAnswer, place: int, probability: float, confidence: float, source: MappedSide, target: MappedSide
) -> Suggestion:
    title, code = source.titles[one.source], one.targets[place]
    same = bool(one.same[place])
    known = known_relation(one.source, code, source, target)
    predicate = predicate_of(title, target.titles[code], one.names[place], same, probability, known=known)
    via = one.via[place] if one.via else ""
    return Suggestion(one.source, title, code, target.titles[code], one.names[place], predicate, confidence, same, via)
