"""Learn the order of candidates from names whose concepts people gave: a conditional logit by L-BFGS.

The loss of a name is −ln P(one of its concepts), P over its candidates and “none of these”; where none of its concepts
is among the candidates, none is right. A small ridge keeps weights of rare features near zero.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256

import numpy as np

from engine.events import Event, Finished, Progress
from engine.models.protocol import NameEncoder
from engine.ranking.candidates import CLOSELY
from engine.ranking.ordering.calibration import ALIKE, SAME_TEXT, FirstCandidate, fit_calibration
from engine.ranking.ordering.evidence import ConceptEvidence, calibrated_as
from engine.ranking.ordering.likely import LIKENESS_ENDS, SAME_TEXT_AT
from engine.ranking.ordering.order import FEATURES, LearntOrder
from engine.ranking.ranker import Ranker
from engine.ranking.request import RankingRequest
from store.records.terminology import Terminology

RIDGE = 4e-3
FOLDS = 5  # of which four teach the order that the fifth's probabilities come from


@dataclass(frozen=True)
class JudgedName:
    """A name with the ids of the concepts that it may denote, and how much it counts."""

    text: str
    ids: frozenset[str]
    weight: float = 1.0


@dataclass(frozen=True)
class Example:
    """The candidates of a name: their features float32 [candidates, FEATURES], which of them are right, and the kind of
    what speaks for each. `meant` is the same for names of the same concepts, which teach and judge together.
    """

    features: np.ndarray
    right: np.ndarray
    weight: float
    kinds: tuple[str, ...] = ()
    meant: str = ""


def example_of(found: Sequence[ConceptEvidence], ids: frozenset[str], weight: float = 1.0) -> Example:
    """The candidates that a ranking found, of which those with one of the `ids` are right."""
    features = np.array([one.features for one in found], np.float32)
    right = np.array([one.name.concept in ids for one in found])
    return Example(features, right, weight, tuple(calibrated_as(found)), "|".join(sorted(ids)))


def gathered(
    ranker: Ranker,
    names: Sequence[JudgedName],
    terminology: Terminology,
    encoder: NameEncoder,
    not_lending: Sequence[str] = (),
) -> Iterator[Event]:
    """The candidates of each name, as a ranking finds them: Progress, then Finished with {"examples"}.

    A name without candidates is left out. The terminologies `not_lending` lend no names, as if they were not there.
    """
    request = RankingRequest([terminology], encoder, not_lending=not_lending, to_learn_from=True)
    found: list[Example] = []
    with ranker.workspace.reading() as db:
        for place, name in enumerate(names, 1):
            _, candidates = ranker.candidates(db, name.text, request)
            if candidates:
                found.append(example_of(candidates, name.ids, name.weight))
            if place % 50 == 0:
                yield Progress(place, len(names), f"Gathering what speaks for candidates in {terminology.title}")
    yield Finished({"examples": found})


# What is not learnt: whoever ties ontologies ties names to blocks too, whoever codes never does. Chosen on the names
# that are learnt from: less keeps blocks before everyday names' codes, more loses the first five of an ontology's.
PREFERENCES = {"block": -2.25, "block of one category": -4.5}


def fit(given: Sequence[Example], ridge: float = RIDGE, towards: LearntOrder | None = None) -> LearntOrder:
    """The order that makes the right candidates likeliest, held to zero or `towards` another order by the ridge."""
    from scipy.optimize import minimize

    features = np.concatenate([one.features for one in given]).astype(np.float64)
    scale = np.maximum(features.std(axis=0), 1e-3)
    features /= scale
    right = np.concatenate([one.right for one in given])
    sizes = np.array([len(one.right) for one in given])
    starts = np.concatenate([[0], np.cumsum(sizes)[:-1]])
    owner = np.repeat(np.arange(len(given)), sizes)
    weight = np.array([one.weight for one in given])
    weight /= weight.sum()
    hopeless = ~np.logical_or.reduceat(right, starts)
    centre, held = np.zeros(len(FEATURES) + 1), np.append(np.ones(len(FEATURES)), 0.0)
    if towards is not None:
        centre, held = np.append(towards.weights * scale, towards.none), np.ones(len(FEATURES) + 1)

    def loss(values: np.ndarray) -> tuple[float, np.ndarray]:
        weights, none = values[:-1], values[-1]
        sums = features @ weights
        highest = np.maximum(np.maximum.reduceat(sums, starts), none)
        odds, odds_none = np.exp(sums - highest[owner]), np.exp(none - highest)
        total = np.add.reduceat(odds, starts) + odds_none
        good = np.add.reduceat(odds * right, starts) + odds_none * hopeless
        share = odds / total[owner]
        share_right = odds * right / good[owner]
        slope = (share - share_right) * weight[owner]
        slope_none = float((weight * (odds_none / total - odds_none * hopeless / good)).sum())
        apart = (values - centre) * held
        value = float((weight * (np.log(total) - np.log(good))).sum()) + ridge * float(apart @ apart)
        return value, np.append(features.T @ slope, slope_none) + 2 * ridge * apart

    found = minimize(loss, centre, jac=True, method="L-BFGS-B", options={"maxiter": 500})
    weights = found.x[:-1] / scale
    if towards is not None:  # its preferences are in its weights
        return replace(towards, weights=weights, none=float(found.x[-1]))
    for name, addition in PREFERENCES.items():
        weights[FEATURES.index(name)] += addition
    return LearntOrder(weights, float(found.x[-1]))


def learn(given: Sequence[Example]) -> LearntOrder:
    """The order that fits all examples, calibrated on what orders of four fifths say of the other fifth.

    In the order a set of names counts as the root of how many it has, in the calibration each set counts the same: few
    everyday names would count for little beside thousands of an ontology, whose codes are wrong more often.
    """
    exact = exact_share(given)
    fold, firsts = folds(given), []
    for held_out in range(FOLDS):
        order = replace(fit([one for one, of in zip(given, fold, strict=True) if of != held_out]), exact=exact)
        judged = [one for one, of in zip(given, fold, strict=True) if of == held_out]
        firsts += [_first(order, one) for one in judged]
    return replace(fit(given), exact=exact, calibration=fit_calibration(firsts))


def _first(order: LearntOrder, one: Example) -> FirstCandidate:
    return first_of(order, one)._replace(weight=one.weight**2)


def folds(given: Sequence[Example]) -> list[int]:
    """The fold of each example; those of the same concepts are in one."""
    named = [one.meant or str(place) for place, one in enumerate(given)]
    return [int.from_bytes(sha256(name.encode()).digest()[:4], "big") % FOLDS for name in named]


def exact_share(given: Sequence[Example], before: float = 0.5, answers: int = 2) -> float:
    """How often one of the names that are the text itself is right, where there is one; what was known `before` counts
    as so many answers."""
    same = [(one.features[:, SAME_TEXT_AT] > 0, one.right) for one in given]
    judged = [bool(right[there].any()) for there, right in same if there.any()]
    return (sum(judged) + answers * before) / (len(judged) + answers)


def first_of(order: LearntOrder, one: Example) -> FirstCandidate:
    """The first of the candidates that a ranking looks at closely, names that are the text itself before others."""
    likely = one.features[:, :LIKENESS_ENDS] @ order.weights[:LIKENESS_ENDS]
    near = np.argsort(-likely, kind="stable")[:CLOSELY]
    sums, right = order.sums(one.features[near]), one.right[near]
    same = np.flatnonzero(one.features[near, SAME_TEXT_AT] > 0)
    if len(same):
        place = int(same[sums[same].argmax()])
        return FirstCandidate(float(order.among_exact(order.scores(sums[same])).max()), SAME_TEXT, bool(right[place]))
    place = int(sums.argmax())
    kind = one.kinds[near[place]] if one.kinds else ALIKE
    return FirstCandidate(float(order.probabilities(sums)[place]), kind, bool(right[place]))
