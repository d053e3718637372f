"""The marks of difference between what was asked and the name of a candidate, and what they say of how likely it is."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import replace

from engine.ranking.marks.default_codes import DefaultCode
from engine.ranking.marks.part_answered import is_long, parts_answered
from engine.ranking.reading.readings import Reading
from engine.retrieval.word_index import telling_words
from engine.text import normalise
from engine.text.differences import CERTAINTY, KINDS, MARKS, NEGATION, SIDE, of_required, told_apart
from engine.text.findings.assertion import denies, undenied
from engine.text.findings.certainty import certainty_of, is_named_so
from engine.text.qualifiers import sides_of
from store.records.terminology import Candidate

NO_DEFAULT = DefaultCode("", "")
LEFT_AND_RIGHT = {"left", "right"}
WITH, WITHOUT = re.compile(r"\bw(?:ith\b|/)(.*)"), re.compile(r"\bwithout\b([^,]*)")
WORD = re.compile(r"[^\W_]{4,}")  # “or” and “of” stand in both
MOST = 0.5  # a share of the words of a finding above which a name is an answer to it
OF_CONTRARY = 0.1  # what is left of a probability where the text says that it is not so, or on the other side


def marks_of_difference(query: str, readings: Sequence[str], name: str) -> tuple[str, ...]:
    """What a name and the reading that is nearest to it differ in, whether one of what was asked and it denies, and
    whether it leaves out a side that another reading has; of a text of several sentences by the part that it answers.
    """
    found = _marks(query, readings, name)
    if found and is_long(query):
        parts = parts_answered([query, *readings], name)
        of_part = min((_marks(some[0], some, name) for some in parts), key=len)
        return tuple(kind for kind in found if kind in of_part)
    return found


def _marks(query: str, readings: Sequence[str], name: str) -> tuple[str, ...]:
    nearest = min((told_apart(reading, name) for reading in reversed(readings)), key=len)  # of as typed “L” is no side
    found = set(nearest)
    if denies(query) and normalise(query) not in readings and NEGATION in of_required(f"no {undenied(query)}", name):
        found.add(NEGATION)
    if not sides_of(readings) <= sides_of([name]):
        found.add(SIDE)
    return tuple(kind for kind in KINDS if kind in found)


def marks_in_list(query: str, read: Sequence[Reading], name: str) -> tuple[str, ...]:
    """The same where the text may join several findings: a name that has most words of one of them is marked as an
    answer to that, which has no part in the side or the number of another."""
    whole = marks_of_difference(query, [one.text for one in read], name)
    if not whole or not any(one.finding for one in read):
        return whole
    words = telling_words(name)
    shares = [(_share(telling_words(one.text), words), -one.finding) for one in read if one.finding]
    share, number = max(shares)
    own = [one.text for one in read if one.finding == -number]
    return min(marks_of_difference(own[0], own, name), whole, key=len) if share > MOST else whole


def _share(typed: Set[str], words: Set[str]) -> float:
    return len(typed & words) / len(typed) if typed else 0.0


def as_shown(
    ranked: Sequence[Candidate],
    query: str,
    read: Sequence[Reading],
    marks: Mapping[str, Mapping[str, tuple[str, ...]]],
    defaults: Mapping[str, Mapping[str, DefaultCode]],
) -> Iterator[Candidate]:
    """The candidates with their ranks and marks; `marks` are those for coders, `defaults` the codes that are taken
    below them, both by terminology and concept. A default that denies what is asked for, or lacks its side, is none;
    one that is ranked too differs in no more than its heading does.

    Where the readings are of what the text denies, a candidate whose name denies nothing is the nearest there is and
    hardly what is meant; nor is one of the other side.
    """
    readings = [one.text for one in read]
    denied = bool(readings) and readings[0] != normalise(query) and denies(query)
    headings = {
        (one.terminology, below.code): one.preferred_name
        for one in reversed(ranked)
        if (below := defaults[one.terminology].get(one.concept_id))
    }
    for place, one in enumerate(ranked, 1):
        differs = () if one.exact else marks_in_list(query, read, one.name)
        if differs and one.preferred_name != one.name:  # “T2DM” is of type 2 though it is found as “NIDDM”
            of_preferred = marks_in_list(query, read, one.preferred_name)
            differs = tuple(kind for kind in differs if kind in of_preferred)
        if differs and (heading := headings.get(one.key)):
            of_heading = marks_in_list(query, read, heading)
            differs = tuple(kind for kind in differs if kind in of_heading)
        sure = one.probability
        if denied and sure is not None and NEGATION in differs:
            sure *= OF_CONTRARY
        if sure is not None and SIDE in differs and _other_side(readings, one.name):
            sure *= OF_CONTRARY
        of_coding = marks[one.terminology].get(one.concept_id, ())
        below = defaults[one.terminology].get(one.concept_id, NO_DEFAULT)
        if below.code and _contradicts(readings or [query], query, below.name, differs):
            below = NO_DEFAULT
        shown = replace(one, rank=place, differs=differs, probability=sure, marks=of_coding)
        yield replace(shown, default_code=below.code, default_name=below.name)


def with_lost_side(ranked: Sequence[Candidate], text: str, part: str) -> tuple[Candidate, ...]:
    """The candidates of the `part` that stands in a text, those marked whose name leaves out a side that the rest of it
    has, a long text where it says what is answered; those of the part itself are marked."""
    there, is_note = sides_of([part]), is_long(text)

    def is_lost(name: str) -> bool:
        sides = [sides_of(some) - there for some in (parts_answered([text], name) if is_note else [(text,)])]
        return all(sides) and not any(one <= sides_of([name]) for one in sides)

    return tuple(
        replace(one, differs=tuple(kind for kind in MARKS if kind in (*one.differs, SIDE)))
        if SIDE not in one.differs and is_lost(one.name)
        else one
        for one in ranked
    )


def with_certainty(
    ranked: Sequence[Candidate], text: str, ways: Callable[[str], Sequence[str]]
) -> tuple[Candidate, ...]:
    """The candidates, those marked which a text only suspects, “?pneumonia”, and that are not named so themselves.

    Of “COPD, ?pneumonia” those are not that are nearer to what it says for sure, in any of the `ways` in which the
    dictionary writes that out.
    """
    certainty = certainty_of(text)
    if not certainty.suspected:
        return tuple(ranked)
    mixed = certainty if certainty.sure else ((), ())
    sure, suspected = ([telling_words(way) for part in some for way in ways(part)] for some in mixed)

    def is_sure(one: Candidate) -> bool:
        words = telling_words(f"{one.name} {one.preferred_name}")
        shares = [max((_share(way, words) for way in some), default=0.0) for some in (sure, suspected)]
        return shares[0] > shares[1] or is_named_so(f"{one.name} {one.preferred_name}")

    return tuple(one if is_sure(one) else replace(one, differs=(*one.differs, CERTAINTY)) for one in ranked)


def _other_side(readings: Sequence[str], name: str) -> bool:
    """Whether the readings say one side alone and the name the other one alone."""
    return {*sides_of(readings), *sides_of([name])} == LEFT_AND_RIGHT and not sides_of(readings) & sides_of([name])


def _contradicts(readings: Sequence[str], query: str, name: str, above: Sequence[str]) -> bool:
    """Whether the name of a default lacks the side that is asked for, denies more than the code `above` it does, or is
    without what is asked for with."""
    differs = marks_of_difference(query, readings, name)
    required = {
        word for one in (query, *readings) for phrase in WITH.findall(one.lower()) for word in WORD.findall(phrase)
    }
    lacking = {word for phrase in WITHOUT.findall(name.lower()) for word in WORD.findall(phrase)}
    return SIDE in differs or (NEGATION in differs and NEGATION not in above) or bool(required & lacking)
