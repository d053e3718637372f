"""A short list is mapped by what a ranking says of its names too; a long one by comparing names alone."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import replace
from pathlib import Path

import pytest

from engine.events import Event
from engine.ranking.mapping import by_ranking
from engine.ranking.mapping.by_ranking import with_rankings
from engine.ranking.mapping.joining import EncoderAnswers
from engine.ranking.mapping.of_encoders import MappingRequest, encoder_answers
from engine.ranking.mapping.project import candidates
from engine.ranking.mapping.records import Suggestion
from engine.ranking.ordering.sureness import LIKELY_FROM
from engine.workbench import Workbench
from tests.tables import with_table

WARD = "id,name,synonyms\nW1,MI,\nW2,inflammation of the airways,asthma\nW3,<b>,\n"

WARD_TO_ORGANS = MappingRequest("ward", "organs", ["vectors"])


def result(events: Generator[Event, None, EncoderAnswers]) -> EncoderAnswers:
    while True:
        try:
            next(events)
        except StopIteration as end:
            found: EncoderAnswers = end.value
            return found


def test_of_each_target_the_better_of_comparison_and_ranking_stands(
    workbench: Workbench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_table(workbench, tmp_path, "ward", WARD)
    ranker = workbench.rankings.ranker
    compared = result(encoder_answers(ranker, WARD_TO_ORGANS, lambda side: side.concept_codes))
    both = result(with_rankings(ranker, compared))
    first, joined = ({some[0].source: some for some in one.suggestions(ranker.order)} for one in (compared, both))
    assert joined["W1"][0].target == "H1" and joined["W1"][0].confidence > first["W1"][0].confidence
    answer = workbench.rankings.rank("MI", "organs", "vectors", 1).candidates[0]
    assert joined["W1"][0].confidence == pytest.approx(answer.probability) and joined["W1"][0].encoders == ("vectors",)
    assert joined["W2"][0].target == "L1" and joined["W2"][0].same_text  # by a synonym, which no ranking was asked
    for code, some in joined.items():
        targets = [one.target for one in some]
        assert len(set(targets)) == len(targets) and {one.target for one in first.get(code, ())} <= set(targets)
    monkeypatch.setattr(by_ranking, "MOST_RANKED", 2)
    assert result(with_rankings(ranker, compared)) is compared


def test_another_name_is_ranked_where_the_preferred_one_finds_a_guess(workbench: Workbench, tmp_path: Path) -> None:
    """“Lungenentzündung”, pneumonia, was mapped by what is alike to the German name."""
    with_table(workbench, tmp_path, "ward", "id,name,synonyms\nW1,Herzinfarkt,heart atack\nW2,Sodbrennen,\n")
    ranker = workbench.rankings.ranker
    compared = result(encoder_answers(ranker, WARD_TO_ORGANS, lambda side: side.concept_codes))
    found = {some[0].source: some for some in result(with_rankings(ranker, compared)).suggestions(ranker.order)}
    assert found["W1"][0].target == "H1" and found["W1"][0].confidence > LIKELY_FROM
    assert all(one.confidence < LIKELY_FROM for one in found.get("W2", ()))


def test_a_short_branch_is_ranked_too_behind_what_comparing_found(
    workbench: Workbench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a large terminology no branch was ranked, however short, so that a line had not what Rankings answers."""
    with_table(workbench, tmp_path, "ward", WARD)
    ranker = workbench.rankings.ranker
    compared = result(encoder_answers(ranker, WARD_TO_ORGANS, lambda _: ["W1"]))
    few = [replace(one, targets=one.targets[:1], names=one.names[:1], same=one.same[:1], sums=one.sums[:1], via=())
           for one in compared.by_encoder["vectors"] if one.source == "W1"]  # fmt: skip
    compared = replace(compared, by_encoder={"vectors": few})
    monkeypatch.setattr(by_ranking, "MOST_RANKED", 2)
    both = result(with_rankings(ranker, compared))
    (first,), (joined,) = (one.suggestions(ranker.order) for one in (compared, both))
    assert joined[0] == first[0] and len(first) == 1 < len(joined)
    answered = workbench.rankings.rank("MI", "organs", "vectors", 5).candidates
    further = [one.concept_id for one in answered if one.concept_id != first[0].target]
    assert [one.target for one in joined[1:]] == further
    assert all(one.confidence <= first[0].confidence for one in joined[1:])
    assert result(with_rankings(ranker, compared, branches=False)) is compared


def test_a_ranking_says_what_its_suggestion_differs_in_as_it_read_the_name() -> None:
    """“CKD stage 3b” and N18.32 differed in their course, since one of the two is written out."""
    names = ("L1", "CKD stage 3b", "N18.32", "Chronic kidney disease, stage 3b", "Chronic kidney disease, stage 3b")
    found = Suggestion(*names, "skos:exactMatch", 0.99, False)
    told = [one.differs for one in candidates([found, replace(found, differs=()), replace(found, differs=("side",))])]
    assert told == ["course", "", "side"]
