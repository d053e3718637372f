"""The part of a long text that a name answers: what stands in other sentences is no difference from it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from engine.retrieval.word_index import telling_words
from engine.text.findings.no_finding import QUALIFYING, only_qualifies
from engine.text.sentences import sentences

LONG = 20  # words from which on a text of several sentences is about more than a name is
BETWEEN_CLAUSES = re.compile(r"[,;:]\s+|\s+(?=(?:and|but)\s)", re.IGNORECASE)
GOES_ON = re.compile(r"(?:with|without|of|in|on|at|due|type|stage|grade|not)\b", re.IGNORECASE)  # what it follows
Part = tuple[str, frozenset[str]]  # with its telling words


def is_long(text: str) -> bool:
    """Whether a text has several sentences and more words than a name."""
    return len(text.split()) >= LONG and len(sentences(text)) > 1


def parts_answered(texts: Iterable[str], name: str) -> list[tuple[str, ...]]:
    """Those parts of a text that has several sentences which have most of what a name is of, in each of its readings
    that has as much; `texts` are the readings. Every part where none has a word of it.

    >>> note = "Fell on stairs, left knee hurts. Seen for acute otitis media, no fever."
    >>> parts_answered([note], "Otitis media"), parts_answered([note], "Injury of left knee")
    ([('Seen for acute otitis media',)], [('left knee hurts',)])
    """
    words = telling_words(name) - QUALIFYING
    found = [[*_nearest(text, words)] for text in texts]
    most = max((len(words & own) for some in found for _, own in some), default=0)
    nearest = [[part for part, own in some if len(words & own) == most] for some in found]
    return list(zip(*filter(None, nearest), strict=False))


def _nearest(text: str, words: frozenset[str]) -> Iterator[Part]:
    """The clauses of each sentence that have all words of it which are sought, else the sentence."""
    for whole, clauses in _sentences(text):
        here = words & whole[1]
        yield from [one for one in clauses if words & one[1] == here] or [whole]


@lru_cache(maxsize=64)
def _sentences(text: str) -> list[tuple[Part, list[Part]]]:
    """Each sentence of a text with its telling words, and its clauses with theirs."""
    return [
        ((one, telling_words(one)), [(clause, telling_words(clause)) for clause in _clauses(one)])
        for one in sentences(text)
    ]


def _clauses(sentence: str) -> list[str]:
    """The clauses of a sentence; what only says how far or on which side, or how it goes on, stays with the one before.

    >>> _clauses("fracture of femur, left, and COPD, with exacerbation, no fever")
    ['fracture of femur, left', 'and COPD, with exacerbation', 'no fever']
    """
    clauses: list[str] = []
    for part in BETWEEN_CLAUSES.split(sentence):
        if clauses and (only_qualifies(part) or GOES_ON.match(part)):
            clauses[-1] += f", {part}"
        else:
            clauses.append(part)
    return clauses
