"""How many mentions get the right concept, and what went wrong with the others.

A mention is right when its answer names exactly the concepts that people said: as many parts, all right. An id that
the dictionary does not have is a miss (METHODS 14).
"""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations
from pathlib import Path
from typing import Any

import numpy as np

from engine.evaluation.significance import DRAWS, mean_interval
from engine.mentions import Answer, Part
from engine.search.dictionary import JOIN, Dictionary
from engine.search.exact import EXACT, bag
from engine.text import words
from engine.workspace import written_whole

AT = 5
COMPOSITE, ABBREVIATION, ODDITY = "composite", "abbreviation", "annotation oddity"
SIBLING, UNSEEN = "near sibling", "unseen synonym"


@dataclass(frozen=True)
class Judged:
    """Answers with their gold concepts: right bool [n], right within the first five bool [n]."""

    answers: list[Answer]
    gold: list[tuple[str, ...]]
    right: np.ndarray
    within: np.ndarray
    missing: int  # mentions with an id that the dictionary does not have

    def measured(self, draws: int = DRAWS, seed: int = 0) -> dict[str, Any]:
        """Accuracy and accuracy at 5 in per cent with their intervals, composites apart, and answers per sieve.

        `one_of_its_concepts` counts an answer that has any of the mention's concepts, an easier measure for composites.
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


def judged(answers: Sequence[Answer], dictionary: Dictionary) -> Judged:
    """The answers held against what people said."""
    gold = [dictionary.gold(answer.mention) for answer in answers]
    missing = [bool(dictionary.missing(answer.mention)) for answer in answers]
    right = [not gone and _says(answer, said) for answer, said, gone in zip(answers, gold, missing, strict=True)]
    within = [
        not gone and (fine or _within(answer.parts, said))
        for answer, said, gone, fine in zip(answers, gold, missing, right, strict=True)
    ]
    return Judged(list(answers), gold, np.array(right, bool), np.array(within, bool), sum(missing))


def _says(answer: Answer, gold: Sequence[str]) -> bool:
    return set(answer.concepts) == set(gold) and len(answer.parts) == len(gold)


def _within(parts: Sequence[Part], gold: Sequence[str]) -> bool:
    """Whether the parts can be dealt to the gold concepts so that each stands among its part's first candidates."""
    offered = [[hit.concept for hit in part.candidates[:AT]] for part in parts]
    if len(parts) == 1 and any(set(concept.split(JOIN)) == set(gold) for concept in offered[0]):
        return True
    if len(parts) != len(gold) or len(gold) > AT:
        return False
    return any(all(map(lambda concept, part: concept in part, order, offered)) for order in permutations(gold))


def cause(answer: Answer, gold: Sequence[str], dictionary: Dictionary, said: dict[str, set[str]]) -> str:
    """Why an answer is probably wrong; `said`: bag of words -> the concepts that people gave it anywhere.

    In this order: the id is not in the dictionary, or the very text names the answer and people chose otherwise
    (annotation oddity); several concepts on either side (composite); capitals (abbreviation); the right one among the
    candidates, or a name that shares most of its words with the answer's (near sibling); else an unseen synonym.
    """
    mention = answer.mention
    exact = bool(answer.parts) and all(part.sieve == EXACT for part in answer.parts)
    if any(concept not in dictionary.names for concept in gold):
        return ODDITY
    if len(gold) > 1 or len(answer.parts) > 1:
        return COMPOSITE
    if exact or len(said.get(bag(mention.text), ())) > 1:
        return ODDITY
    if any(sum(letter.isupper() for letter in word) > 1 for word in mention.text.split()):
        return ABBREVIATION
    candidates = answer.parts[0].candidates if answer.parts else ()
    if any(hit.concept in gold for hit in candidates) or (candidates and _alike(candidates[0].name, gold, dictionary)):
        return SIBLING
    return UNSEEN


def _alike(name: str, gold: Sequence[str], dictionary: Dictionary) -> bool:
    here = set(words(name))
    for concept in gold:
        for text in dictionary.names[concept]:
            there = set(words(text))
            if 2 * len(here & there) > len(here | there):
                return True
    return False


ERROR_COLUMNS = ("document", "start", "mention", "searched", "gold", "gold name", "answer", "name", "score", "cause")


def write_errors(path: Path, judged: Judged, dictionary: Dictionary) -> dict[str, int]:
    """Every miss as a line of a TSV file; cause -> how many."""
    said: dict[str, set[str]] = {}
    for answer, gold in zip(judged.answers, judged.gold, strict=True):
        said.setdefault(bag(answer.mention.text), set()).add(JOIN.join(gold))
    causes: Counter[str] = Counter()
    with written_whole(path) as temporary, temporary.open("w", encoding="utf-8", newline="") as file:
        lines = csv.writer(file, delimiter="\t", lineterminator="\n")
        lines.writerow(ERROR_COLUMNS)
        for answer, gold, right in zip(judged.answers, judged.gold, judged.right, strict=True):
            if right:
                continue
            why = cause(answer, gold, dictionary, said)
            causes[why] += 1
            lines.writerow([*_line(answer, gold, dictionary), why])
    return dict(causes.most_common())


def _line(answer: Answer, gold: Sequence[str], dictionary: Dictionary) -> list[str]:
    first = [part.candidates[0] for part in answer.parts if part.candidates]
    return [
        answer.mention.document,
        str(answer.mention.start),
        answer.mention.text,
        JOIN.join(part.text for part in answer.parts),
        JOIN.join(gold),
        JOIN.join(dictionary.names.get(concept, [""])[0] for concept in gold),
        JOIN.join(hit.concept for hit in first),
        JOIN.join(hit.name for hit in first),
        JOIN.join(f"{hit.score:.3f}" for hit in first),
    ]


def _percent(interval: dict[str, Any]) -> dict[str, Any]:
    return {name: None if value is None else round(100 * value, 2) for name, value in interval.items()}
