"""What a name says beside what it names: side, number, stage, what it denies, what it is with, encounter, course."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Any, NamedTuple

from engine.text import WORD, normalise
from engine.text.numbers import unified
from engine.text.plurals import singular

SIDES = {
    "left": "left", "lt": "left", "right": "right", "rt": "right", "bilateral": "both", "bilaterally": "both",
    "bilat": "both", "both": "both", "unilateral": "one", "unilaterally": "one",
}  # fmt: skip
STAGES = frozenset(
    ["mild", "moderate", "severe", "profound", "early", "late", "advanced", "primary", "secondary", "tertiary"]
)
COURSES = {"acute": "acute", "acutely": "acute", "subacute": "subacute", "chronic": "chronic", "chronically": "chronic"}
ENCOUNTERS = frozenset(["initial", "subsequent", "sequela"])
STAGE_WORDS = frozenset(["stage", "grade", "degree", "phase"])
LETTERED_WORDS = """
type stage grade group class subtype variant form hepatitis vitamin hemophilia haemophilia factor complementation
hemoglobin haemoglobin serogroup influenza syndrome category
"""
LETTERED = frozenset(LETTERED_WORDS.split())  # words that a single letter after them divides, as in “hepatitis C”
DENIED = frozenset(["no", "not", "non", "without", "never", "negative", "free", "absence", "absent", "lacking", "w"])
SKIPPED = frozenset(["of", "for", "the", "a", "an", "any", "from", "mention", "evidence", "signs", "and", "or", "in"])
LONGEST_STEM = 5
JOINED_NON = re.compile(r"\bnon(?=[^\W\d_]{5})(?!displaced)")  # a fracture that is not displaced is still one
TAIL = frozenset(["with", "without"])  # what follows them is of something beside
NOTHING: frozenset[Any] = frozenset()
NUMBER_IN = re.compile(r"\d+[a-z]?(?![a-z])|\d+")


class Qualifiers(NamedTuple):
    """What one name says of each kind; words and numbers in lower case and one form."""

    words: frozenset[str]
    stems: frozenset[str]
    sides: frozenset[str]
    numbers: frozenset[str]
    staged: frozenset[str]  # those of `numbers` that a stage or grade has
    stages: frozenset[str]
    denied: frozenset[tuple[str, str]]  # (how, the stem of what), "" for nothing that follows
    joined: frozenset[str]  # stems of what comes after "with"
    encounters: frozenset[str]
    courses: frozenset[str]
    head: frozenset[str]  # words before the first “with” or “without”

    @property
    def denied_words(self) -> frozenset[str]:
        """The stems of what is denied, however it is."""
        return frozenset(what for _, what in self.denied)


@lru_cache(maxsize=20_000)
def qualifiers(text: str) -> Qualifiers:
    """What a name says of each kind of difference."""
    written = unified(text.replace("w/o", "without").replace("w/", "with "))
    tokens = WORD.findall(JOINED_NON.sub("non ", singular(normalise(written))))
    words = frozenset(tokens)
    numbers, staged = _numbers(tokens)
    return Qualifiers(
        words,
        frozenset([word[:LONGEST_STEM] for word in words]),
        _sides(words),
        numbers,
        staged,
        words & STAGES,
        frozenset(_denied(tokens)) if words & DENIED else NOTHING,
        frozenset(_joined(tokens)) if "with" in words else NOTHING,
        words & ENCOUNTERS,
        courses_of(words),
        frozenset(tokens[: next((place for place, word in enumerate(tokens) if word in TAIL), None)]),
    )


def sides_of(texts: Iterable[str]) -> frozenset[str]:
    """The sides that any of the texts says.

    >>> sorted(sides_of(["left knee pain", "pain in knee, lt", "bilateral pain"]))
    ['both', 'left']
    """
    return frozenset().union(*(qualifiers(text).sides for text in texts))


def _numbers(tokens: list[str]) -> tuple[frozenset[str], frozenset[str]]:
    """All numbers with the letter they carry, and the single letters that name a type; and those of a stage."""
    numbers: set[str] = set()
    staged: set[str] = set()
    last = len(tokens) - 1
    for place, word in enumerate(tokens):
        if len(word) > 1 and word.isalpha():
            continue
        before = tokens[place - 1] if place else ""
        if not word.isalpha():
            found = NUMBER_IN.findall(word)
        elif before in LETTERED or (0 < place == last and word not in "sa"):
            found = [word]
        else:
            continue
        numbers.update(found)
        if before in STAGE_WORDS or (place < last and tokens[place + 1] in STAGE_WORDS):
            staged.update(found)
    return frozenset(numbers), frozenset(staged)


def _denied(tokens: list[str]) -> set[tuple[str, str]]:
    """What the name says is not there, by the stem of its first word: “no fever”, “absence of the kidney”, “non-…”."""
    found: set[tuple[str, str]] = set()
    for place, word in enumerate(tokens):
        how = "without" if word == "without" else "no"
        if word == "without" and tokens[place - 1 : place] == ["or"] and "with" in tokens[:place]:
            continue  # "with or without" denies nothing
        if word == "absence" and tokens[place + 1 : place + 2] != ["of"]:
            continue  # absence epilepsy
        if word in ("free", "w", "negative") and tokens[place + 1 : place + 2] not in (["of"], ["for"]):
            continue
        if word in DENIED:
            found.add((how, _stem_after(tokens, place)))
    return found


def _joined(tokens: list[str]) -> set[str]:
    """Stems of the words that follow “with”, where it is not “with or without”."""
    found: set[str] = set()
    for place, word in enumerate(tokens):
        if word == "with" and tokens[place + 1 : place + 3] != ["or", "without"]:
            found.add(_stem_after(tokens, place))
    return found - {""}


def _stem_after(tokens: list[str], place: int) -> str:
    """The stem of the first word after a place that says something, "" for none."""
    return next((word[:LONGEST_STEM] for word in tokens[place + 1 :] if word not in SKIPPED), "")


def _sides(words: frozenset[str]) -> frozenset[str]:
    """The sides that words say; one that is named is not only “one”."""
    found = frozenset([SIDES[word] for word in words & SIDES.keys()])
    return found - {"one"} if found & {"left", "right"} else found


def courses_of(words: frozenset[str]) -> frozenset[str]:
    """The courses that words say, each in one form."""
    return frozenset([COURSES[word] for word in words & COURSES.keys()])
