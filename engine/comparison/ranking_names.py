"""Encoders asked the same name, or the same list of names: whose ranks changed, which names are shared or lost."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from engine.comparison.compared_names import ComparedRanks, RankedConcept
from engine.evaluation.mapped_names import Nearness
from engine.events import Event, Finished, Progress
from engine.models.open import open_encoder
from engine.ranking.ranker import Ranker
from engine.ranking.request import RankingRequest
from engine.terminology.edited_view import edited_view_in
from store.records.terminology import Candidate, Terminology
from store.terminologies import edges

TOP = 10  # what counts as found
DEEP = 100  # how far a rank is followed


def compared_ranks(
    ranker: Ranker, terminologies: Sequence[Terminology], text: str, ids: Sequence[str], top: int = TOP
) -> ComparedRanks:
    """One name asked of each encoder; edits count. BadInput for unusable text."""
    rankings = {id: ranker.rank(text, _request(ranker, terminologies, id, max(DEEP, top))) for id in ids}
    found: dict[tuple[str, str], dict[str, Candidate]] = {}
    included: dict[tuple[str, str], None] = {}
    for id, ranking in rankings.items():
        for one in ranking.candidates:
            key = one.key
            found.setdefault(key, {})[id] = one
            if one.rank <= top:
                included.setdefault(key)
    first = {key for key in included if _is_among_first(found[key], ids[0], top)}
    others = {id: {key for key in included if _is_among_first(found[key], id, top)} for id in ids[1:]}
    return ComparedRanks(
        text,
        top,
        list(ids),
        [_row(key, found[key], ids) for key in included],
        {id: len(first & theirs) for id, theirs in others.items()},
        {id: len(first - theirs) for id, theirs in others.items()},
        {id: len(theirs - first) for id, theirs in others.items()},
        rankings[ids[0]].note,
    )


def _request(ranker: Ranker, terminologies: Sequence[Terminology], id: str, top: int) -> RankingRequest:
    return RankingRequest(terminologies, open_encoder(ranker.workspace, id), id, top)


def compare_names(
    ranker: Ranker,
    terminologies: Sequence[Terminology],
    slug: str,
    ids: Sequence[str],
    names: Sequence[tuple[str, str]],
) -> Iterator[Event]:
    """A list of (name, its right ids with “|” between, or "") asked of each encoder; Finished with {"names": …}."""
    with ranker.workspace.reading() as db:
        nearness = {one.slug: Nearness(edges(db, one.slug)) for one in terminologies}
        views = [edited_view_in(db, ranker.workspace, one.slug) for one in terminologies]
    known = {code.casefold() for view in views for code in view.titles.keys() - view.obsolete}
    answers: dict[str, list[tuple[Candidate, ...]]] = {}
    for number, id in enumerate(ids):
        yield Progress(number * len(names), len(ids) * len(names), f"Opening {id}")
        request, answers[id] = _request(ranker, terminologies, id, DEEP), []
        for place, (name, _) in enumerate(names):
            answers[id].append(ranker.rank(name, request).candidates)
            yield Progress(number * len(names) + place + 1, len(ids) * len(names), f"{id}: {name}")
    rows = [
        _answered_row(name, expected, {id: answers[id][place] for id in ids}, nearness, known)
        for place, (name, expected) in enumerate(names)
    ]
    yield Finished({"names": {"encoders": list(ids), "terminology": slug, "rows": rows}})


def _answered_row(
    name: str,
    expected: str,
    answers: Mapping[str, tuple[Candidate, ...]],
    nearness: Mapping[str, Nearness],
    known: Collection[str],
) -> dict[str, Any]:
    ids = list(answers)
    named = [one.strip() for one in expected.split("|") if one.strip()]
    expected_ids = [one for one in named if one.casefold() in known]
    right = [one.casefold() for one in expected_ids]

    def of_right_category(candidate: Candidate) -> bool:
        category = nearness[candidate.terminology].category
        return category(candidate.concept_id) in map(category, expected_ids)

    def is_near(candidate: Candidate) -> bool:
        near = {candidate.concept_id, *nearness[candidate.terminology].near(candidate.concept_id)}
        return any(one.casefold() in right for one in near)

    tops = {id: {(c.terminology, c.concept_id) for c in answers[id][:TOP]} for id in ids}
    return {
        "name": name,
        "expected": expected,
        "first": {id: [answers[id][0].concept_id, answers[id][0].preferred_name] if answers[id] else [] for id in ids},
        "ranks": {id: next((c.rank for c in answers[id] if c.concept_id.casefold() in right), None) for id in ids}
        if right
        else {},
        "category": {id: any(map(of_right_category, answers[id][:1])) for id in ids} if right else {},
        "near": {id: any(map(is_near, answers[id][:1])) for id in ids} if right else {},
        "probability": {id: answers[id][0].probability for id in ids if answers[id]},
        "shared": {id: len(tops[id] & tops[ids[0]]) for id in ids},
        "top": len(tops[ids[0]]),
        "lacking": bool(named) and not right,
    }


def _is_among_first(found: Mapping[str, Candidate], id: str, top: int) -> bool:
    return id in found and found[id].rank <= top


def _row(key: tuple[str, str], found: Mapping[str, Candidate], ids: Sequence[str]) -> RankedConcept:
    one = next(found[id] for id in ids if id in found)
    return RankedConcept(
        *key,
        one.preferred_name,
        one.name,
        one.exact,
        one.differs,
        {id: found[id].rank if id in found else None for id in ids},
        {id: found[id].score if id in found else None for id in ids},
    )
