"""What speaks for a candidate concept of a question: a row of features, and the kind that its probability hangs on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from engine.ranking.ordering.calibration import (
    ALIKE,
    ALIKE_READ,
    ANOTHER_LENT,
    FEW_WORDS,
    FINDING_ELSEWHERE,
    NAME_ELSEWHERE,
    OF_SAME_WORDS,
    READ_OTHERWISE,
    SAME_TEXT,
    kind_of,
)
from engine.ranking.ordering.likely import SAME_TEXT_AT, SAME_WORDS_AT, LikelyCandidate, NamedRow
from engine.ranking.ordering.properties import CandidateDescription, properties
from engine.ranking.question import BRIDGE, Question
from engine.ranking.shelves.shelf import SIMILARITIES
from engine.text.dictionary.clinical_dictionary import DISEASES, HPO
from engine.text.qualifiers import qualifiers, sides_of

TIED = {DISEASES, HPO}  # wordings of those whose names people tie to classifications: what the lines were fitted on
SIDE, TRIMESTER, NUMBER = "side", "trimester", "number"
OF_TEXT, OF_NAME = SIMILARITIES.index("words of the query"), SIMILARITIES.index("words of the name")  # of its own
FEW_OF_TEXT, FEW_OF_NAME = 1 / 3, 1 / 2  # shares below which few words are shared
UNSHOWN = True, False  # of a concept of which nothing else is known: a leaf, not on top


@dataclass(frozen=True)
class ConceptEvidence:
    """A candidate with all that speaks for it.

    `name` is its likest name, `variant` the place of the variant of the question that is likest to that, `cosine` the
    highest to one of the question's own readings. `features` are float64 [FEATURES], `kind` is one of OF_OWN.
    `in_other_words`: what speaks for it is a reading in words that are all other than those typed. `lacking`: what is
    typed and it leaves out, of SIDE and TRIMESTER, and NUMBER where it has another one. `named_in`: the wordings of the
    other terminologies that have the text as a name.
    """

    name: NamedRow
    variant: int
    cosine: float
    features: np.ndarray
    kind: str
    in_other_words: bool = False
    lacking: frozenset[str] = frozenset()
    named_in: frozenset[str] = frozenset()

    @property
    def is_lent(self) -> bool:
        """Whether it has a name with the words of one that another terminology lends the text."""
        return bool(self.features[SAME_WORDS_AT[BRIDGE]] >= 1)

    @property
    def shares_few_words(self) -> bool:
        """Whether no reading of the text has many of its words in a name, nor many words of a name."""
        return bool(self.features[OF_TEXT] < FEW_OF_TEXT and self.features[OF_NAME] < FEW_OF_NAME)


class Gathered(NamedTuple):
    """A candidate among those of all terminologies: the question it answers, what speaks for it, and whose it is."""

    question: Question
    evidence: ConceptEvidence
    slug: str


def calibrated_as(found: Sequence[ConceptEvidence]) -> list[str]:
    """For each candidate of a question the kind of KINDS whose line its probability goes through."""
    some_lent = any(one.is_lent for one in found)
    kinds = []
    for one in found:
        kind = one.kind
        if HPO in one.named_in and kind in OF_SAME_WORDS:
            kind = FINDING_ELSEWHERE
        elif one.named_in & TIED and kind != SAME_TEXT:
            kind += NAME_ELSEWHERE
            if some_lent and not one.is_lent and one.kind in OF_SAME_WORDS:
                kind += ANOTHER_LENT
        elif kind in (ALIKE, ALIKE_READ) and one.shares_few_words:
            kind = FEW_WORDS
        kinds.append(kind)
    return kinds


def with_features(
    question: Question, likely: Sequence[LikelyCandidate], shown: Mapping[str, tuple[bool, bool]]
) -> list[ConceptEvidence]:
    """Candidates with all their features; `shown` says of a concept whether it is a leaf and whether it is on top."""
    if not likely:
        return []
    readings = [question.variants[one.variant].text for one in likely]
    described = [
        CandidateDescription(
            one.name.concept, one.name.preferred, one.name.text, reading, *shown.get(one.name.concept, UNSHOWN)
        )
        for one, reading in zip(likely, readings, strict=True)
    ]
    features = np.hstack([np.array([one.likeness for one in likely]), properties(question.typed, described)])
    return [_evidence(question, one, row) for one, row in zip(likely, features, strict=True)]


def _evidence(question: Question, one: LikelyCandidate, features: np.ndarray) -> ConceptEvidence:
    same_words = {block: float(one.likeness[place]) for block, place in SAME_WORDS_AT.items()}
    kind = SAME_TEXT if one.likeness[SAME_TEXT_AT] else kind_of(same_words, question.variants[one.variant])
    return ConceptEvidence(
        one.name,
        one.variant,
        one.cosine,
        features,
        kind,
        in_other_words=kind in READ_OTHERWISE and question.in_other_words,
        lacking=_lacking(question, one.name),
        named_in=question.named_in,
    )


def _lacking(question: Question, name: NamedRow) -> frozenset[str]:
    """Those of SIDE and TRIMESTER that a question has and a name leaves out, and NUMBER where the name has others."""
    names = (name.text, name.preferred)
    no_side = bool(question.sides) and not question.sides <= sides_of(names)
    no_trimester = bool(question.trimester) and not any(question.trimester in one.lower() for one in names)
    numbers = qualifiers(name.preferred).numbers
    other_number = bool(question.numbers and numbers) and numbers.isdisjoint(question.numbers)
    marks = ((SIDE, no_side), (TRIMESTER, no_trimester), (NUMBER, other_number))
    return frozenset(mark for mark, lacks in marks if lacks)
