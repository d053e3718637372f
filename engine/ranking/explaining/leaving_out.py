"""What would become of a candidate without a word of the query, a reading of it, or what other terminologies lend."""

from __future__ import annotations

from engine.ranking.explaining.gathering import CandidateSearch
from engine.ranking.explaining.parts import points_of
from engine.ranking.explaining.records import BRIDGE, SHORT_FORM, SPELLING, WORD, LeftOut
from engine.ranking.ordering.evidence import ConceptEvidence
from engine.ranking.ordering.odds import probability_of
from engine.ranking.question import OWN, Question
from engine.ranking.reading.readings import CORRECTED, EXPANDED
from engine.text import words
from engine.text.word_variants import content_words

READINGS = (  # what is left out, the reading that tells it, and the lead that gives it and what follows from it
    (SPELLING, CORRECTED, "spelling"),
    (SHORT_FORM, EXPANDED, "dictionary"),
)
LENDING = ("bridges", "includes")
MOST_WORDS = 8  # of a query that are left out one by one


def left_out(search: CandidateSearch, question: Question, one: ConceptEvidence) -> tuple[LeftOut, ...]:
    """The place and score of a candidate's concept once each of these is left out, words first, as they stand."""
    typed = question.text.split()
    found = []
    for place, word in enumerate(typed if 1 < len(typed) <= MOST_WORDS else ()):
        rest = " ".join([*typed[:place], *typed[place + 1 :]])
        if content_words(word)[0] and words(rest):
            found.append(_after(search, WORD, word, search.candidates(rest), one))
    own = [variant for variant in question.variants if variant.block == OWN]
    for kind, reading, lead in READINGS:
        texts = [variant.text for variant in own if variant.kind == reading]
        if texts:
            found.append(_after(search, kind, texts[0], search.without([lead]).candidates(question.text), one))
    if via := question.variants[one.variant].via:
        found.append(_after(search, BRIDGE, via, search.without(LENDING).candidates(question.text), one))
    return tuple(found)


def _after(
    search: CandidateSearch,
    kind: str,
    text: str,
    answer: tuple[Question, list[ConceptEvidence]],
    one: ConceptEvidence,
) -> LeftOut:
    """What becomes of the concept of `one` among the candidates of another question."""
    question, found = answer
    here = [other for other in found if other.name.concept == one.name.concept]
    if not here:
        return LeftOut(kind, text, None, None)
    order = search.ranker.order_in(search.db)
    best = max(here, key=lambda other: points_of(order, other.features))
    score = float(probability_of(points_of(order, best.features)))
    return LeftOut(kind, text, search.rank_of(question, found, best), score)
