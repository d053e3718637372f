"""Exact matches before all else, then the likely answer of each terminology, and how sure each candidate is then."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from engine.ranking.exact import CONCEPT_ID, first_of_each
from engine.ranking.ordering.calibration import SAME_TEXT
from engine.ranking.ordering.each_finding import ONE_OF_SEVERAL
from engine.ranking.ordering.odds import LOWEST
from engine.ranking.ordering.order import LearntOrder
from engine.ranking.ordering.sureness import LIKELY_FROM
from engine.text.differences import SIDE
from store.records.terminology import Candidate


def merged(order: LearntOrder, exact: Sequence[Candidate], found: Sequence[Candidate], unit: str) -> list[Candidate]:
    """The exact matches, those ordered first that the search put first, with what it found out; then the others, those
    before that a terminology answers first and likely.

    Of a terminology with names that are the text itself these are likely, and all others the less; an id is certain.
    """
    places = {one.key: place for place, one in reversed(list(enumerate(found)))}
    by_name = [one for one in exact if one.source != CONCEPT_ID]
    by_id = [one for one in exact if one.source == CONCEPT_ID]
    by_name.sort(key=lambda one: places.get(one.key, len(found)))
    likely: dict[tuple[str, str], float] = {}
    named = {one.terminology for one in by_name}
    for slug in named:
        here = [one for one in by_name if one.terminology == slug]
        seen = [places.get((slug, one.concept_id)) for one in here]
        scores = np.array([LOWEST if place is None else found[place].score for place in seen])
        for one, probability in zip(here, order.among_exact(scores), strict=True):
            likely[slug, one.concept_id] = float(probability)
    matched = []
    for one in by_name:
        place = places.get(one.key)
        if place is not None:
            one = replace(one, cosine=found[place].cosine, reasons=found[place].reasons)
        matched.append(replace(one, probability=likely[one.terminology, one.concept_id], evidence=SAME_TEXT))
    matched += [replace(one, probability=1.0) for one in by_id]
    others = [
        replace(one, probability=None if by_id else one.probability * (1 - order.exact))
        if one.probability is not None and (by_id or one.terminology in named)
        else one
        for one in found
    ]
    return _answers_first(_calibrated(order, first_of_each([*matched, *others], unit)), len(matched))


def with_added(
    order: LearntOrder, added: Sequence[Candidate], ranked: Sequence[Candidate], unit: str
) -> list[Candidate]:
    """The concepts to which people added a text, then the ranking of what it is read as, where all others of their
    terminologies are the less likely."""
    first = merged(order, added, [], unit)
    sure: dict[str, float] = {}
    for one in first:
        sure[one.terminology] = sure.get(one.terminology, 0.0) + one.likelihood
    others = [
        replace(one, probability=one.probability * max(0.0, 1 - sure[one.terminology]))
        if one.probability is not None and one.terminology in sure
        else one
        for one in ranked
    ]
    return first_of_each([*first, *others], unit)


def with_side_first(ranked: Sequence[Candidate]) -> list[Candidate]:
    """The candidates, marked, with those of the leading answers that have the side that was asked for before those that
    lack it: HPO has no sides, and is as sure of “Femoral neck fracture” as ICD-10-CM of the left one."""
    led: set[str] = set()
    for one in ranked:
        if one.exact or one.terminology in led or one.likelihood < LIKELY_FROM or one.evidence == ONE_OF_SEVERAL:
            break
        led.add(one.terminology)
    if len(led) < 2:
        return list(ranked)
    answers = sorted(ranked[: len(led)], key=lambda one: SIDE in one.differs)
    return [replace(one, rank=place) for place, one in enumerate([*answers, *ranked[len(led) :]], 1)]


def _answers_first(ranked: Sequence[Candidate], exact: int) -> list[Candidate]:
    """The candidates with the answers of each terminology before all but the `exact` matches: the first, where it is
    likely, or one for each of several findings. Ten sided codes of one terminology would hide the answer of another."""
    answered: set[str] = set()
    answers: list[Candidate] = []
    others: list[Candidate] = []
    for place, one in enumerate(ranked):
        likely = one.terminology not in answered and one.likelihood >= LIKELY_FROM
        answered.add(one.terminology)
        (answers if place < exact or likely or one.evidence == ONE_OF_SEVERAL else others).append(one)
    return [*answers, *others]


def _calibrated(order: LearntOrder, ranked: Sequence[Candidate]) -> list[Candidate]:
    """The candidates with the probability of the first of each terminology calibrated, the others' shares as before."""
    shares: dict[str, float] = {}
    found = []
    for one in ranked:
        given = one.probability
        if given is None or given in (0.0, 1.0):
            found.append(one)
        elif one.terminology not in shares:
            first = order.calibration.of(given, one.evidence)
            shares[one.terminology] = (1 - first) / (1 - given)
            found.append(replace(one, probability=first))
        else:
            found.append(replace(one, probability=given * shares[one.terminology]))
    return found
