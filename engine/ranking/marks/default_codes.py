"""The code that is taken by default below a heading: the one “unspecified” code, all the way down; none where several
would do, or none."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from engine.text import WORD
from engine.text.plurals import singular
from store import concepts
from store.records.terminology import BILLABLE_NOTE
from store.sqlite import Database

ABSENT = re.compile(r"\b(?:without\b(?:(?! in )[^,])*|not \w+|uncomplicated\b)")  # what a default has not
OR_UNSPECIFIED = re.compile(r"\bstages? [^,]*,? or (?=unspecified)")  # “with stage 1 to stage 4, or unspecified, …”
UNSPECIFIED = re.compile(r"\b(?:other and unspecified|unspecified|NOS)\b", re.IGNORECASE)
SEVERAL, NUMBER = re.compile(r"\b(?:and|or)\b"), re.compile(r"\d+")
LITTLE_WORDS = frozenset(["of", "the", "a", "an", "and", "or", "with", "in", "elsewhere", "classified", "site", "part"])


class DefaultCode(NamedTuple):
    """A code with its preferred name."""

    code: str
    name: str


class Child(NamedTuple):
    """A concept directly below another: its code, preferred name, whether it may be sent in, and its names."""

    code: str
    preferred: str
    billable: bool
    names: tuple[str, ...]


def default_codes(db: Database, slug: str, codes: Sequence[str]) -> dict[str, DefaultCode]:
    """Heading -> the code below it that is taken where nothing more is known, of those that have exactly one.

    A heading whose only way down comes back to where it has been has none.
    """
    found: dict[str, DefaultCode] = {}
    at = {code: code for code in codes}  # heading -> how far down it has come
    visited = {code: {code} for code in codes}
    while at:
        below = _children(db, slug, sorted(set(at.values())))
        further = {}
        for heading, here in at.items():
            preferred, children = below.get(here, ("", ()))
            one = _default(preferred, children)
            if one and one.billable:
                found[heading] = DefaultCode(one.code, one.preferred)
            elif one and one.code not in visited[heading]:
                visited[heading].add(one.code)
                further[heading] = one.code
        at = further
    return found


def default_below(db: Database, slug: str, code: str) -> str:
    """The code by default below one heading, "" where there is none."""
    return next((one.code for one in default_codes(db, slug, [code]).values()), "")


def _default(heading: str, children: Sequence[Child]) -> Child | None:
    """The child that says no more than its heading, or that it is not specified; of several the one that says so."""
    if len(children) == 1:
        return children[0]
    shared = frozenset.intersection(*(_words(one.preferred) for one in children)) if children else frozenset()
    known = _words(heading) | shared
    plain = [one for one in children if any(_says_no_more(name, heading, known) for name in one.names)]
    if len(plain) > 1:
        often = len(UNSPECIFIED.findall(heading))
        plain = [one for one in plain if len(UNSPECIFIED.findall(one.preferred)) > often]
    return plain[0] if len(plain) == 1 else None


def _says_no_more(name: str, heading: str, known: frozenset[str]) -> bool:
    """Whether a name has no words beyond those known and, of a heading for several things, all words of that."""
    present = _without_absent(name)
    if len(NUMBER.findall(present)) > len(NUMBER.findall(heading)):
        return False
    whole = _words(heading) if SEVERAL.search(_without_absent(heading)) else frozenset()
    return whole <= _words(name) <= known


@lru_cache(maxsize=20_000)
def _words(name: str) -> frozenset[str]:
    """The words of a name that say something, in singular, without what it says that there is not."""
    return frozenset(singular(word) for word in WORD.findall(_without_absent(name))) - LITTLE_WORDS


def _without_absent(name: str) -> str:
    return UNSPECIFIED.sub(" ", OR_UNSPECIFIED.sub("", ABSENT.sub(" ", name.lower())))


def _children(db: Database, slug: str, codes: Sequence[str]) -> dict[str, tuple[str, list[Child]]]:
    """Heading -> its preferred name and its children; a name beside the preferred one only where it ends in NOS."""
    found: dict[str, tuple[str, list[Child]]] = {}
    for code, preferred, child, name, notes, others in concepts.children_of(db, slug, codes):
        nos = tuple(one for one in others if one.endswith(" NOS"))
        billable = bool(notes) and BILLABLE_NOTE in json.loads(notes)
        found.setdefault(code, (preferred, []))[1].append(Child(child, name, billable, (name, *nos)))
    return found
