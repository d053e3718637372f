"""The parts in which a text says more of a finding, each affirmed or denied, and whether a name says them."""

from __future__ import annotations

import re
from typing import NamedTuple

from engine.ranking.reading.known_names import KnownNames
from engine.retrieval.word_index import EMPTY, telling_words
from engine.text.word_forms import alike

STOP = r"\s*[,;()?]+\s*|\s+[-–]\s+"
MARK = rf"{STOP}|\s+\+\s+"
BY_STOPS, BY_MARKS = re.compile(STOP), re.compile(MARK)
BY_WORDS = re.compile(rf"{MARK}|\s+(?:with|in|but)\s+", re.IGNORECASE)
DENIED = re.compile(r"(?:no|not|without|w/o|never|non)\b[- ]*(?:any |yet )?(?P<what>\w.*)", re.IGNORECASE)
PLAIN = re.compile(r"uncomplicated|(?:no|without|w/o) comp\w*", re.IGNORECASE)
NON = re.compile(r"\bnon-?(?=\w)", re.IGNORECASE)
ABSENT = re.compile(
    rf"\b(?:without|not) (?:(?!\bwith\b|(?<!loss) of )[^,])*|{NON.pattern}\w+|\buncomplicated\b", re.IGNORECASE
)
DEFAULT = re.compile(rf"{ABSENT.pattern}|\bunspecified\b(?:(?! of )[^,])*|\b(?:other|mild)\b", re.IGNORECASE)
COMPLICATION, UNCOMPLICATED = "complication", "uncomplicated"


class Part(NamedTuple):
    """What a part says: its words in each way to write it, and whether they are denied."""

    ways: tuple[frozenset[str], ...]
    denied: bool


def read_part(text: str, known: KnownNames) -> Part:
    """A part as it is typed, “no pneumonia”, read with what is known."""
    if PLAIN.fullmatch(text):
        return Part((frozenset([COMPLICATION]),), True)
    denied = DENIED.fullmatch(text)
    ways = known.ways_of(denied["what"] if denied else text)
    return Part(tuple(telling_words(way) - EMPTY for way in ways), denied is not None)


def is_denied(text: str) -> bool:
    """Whether a part says that there is something not."""
    return bool(DENIED.fullmatch(text) or PLAIN.fullmatch(text))


def without_default(name: str) -> str:
    """A name without what it says there is not, or is not specified: what gives way to what is typed.

    >>> without_default("Crohn's disease of small intestine without complications").strip()
    "Crohn's disease of small intestine"
    """
    return DEFAULT.sub(" ", name)


def there_in(name: str) -> frozenset[str]:
    """The telling words of what a name says that there is."""
    return telling_words(ABSENT.sub(" ", name))


def absent_in(name: str) -> frozenset[str]:
    """Those of what it says that there is not."""
    found = telling_words(NON.sub("", " ".join(one[0] for one in ABSENT.finditer(name)).lower()))
    return found | {COMPLICATION} if UNCOMPLICATED in found else found


def says(part: Part, there: frozenset[str], absent: frozenset[str]) -> int:
    """1 where a name with these words says a part, -1 where it says the opposite, else 0."""
    same, opposite = (absent, there) if part.denied else (there, absent)
    if any(_has_all(same, way) for way in part.ways):
        return 1
    return -1 if any(_has_all(opposite, way) for way in part.ways) else 0


def _has_all(words: frozenset[str], way: frozenset[str]) -> bool:
    return bool(way) and all(any(alike(word, one) for one in words) for word in way)
