"""Probable duplicates: two concepts whose names say the same, though the terminology holds them apart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from math import exp, log

import numpy as np

from engine.placement.audit.apart import are_opposed, marks_of
from engine.placement.audit.records import AuditedTerminology, Finding
from engine.text.differences import differences
from engine.text.word_variants import content_words

DUPLICATE = "duplicate concepts"
LEAST_COSINE = 0.6  # of their two nearest names
MOST_PAIRS = 40_000  # looked at closely
LEAST_SCORE = 0.02
ALIKE, SAME_TEXT = 0.7, 5.0  # mean cosine below which a shared text is a name of two concepts; what that takes
CONSTANT = -30.52
WEIGHTS = {  # of a logistic regression, learnt from 100 concepts of HPO split in two
    "highest cosine": 20.734,
    "mean of each name's highest cosine": 3.646,
    "lowest of these": 4.07,
    "names of the same words": 4.245,
    "nearest names differ in side, number, stage …": -1.854,
    "preferred names do": 0.65,
    "words that the nearest names share": -0.716,
    "one word stands for another": 0.595,
    "one name has words more": 1.099,
    "words that only one has": -0.352,
    "one preferred name has words more": -0.97,
    "how often its contrast divides two concepts, ln": -0.307,
}


def duplicates(audited: AuditedTerminology) -> Iterator[Finding]:
    """A finding for each pair of concepts that may be one, `concept` the later of the two."""
    found = [scored_pair(audited, one, other) for one, other in candidate_pairs(audited)]
    often = Counter(one.contrast for one in found if one.contrast)
    for pair in found:
        here, there = audited.codes[pair.nearest[0]], audited.codes[pair.nearest[1]]
        if audited.is_above(here, there) or audited.is_above(there, here):
            continue
        if _are_apart(audited.texts[pair.nearest[0]], audited.texts[pair.nearest[1]]):
            continue
        divides = often[pair.contrast] if pair.contrast else 1
        rest = WEIGHTS["how often its contrast divides two concepts, ln"] * log(divides)
        score = 1 / (1 + exp(-min(max(pair.total + rest, -50.0), 50.0)))
        if score < LEAST_SCORE:
            continue
        names = f"“{audited.texts[pair.nearest[0]]}” and “{audited.texts[pair.nearest[1]]}”"
        beside = "; both stand under one parent" if audited.are_related(here, there) else ""
        reason = f"{audited.titles[there]} ({there}) has nearly the same names: {names}{beside}."
        yield Finding(DUPLICATE, here, audited.titles[here], there, score, reason)


def candidate_pairs(audited: AuditedTerminology) -> Iterator[tuple[int, int]]:
    """(later, earlier) of concepts with a name of the same words, then of those with the nearest names and means of
    names, at most MOST_PAIRS."""
    cosines, places = audited.nearest
    owners, size = audited.owners, len(audited.concept_codes)
    marks = np.fromiter(map(marks_of, audited.texts), np.int64, len(audited.texts))
    one, other = np.repeat(owners, places.shape[1]), owners[places.ravel().clip(0)]
    chosen = (places.ravel() >= 0) & (one != other) & (cosines.ravel() >= LEAST_COSINE)
    chosen &= np.repeat(marks, places.shape[1]) == marks[places.ravel().clip(0)]
    like = cosines.ravel()
    keys = np.maximum(one, other)[chosen] * size + np.minimum(one, other)[chosen]
    like = like[chosen]
    order = np.argsort(-like, kind="stable")
    keys, first = np.unique(keys[order], return_index=True)
    means = np.zeros((size, audited.rows.shape[1]), np.float32)
    np.add.at(means, owners, audited.rows)
    means /= np.maximum(np.linalg.norm(means, axis=1, keepdims=True), 1e-9)
    near = like[order][first] + np.einsum("ij,ij->i", means[keys // size], means[keys % size])
    ordered = [*_with_same_words(audited), *keys[np.argsort(-near, kind="stable")[:MOST_PAIRS]].tolist()]
    for key in list(dict.fromkeys(ordered))[:MOST_PAIRS]:
        yield key // size, key % size


def _with_same_words(audited: AuditedTerminology) -> list[int]:
    """The pairs of concepts that have names of the same words, as later · concepts + earlier."""
    size = len(audited.concept_codes)
    first: dict[int, int] = {}
    found = []
    for key, owner in zip(audited.same_words, audited.owners.tolist(), strict=True):
        before = first.setdefault(key, owner)
        if before != owner:
            found.append(max(before, owner) * size + min(before, owner))
    return found


Contrast = tuple[frozenset[str], frozenset[str]]


@dataclass(frozen=True)
class LikePair:
    """Two concepts compared: what WEIGHTS make of them but for the contrast, their two nearest names, and the words
    that only one of these has, the same whichever concept comes first; None where they have the same words."""

    total: float
    nearest: tuple[int, int]
    contrast: Contrast | None


def scored_pair(audited: AuditedTerminology, one: int, other: int) -> LikePair:
    """Two concepts by the cosines of their names, by words and by what divides concepts: side, number, stage …

    Of concepts that share a very text only those whose other names are alike too count: the text alone is a name of
    two concepts, another finding.
    """
    left, right = audited.names_of[one], audited.names_of[other]
    like = audited.rows[left] @ audited.rows[right].T
    place = np.unravel_index(int(like.argmax()), like.shape)
    nearest = left[int(place[0])], right[int(place[1])]
    sides = np.concatenate([like.max(axis=1), like.max(axis=0)])
    texts = audited.texts[nearest[0]], audited.texts[nearest[1]]
    titles = audited.titles[audited.codes[left[0]]], audited.titles[audited.codes[right[0]]]
    first, second = content_words(texts[0])[0], content_words(texts[1])[0]
    preferred = content_words(titles[0])[0], content_words(titles[1])[0]
    features = (
        float(like.max()),
        float(sides.mean()),
        float(sides.min()),
        bool({audited.same_words[name] for name in left} & {audited.same_words[name] for name in right}),
        bool(differences(*texts)),
        bool(differences(*titles)),
        len(first & second),
        len(first - second) == 1 and len(second - first) == 1,
        first < second or second < first,
        len(first ^ second),
        preferred[0] < preferred[1] or preferred[1] < preferred[0],
    )
    total = CONSTANT + sum(weight * value for weight, value in zip(WEIGHTS.values(), features, strict=False))
    if audited.norms[nearest[0]] == audited.norms[nearest[1]] and sides.mean() < ALIKE:
        total -= SAME_TEXT
    return LikePair(total, nearest, None if first == second else _contrast(first - second, second - first))


def _are_apart(one: str, other: str) -> bool:
    return marks_of(one) != marks_of(other) or are_opposed(content_words(one)[0], content_words(other)[0])


def _contrast(one: frozenset[str], other: frozenset[str]) -> Contrast:
    return (one, other) if sorted(one) <= sorted(other) else (other, one)
