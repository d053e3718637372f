"""Answers held against the concepts that people annotated (METHODS 14)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence, Set
from dataclasses import dataclass
from itertools import permutations
from typing import Any

import numpy as np

from engine.metrics.significance import DRAWS, mean_interval
from engine.normalisation.dictionary import JOIN, Dictionary
from engine.normalisation.records import Answer, AnswerPart

AT = 5  # candidates of a part that accuracy@5 looks at


@dataclass(frozen=True)
class JudgedAnswers:
    """Answers with their gold concepts: right bool [n], right within the first five bool [n].

    `published`: right as the published systems count, bool [the mentions whose ids the dictionary has].
    """

    answers: list[Answer]
    gold: list[tuple[str, ...]]
    right: np.ndarray
    within: np.ndarray
    published: np.ndarray
    missing: int  # mentions with an id that the dictionary does not have

    def measured(self, draws: int = DRAWS, seed: int = 0) -> dict[str, Any]:
        """Accuracy and accuracy at 5 in per cent with their intervals, composites apart, and answers per sieve.

        `published` counts as the published systems do; `one_of_its_concepts` an answer that has any of the mention's
        concepts, easier still for composites.
        """
        composite = np.array([len(gold) > 1 for gold in self.gold], bool)
        shared = [bool(set(answer.concepts) & set(gold)) for answer, gold in zip(self.answers, self.gold, strict=True)]
        sieves: dict[str, Counter[str]] = {}
        for answer, right in zip(self.answers, self.right, strict=True):
            sieve = answer.parts[0].sieve if answer.parts else ""
            sieves.setdefault(sieve, Counter()).update({"mentions": 1, "right": int(right)})
        return {
            "mentions": len(self.answers),
            "accuracy": _percent(mean_interval(self.right, draws, seed)),
            "accuracy_at_5": _percent(mean_interval(self.within, draws, seed)),
            "published": _percent(mean_interval(self.published, draws, seed)),
            "composites": {"mentions": int(composite.sum()), "right": int(self.right[composite].sum())},
            "one_of_its_concepts": round(100 * float(np.mean(shared)), 2) if shared else None,
            "sieves": {name: dict(counts) for name, counts in sorted(sieves.items())},
            "tied": sum(any(part.tied for part in answer.parts) for answer in self.answers),
            "unanswered": sum(not answer.concepts for answer in self.answers),
            "gold_not_in_dictionary": self.missing,
            "of_them_answered_from_data": self.from_data,
        }

    @property
    def from_data(self) -> int:
        """Misses for want of an id in the dictionary whose answer is that id, learnt from the data."""
        return sum(
            not right and _says(answer, gold)
            for answer, gold, right in zip(self.answers, self.gold, self.right, strict=True)
        )


def judged(
    answers: Sequence[Answer], dictionary: Dictionary, cut_as_annotated: Sequence[Answer] | None = None
) -> JudgedAnswers:
    """The answers held against their mentions' annotations.

    An answer is right when it names exactly the annotated concepts, in as many parts; a mention with an id that the
    dictionary lacks is a miss. The published systems (BioSyn, Sung et al. 2020) count otherwise: a mention is cut into
    parts where people gave it several ids and only there, `cut_as_annotated` (`as_annotated`; else the answers
    themselves), each part must be answered with any of the mention's ids, and a mention with an id that the dictionary
    lacks is left out.
    """
    gold = [dictionary.gold(answer.mention) for answer in answers]
    missing = [bool(dictionary.missing(answer.mention)) for answer in answers]
    right = [
        not gone and _says(answer, concepts) for answer, concepts, gone in zip(answers, gold, missing, strict=True)
    ]
    within = [
        not gone and (fine or _within(answer.parts, concepts))
        for answer, concepts, gone, fine in zip(answers, gold, missing, right, strict=True)
    ]
    published = [
        _has_any(answer, dictionary.accepted(answer.mention))
        for answer, gone in zip(cut_as_annotated or answers, missing, strict=True)
        if not gone
    ]
    return JudgedAnswers(
        list(answers), gold, np.array(right, bool), np.array(within, bool), np.array(published, bool), sum(missing)
    )


def _says(answer: Answer, gold: Sequence[str]) -> bool:
    return set(answer.concepts) == set(gold) and len(answer.parts) == len(gold)


def _has_any(answer: Answer, accepted: Set[str]) -> bool:
    """Whether each text that was searched for is answered with one of the accepted concepts."""
    answered: dict[str, set[str]] = {}
    for part in answer.parts:
        answered.setdefault(part.text, set()).update(hit.concept for hit in part.candidates[:1])
    return bool(answered) and all(not concepts.isdisjoint(accepted) for concepts in answered.values())


def _within(parts: Sequence[AnswerPart], gold: Sequence[str]) -> bool:
    """Whether the parts can be dealt to the gold concepts so that each stands among its part's first candidates."""
    offered = [[hit.concept for hit in part.candidates[:AT]] for part in parts]
    if len(parts) == 1 and any(set(concept.split(JOIN)) == set(gold) for concept in offered[0]):
        return True
    if len(parts) != len(gold) or len(gold) > AT:
        return False
    return any(all(map(lambda concept, part: concept in part, order, offered)) for order in permutations(gold))


def _percent(interval: dict[str, Any]) -> dict[str, Any]:
    return {name: None if value is None else round(100 * value, 2) for name, value in interval.items()}
