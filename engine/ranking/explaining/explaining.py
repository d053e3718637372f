"""Why a concept stands where it stands for a text, and why it stands before or behind another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from engine.ranking.exact import CONCEPT_ID
from engine.ranking.explaining.by_rule import EXACT, OF_SEVERAL, because
from engine.ranking.explaining.gathering import CandidateSearch
from engine.ranking.explaining.leaving_out import left_out
from engine.ranking.explaining.parts import grouped, parts_between, points_of
from engine.ranking.explaining.records import Contrast, Explanation
from engine.ranking.explaining.sentences import contrast_sentences, sentences
from engine.ranking.explaining.word_shares import word_likeness
from engine.ranking.ordering.each_finding import ONE_OF_SEVERAL
from engine.ranking.ordering.evidence import ConceptEvidence
from engine.ranking.ordering.odds import probability_of
from engine.ranking.ordering.order import LearntOrder
from engine.ranking.question import Question
from engine.text.differences import marked
from store.records.terminology import Candidate, Ranking

ROUNDED = 1e-9  # between the score and the sum of its parts, where no rule has changed it


@dataclass(frozen=True)
class ExplainedCandidate:
    """An explanation, and the features that it is made from."""

    explanation: Explanation
    found: ConceptEvidence


def explained(
    search: CandidateSearch, ranking: Ranking, concept: str, name: str = "", leave_out: bool = True
) -> ExplainedCandidate:
    """Why `concept` of the searched terminology has its score in `ranking`; NotFound where it is not there.

    ranking: of the same text, with the same encoder and number of candidates; it may be of several terminologies. With
    `name`, that name of the concept. Without `leave_out` nothing is searched again with parts of the text left out.
    """
    order = search.ranker.order_in(search.db)
    question, found = search.candidates(ranking.meant or ranking.query)
    one = search.of_concept(question, found, concept, name)
    line = _line(ranking, search, concept, name)
    usual = _usual(order, found, search.request.top)
    points = points_of(order, one.features)
    ordered = float(probability_of(points))
    parts = parts_between(order, one.features, usual)
    variant = question.variants[one.variant]
    rule = line.score - ordered if line and abs(line.score - ordered) > ROUNDED else 0.0
    explanation = Explanation(
        query=ranking.query,
        encoder=ranking.encoder,
        terminology=search.terminology.slug,
        concept=concept,
        preferred=one.name.preferred,
        name=one.name.text,
        rank=line.rank if line else None,
        place=1 if line and line.exact else search.rank_of(question, found, one),
        score=line.score if line else ordered,
        probability=line.probability if line else None,
        exact=bool(line and line.exact),
        start=points_of(order, usual),
        parts=parts,
        groups=grouped(parts),
        rule=rule,
        because=_because(search, question, found, one, line, rule),
        read_as=variant.text,
        via=variant.via,
        likeness=word_likeness(search.encoder, variant.text, one.name.text),
        left_out=left_out(search, question, one) if leave_out and line and line.source != CONCEPT_ID else (),
        differs=line.differs if line else _differences(question, one),
        marks=line.marks if line else (),
        by_id=bool(line and line.source == CONCEPT_ID),
        one_of_several=bool(line and line.evidence == ONE_OF_SEVERAL),
    )
    return ExplainedCandidate(replace(explanation, sentences=sentences(explanation)), one)


def contrast(order: LearntOrder, one: ExplainedCandidate, other: ExplainedCandidate) -> Contrast:
    """Why `one` stands before `other`, or behind it."""
    parts = parts_between(order, one.found.features, other.found.features)
    found = Contrast(one.explanation, other.explanation, parts)
    return replace(found, sentences=contrast_sentences(found))


def _line(ranking: Ranking, search: CandidateSearch, concept: str, name: str) -> Candidate | None:
    """The row of the ranking that is explained, None where it does not show it."""
    return next(
        (one for one in ranking.candidates if one.key == (search.terminology.slug, concept) and name in ("", one.name)),
        None,
    )


def _because(
    search: CandidateSearch,
    question: Question,
    found: Sequence[ConceptEvidence],
    one: ConceptEvidence,
    line: Candidate | None,
    rule: float,
) -> str:
    """Why a rule changes a candidate's score by `rule`, "" where none does."""
    if line is None or not rule:
        return ""
    if line.exact:
        return EXACT
    if line.evidence == ONE_OF_SEVERAL:
        return OF_SEVERAL
    return because(search.rule_for(question, found, one), rule > 0)


def _usual(order: LearntOrder, found: Sequence[ConceptEvidence], top: int) -> np.ndarray:
    """The mean features of the first `top` candidates, float64 [FEATURES]."""
    features = np.array([one.features for one in found], np.float64)
    if not len(features):
        return np.zeros_like(order.weights)
    mean: np.ndarray = features[np.argsort(-order.sums(features), kind="stable")[:top]].mean(axis=0)
    return mean


def _differences(question: Question, one: ConceptEvidence) -> tuple[str, ...]:
    return min((marked(text, one.name.text) for text in question.typed), key=len)
