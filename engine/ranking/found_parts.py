"""What is found for a part of a text, and whether others are the same, say it too, or have left it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from engine.retrieval.word_index import EMPTY, GENERIC, telling_words
from engine.text.dictionary.form_words import SIDE_WORDS
from engine.text.icd_codes import CODE, category, is_disease, is_external_cause, is_symptom
from engine.text.word_forms import alike
from store.records.terminology import Candidate

STROKES, SEQUELA = ("I60", "I61", "I62", "I63", "Z86.73"), "I69"  # of a stroke, and of what it has left
BY_DEFAULT = frozenset(["essential", "primary"])  # what a disease is called where nothing more is said
LEAST_WITH_SIDE = 6  # characters of a code that tells the side: “H66.91”


class FoundPart(NamedTuple):
    """A part of a text, what stands for it, and the part in each way to write it."""

    text: str
    first: Candidate
    ways: tuple[str, ...] = ()


def category_of(one: Candidate) -> str:
    """The category of the code of a concept."""
    return category(one.concept_id)


def is_same(one: Candidate, other: Candidate) -> bool:
    """Whether two concepts are one, or one stands above the other by its code."""
    ids = sorted((one.concept_id, other.concept_id), key=len)
    return ids[0] == ids[1] or (CODE.fullmatch(ids[0]) is not None and ids[1].startswith(ids[0]))


def differs_in_side(one: Candidate, other: Candidate) -> bool:
    """Whether the codes of two concepts differ in the last of their characters alone, by which sides are told."""
    ids = one.concept_id, other.concept_id
    return len(ids[0]) == len(ids[1]) >= LEAST_WITH_SIDE and ids[0][:-1] == ids[1][:-1]


def is_said(part: FoundPart, own: Sequence[FoundPart]) -> bool:
    """Whether one of some concepts is that of a part, or says all of it in one of the ways to write it."""
    for one in own:
        if is_same(part.first, one.first):
            return True
        named_words = telling_words(one.first.name) | telling_words(one.first.preferred_name)
        for way in part.ways:
            words = {SIDE_WORDS.get(word, word) for word in telling_words(way) - EMPTY - GENERIC - BY_DEFAULT}
            if words and all(any(alike(word, other) for other in named_words) for word in words):
                return True
    return False


def is_left_by(part: FoundPart, own: Sequence[FoundPart]) -> bool:
    """Whether a part says what one of some concepts has left: no stroke of former days stands beside its sequela."""
    return part.first.concept_id.startswith(STROKES) and any(one.first.concept_id.startswith(SEQUELA) for one in own)


def is_touched(part: FoundPart, own: Sequence[FoundPart]) -> bool:
    """Whether a part is a disease, and the names of some concepts that join parts have a word of it in any way to write
    it."""
    named_words = set[str]().union(*(telling_words(f"{one.first.name} {one.first.preferred_name}") for one in own))
    words = set[str]().union(*map(telling_words, part.ways)) - EMPTY - GENERIC - BY_DEFAULT
    return is_disease(part.first.concept_id) and any(alike(word, other) for word in words for other in named_words)


def without_same_category(parts: Sequence[FoundPart], own: Sequence[FoundPart]) -> list[FoundPart]:
    """The parts without the first one of a category that one of the whole's has, which says more of it."""
    left = list(parts)
    for one in own:
        same = next((part for part in left if category_of(part.first) == category_of(one.first)), None)
        if same:
            left.remove(same)
    return left


def each_once(found: Iterable[FoundPart]) -> list[FoundPart]:
    """What is found, each once: of two of which one stands above the other the one below, in the first place."""
    different: list[FoundPart] = []
    for one in found:
        place = next((at for at, other in enumerate(different) if is_same(one.first, other.first)), None)
        if place is None:
            different.append(one)
        elif len(one.first.concept_id) > len(different[place].first.concept_id):
            different[place] = one
    return different


def symptoms_last(found: Sequence[FoundPart]) -> list[FoundPart]:
    """Symptoms, and what an injury came from, behind the diseases beside them; else in their order."""
    ids = [one.first.concept_id for one in found]
    if not any(map(is_disease, ids)):
        return list(found)
    return sorted(found, key=lambda one: is_symptom(one.first.concept_id) or is_external_cause(one.first.concept_id))


def further_words(first: Candidate, part: FoundPart) -> frozenset[str]:
    """The words of a name that neither a part nor the name found for it has."""
    return telling_words(first.name) - telling_words(part.first.name) - telling_words(part.text)
