"""What holds two names apart, however alike they are: their marks (sides, numbers, stages …, in their order), “other”,
and prefixes that are opposites."""

from __future__ import annotations

import re

from engine.text.numbers import unified
from engine.text.qualifiers import SIDES, qualifiers
from engine.text.word_variants import DISEASE, content_words

MARK = re.compile(r"[^\W_]+|[+-](?!\w)")
NUMBER = re.compile(r"\d+[a-z]?|[ivx]+")
UNSPECIFIED = "unspecified"
TELLING = frozenset(["+", "-", "with", "without", "other", "including", "not", UNSPECIFIED])
GENERIC = frozenset([*DISEASE, "form", "type", "condition"])  # words that say only that it is one
OPPOSITES = (
    ("hypo", "hyper"),
    ("endo", "exo"),
    ("infra", "supra"),
    ("micro", "macro"),
    ("pro", "retro"),
    ("intra", "extra"),
    ("pre", "post"),
    ("mono", "poly"),
    ("oligo", "poly"),
)


def marks_of(text: str) -> int:
    """A number that names share when their marks are the same; “left-to-right” and “right-to-left” do not."""
    of_text = qualifiers(text)
    tokens = MARK.findall(unified(text.lower()))
    if tokens and tokens[-1] == UNSPECIFIED:
        tokens.pop()  # it adds nothing there
    ordered = tuple(SIDES.get(one, one) for one in tokens if one in SIDES or one in TELLING or NUMBER.fullmatch(one))
    kinds = (of_text.sides, of_text.numbers, of_text.encounters, of_text.courses, of_text.stages)
    return hash((*kinds, bool(of_text.denied), ordered))


def same_words_key(text: str) -> int:
    """A number that names share when their telling words and their marks are the same, “disease” left out."""
    words = content_words(text)[0]
    return hash((words - GENERIC or words, marks_of(text)))


def are_opposed(first: frozenset[str], second: frozenset[str]) -> bool:
    """Whether a word of one is the opposite of a word of the other by its prefix: hypoplasia, hyperplasia.

    >>> are_opposed(frozenset({"hypoplasia"}), frozenset({"hyperplasia"}))
    True
    """
    return any(_turned(one, other) for one in first - second for other in second - first)


def _turned(one: str, other: str) -> bool:
    pairs = [*OPPOSITES, *((right, left) for left, right in OPPOSITES)]
    return any(
        one.startswith(left) and other.startswith(right) and one[len(left) :] == other[len(right) :]
        for left, right in pairs
    )
