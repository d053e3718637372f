"""A finding and what more is said of it, as the name that says just that: “Crohn's, obstructed”, “stroke, embolic”."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import NamedTuple

import numpy as np

from engine.ranking.reading.finding_alone import finding_alone, say_little
from engine.ranking.reading.known_names import KnownNames
from engine.ranking.reading.typed_parts import (
    BY_MARKS,
    BY_STOPS,
    BY_WORDS,
    Part,
    absent_in,
    is_denied,
    read_part,
    says,
    there_in,
    without_default,
)
from engine.retrieval.word_index import EMPTY, WordIndex, telling_words
from engine.text import normalise
from engine.text.word_forms import alike

SAYS_ELSE = frozenset(["other", "benign", "malignant", "secondary", "situ", "uncertain"])  # another finding
SAYS_LITTLE = frozenset(["unspecified", "site", "female"])  # a breast is, unless a man's
LEAVES_OPEN = re.compile(r"\bwithout\b|\bunspecified (?:as to|whether|degree|severity|type|stage)\b", re.IGNORECASE)
WITHOUT = re.compile(r"\bwithout\b", re.IGNORECASE)
MOST_PARTS = 5
MOST_BESIDE, MOST_BESIDE_WORDS = 3, 1  # words of a name of which nothing is typed, where marks and where words part
MOST_ABSENT = 4  # words of what a name says that there is not
MOST_NAMES, MOST_READ = 400, 30  # with the words of a finding, more being several findings'; and read of these


class PartsOfName(NamedTuple):
    """Which parts a name says (1), whether the finding stands for just that name, less the words of it of which nothing
    is typed, how much of what the finding says there is not it says too; and its text."""

    says: tuple[int, ...]
    meant: bool
    beside: int
    default: int
    text: str


def narrowed(text: str, known: KnownNames) -> str:
    """The name that says of a finding what a text says in parts, “stroke, L MCA, embolic”; the finding alone where no
    name says any of it, “gallstones, silent”; "" where the text is known as a whole, or is no such.

    The names of the first index that has the finding are looked at. A name may say nothing against a part, and nothing
    beyond a few words of which nothing is typed. Parts between words (“with”, “in”) have to be said all.
    """
    if known.is_form(text) or any(_is_name(way, known) for way in known.ways_of(text)):
        return ""
    by_stops, by_marks, by_words = (
        [one for one in apart.split(text) if one.strip()] for apart in (BY_STOPS, BY_MARKS, BY_WORDS)
    )
    words = normalise(text).split()
    spelt = all(word in known.dictionary.words or known.has_words_of(word) for word in words)
    return (
        _name(by_marks, False, known)
        or (_name(by_words, True, known) if spelt else "")
        or finding_alone(by_stops, known)
    )


def _is_name(way: str, known: KnownNames) -> bool:
    """Whether a way to write a text out has the words of a name, and says nothing that it may deny at once: “prostate
    enlarged (enlarged prostate without symptoms) with symptoms”."""
    return not LEAVES_OPEN.search(way) and known.is_name(way)


def _name(parts: Sequence[str], every: bool, known: KnownNames) -> str:
    """The name that says one part as a finding and the others of it; of the first part also one that says some, unless
    `every` one has to be said, where the rest says little."""
    most_beside = MOST_BESIDE_WORDS if every else MOST_BESIDE
    for place, one in enumerate(parts if 1 < len(parts) <= MOST_PARTS else ()):
        for beginning, *more in [] if is_denied(one) else _beginnings(one, known):
            others = [*more, *parts[:place], *parts[place + 1 :]]
            finding = known.finding(beginning)
            if finding is None:
                continue
            further = [read_part(other, known) for other in others]
            names = [name for way in finding.ways for name in _names(way, further, finding.indexes[0], most_beside)]
            best = _best(names)
            if best:
                left = [other for other, score in zip(others, best.says, strict=True) if not score]
                if not left or not (every or place or more or not say_little(left, finding, known)):
                    return best.text
    return ""


def _best(names: Sequence[PartsOfName]) -> PartsOfName | None:
    """The name that says most; None where there is none, or another one as good: “Crohn's of intestine, abscess”, the
    small and the large one."""
    if not names:
        return None
    scores = [(sum(name.says), *name[1:4], *_plainest(name.text)) for name in names]
    most = max(scores)
    best = {normalise(name.text): name for name, score in zip(names, scores, strict=True) if score == most}
    return next(iter(best.values())) if len(best) == 1 else None


def _plainest(name: str) -> tuple[bool, int]:
    """What makes one of two names that say as much the plainer: what it says there is not, then how short it is."""
    return WITHOUT.search(name) is not None, -len(name)


def _beginnings(part: str, known: KnownNames) -> Iterator[list[str]]:
    """A part as it is, then what the dictionary has of it at its beginning or end, the longest first, and the rest."""
    yield [part]
    words = part.split()
    for length in range(len(words) - 1, 0, -1):
        for finding, rest in ((words[:length], words[length:]), (words[-length:], words[:-length])):
            if known.dictionary.find(finding) is not None:
                yield [" ".join(finding), " ".join(rest)]


def _names(way: str, further: Sequence[Part], index: WordIndex, most_beside: int) -> Iterator[PartsOfName]:
    """The names that say a finding and some of what is said further, and nothing against the rest."""
    if not len(index.with_key(way)):
        return
    base, whole = telling_words(without_default(way)) - EMPTY, telling_words(way)
    rows = index.rows_with_all(base)
    if not 0 < len(rows) <= MOST_NAMES:  # without its default it says nothing: “toxic effect of unspecified venom”
        base = whole - EMPTY
        rows = index.rows_with_all(base)
    if len(rows) > MOST_NAMES:
        return
    default = absent_in(way)
    further_words = {word for part in further for words in part.ways for word in words}
    typed = whole | further_words
    forms = {word: index.forms_of(word) for word in typed}
    rows = rows[index.shared(rows, chain.from_iterable(forms[word] for word in further_words))[0] > 0]
    _, others = index.shared(rows, {*EMPTY, *chain.from_iterable(forms.values())})
    nearest = np.argsort(others, kind="stable")[: min(MOST_READ, int((others <= most_beside + MOST_ABSENT).sum()))]
    for name in (way, *(index.texts(np.sort(rows[nearest])) if len(nearest) else ())):
        there, absent = there_in(name), absent_in(name)
        scores = tuple(says(part, there, absent) for part in further)
        beside = [word for word in there - EMPTY - SAYS_LITTLE if not any(alike(word, one) for one in typed)]
        adds = len(beside) > most_beside or any(map(str.isdigit, beside)) or bool(SAYS_ELSE & (there - whole))
        denies = bool((absent - default) & base)
        if min(scores) >= 0 < sum(scores) and not adds and not denies:
            yield PartsOfName(scores, name == way, -len(beside), len(absent & default), name)
