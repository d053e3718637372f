"""How many mentions get the right concept, and what went wrong with the others.

A mention is right when its answer names exactly the concepts that people said: as many parts, all right. An id that
the dictionary does not have is a miss (METHODS 14).
"""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from engine.normalisation.dictionary import JOIN, Dictionary
from engine.normalisation.exact_match import EXACT, bag
from engine.normalisation.judged import JudgedAnswers
from engine.normalisation.records import Answer
from engine.text import words
from engine.workspace import written_whole

COMPOSITE, ABBREVIATION, ODDITY = "composite", "abbreviation", "annotation oddity"
SIBLING, UNSEEN = "near sibling", "unseen synonym"


def cause(answer: Answer, gold: Sequence[str], dictionary: Dictionary, annotated: dict[str, set[str]]) -> str:
    """Why an answer is probably wrong; `annotated`: bag of words -> the concepts that people gave it.

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
    if exact or len(annotated.get(bag(mention.text), ())) > 1:
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


def write_errors(path: Path, judged: JudgedAnswers, dictionary: Dictionary) -> dict[str, int]:
    """Every miss as a line of a TSV file; cause -> how many."""
    annotated: dict[str, set[str]] = {}
    for answer, gold in zip(judged.answers, judged.gold, strict=True):
        annotated.setdefault(bag(answer.mention.text), set()).add(JOIN.join(gold))
    causes: Counter[str] = Counter()
    with written_whole(path) as temporary, temporary.open("w", encoding="utf-8", newline="") as file:
        lines = csv.writer(file, delimiter="\t", lineterminator="\n")
        lines.writerow(ERROR_COLUMNS)
        for answer, gold, right in zip(judged.answers, judged.gold, judged.right, strict=True):
            if right:
                continue
            why = cause(answer, gold, dictionary, annotated)
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
