"""The order EVIDENCE: candidates of all terminologies asked, by the learnt order, with how sure each is and why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple

import numpy as np

from engine.ranking.exact import candidate_of_added
from engine.ranking.marks.coding_marks import is_billable
from engine.ranking.marks.default_codes import default_below
from engine.ranking.ordering.before_the_best import (
    as_read_first,
    code_by_default_first,
    congenital_first,
    no_block_first,
    specific_first,
)
from engine.ranking.ordering.each_finding import ONE_OF_SEVERAL, each_first
from engine.ranking.ordering.evidence import ConceptEvidence, Gathered, calibrated_as
from engine.ranking.ordering.likely import NamedRow
from engine.ranking.ordering.more_typed import more_typed_first
from engine.ranking.ordering.moved_sums import MovedSums
from engine.ranking.ordering.of_terminology import Codes, of_each_terminology
from engine.ranking.ordering.order import LearntOrder
from engine.ranking.ordering.same_name import leaf_of_same_name_first
from engine.ranking.question import Question
from engine.retrieval.cosines import clipped
from engine.text.icd_codes import is_span
from store import concepts
from store.records.terminology import Candidate, Terminology
from store.sqlite import Database

BEYOND = 2  # candidates given beyond those asked for
LEVELS = 2  # above a concept, below which others are beside it


def by_evidence(
    db: Database,
    order: LearntOrder,
    by_terminology: Sequence[tuple[Question, Sequence[ConceptEvidence]]],
    chosen: Sequence[Terminology],
    top: int,
) -> list[Candidate]:
    """The best candidates, best first, of what each of the chosen terminologies was asked and what it has.

    The probabilities are among the candidates of one terminology: each has an answer of its own. Where several findings
    were typed the best concept of each is first, and as likely as the others.
    """
    gathered = [
        Gathered(question, one, terminology.slug)
        for terminology, (question, found) in zip(chosen, by_terminology, strict=True)
        for one in found
    ]
    if not gathered:
        return []
    features = np.array([one.evidence.features for one in gathered])
    slugs = np.array([one.slug for one in gathered])
    sums, findings, coded, _ = ordered_sums(db, gathered, order.sums(features))
    scores, probabilities = order.scores(sums), np.empty(len(sums))
    for slug in np.unique(slugs):
        probabilities[slugs == slug] = order.probabilities(sums[slugs == slug])
    evidence = [kind for _, found in by_terminology for kind in calibrated_as(found)]
    for code, heading in coded:  # what speaks for a heading speaks for the code by default below it
        evidence[code] = evidence[heading]
    for firsts in findings:
        probabilities[firsts] = probabilities[firsts].mean()
        for place in firsts:
            evidence[place] = ONE_OF_SEVERAL
    ordered = np.argsort(-sums, kind="stable")
    best = np.unique(slugs[ordered], return_index=True)[1]  # the first place of each terminology
    places = ordered[np.union1d(np.arange(min(top + BEYOND, len(ordered))), best)]
    usual = features[places].mean(axis=0)
    candidates = []
    for place in places.tolist():
        question, one, slug = gathered[place]
        candidates.append(
            replace(
                _candidate(one.name, slug),
                score=float(scores[place]),
                probability=float(probabilities[place]),
                cosine=clipped(one.cosine),
                via=question.variants[one.variant].via,
                reasons=order.reasons(one.features, usual),
                evidence=evidence[place],
            )
        )
    return candidates


class CandidateOrder(NamedTuple):
    """The sums that candidates are ordered by, float64 [n], the places of those that are first for one of several
    findings, those of each code and of the heading in whose place it is first, and the rule of RULES that moved
    each."""

    sums: np.ndarray
    findings: list[list[int]]
    coded: list[tuple[int, int]]
    rules: list[str]


def ordered_sums(db: Database, gathered: Sequence[Gathered], sums: np.ndarray) -> CandidateOrder:
    """The candidates' `sums`, changed by what names and codes say of which is meant."""
    below, beside = partial(concepts.is_below, db), partial(_is_beside, db)
    codes = Codes(below, beside, partial(is_billable, db), partial(default_below, db))
    adjusted, coded = moved_by_rules(gathered, sums, codes)
    return CandidateOrder(*each_first(gathered, adjusted.sums), coded, adjusted.rules)


def moved_by_rules(
    gathered: Sequence[Gathered], sums: np.ndarray, codes: Codes
) -> tuple[MovedSums, list[tuple[int, int]]]:
    """The `sums` as the rules of RULES exchange them, and the places of a code and of the heading that it is before,
    for each terminology in which such a code is first."""
    adjusted, coded = MovedSums(sums), []
    leaf_of_same_name_first(gathered, adjusted)
    for these in of_each_terminology(gathered, adjusted):
        as_read_first(these)
        no_block_first(these)
        congenital_first(these)
        specific_first(these, codes)
        coded += code_by_default_first(these, codes)
        more_typed_first(these, codes)
    return adjusted, coded


def _is_beside(db: Database, slug: str, code: str, other: str) -> bool:
    """Whether a concept stands below another, or below a parent or grandparent of it that is no block or chapter, and
    not above it."""
    if concepts.is_below(db, slug, other, code):
        return False
    near = [one for one in concepts.above(db, slug, other, LEVELS) if not is_span(one)]
    return any(concepts.is_below(db, slug, code, heading) for heading in (other, *near))


def _candidate(name: NamedRow, slug: str) -> Candidate:
    if name.edit:
        return candidate_of_added(name.edit, {name.concept: name.preferred}, 0.0)
    return Candidate(0, 0.0, name.text, name.concept, name.preferred, name.source, slug, scope=name.scope)
