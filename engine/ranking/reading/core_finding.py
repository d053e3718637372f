"""The finding that a text says something around, where no name says that of it: “found to have gout, stable”."""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.ranking.reading.known_names import FindingAmongNames, KnownNames
from engine.retrieval.word_index import EMPTY, WordIndex, telling_words
from engine.text.dictionary.unspecified_side import of_side
from engine.text.findings.circumstances import only_circumstances, says_a_part, without_circumstances
from engine.text.findings.no_finding import only_says_who
from engine.text.findings.other_wordings import other_wording
from engine.text.findings.substances import disorder_of_substance
from engine.text.qualifiers import COURSES
from engine.text.sides import LEFT_RIGHT

PHRASE = re.compile(r"[^\s,;+&/]+(?: [^\s,;+&/]+){,3}")  # no several findings
GROWTH = re.compile(r"(?:oma|oma in situ|cancer|neoplasm|tumou?r|ca)s?$", re.IGNORECASE)
WORDS = re.compile(r"[^\W\d_]{5,}(?: |$)")  # longer than most short forms
LEFT_RIGHT_BOTH = frozenset([*LEFT_RIGHT, "bilateral"])
JUST_NOW = frozenset(["today", "yesterday", "now"])  # what is done then, “coil fitted today”


def core_finding(text: str, known: KnownNames, indexes: Sequence[WordIndex]) -> str:
    """What a text says without words for who has it, when, how sure or how bad, where no name says these of it: what no
    name says can tell none from another. The longest finding, where no name of it has one of the words; else what is
    left of the text, a phrase, where no name has one of its words and one of these. "" where there is neither, or the
    text is a form of the dictionary, a finding itself or a disorder by a substance, which may be mild. `indexes` are
    the names of the terminologies that are ranked."""
    if known.is_form(text) or only_circumstances(text) or disorder_of_substance(text):
        return ""
    if text.isupper() and WORDS.search(text):
        text = text.lower()
    ways = list(without_circumstances(other_wording(text) or text))  # “left knee joint effusion” is of a knee
    if ways and known.finding(text) is not None:  # “asthma +”, which the dictionary has without the mark
        ways = [(left, around) for left, around in ways if not telling_words(around) - EMPTY]
    for left, around in ways:
        if GROWTH.search(left) and says_a_part(around):
            continue  # “adenocarcinoma of left kidney” is in no other place
        if known.is_finding(left) and not only_circumstances(left) and not _is_said(around, left, known, indexes):
            return left
    return _phrase(*ways[-1], known, indexes) if ways else ""


def _is_said(words: str, finding: str, known: KnownNames, indexes: Sequence[WordIndex]) -> bool:
    """Whether a name of a finding has one of some words; where a course is among them, whether a name with one of its
    words has it; where a side is, whether it leaves that open, or a name has one of all of it or of all but a word."""
    ways, sides = known.ways_of(finding), LEFT_RIGHT_BOTH & set(words.split())
    among = FindingAmongNames(ways, indexes)
    if among.is_said_with(f"{words} {' '.join(LEFT_RIGHT_BOTH if sides else ())}"):
        return True
    course = " ".join(COURSES.keys() & words.split())  # of “chronic lymphoid leukaemia”, which names call lymphocytic
    if course and among.shares_a_name_with(course):
        return True
    if any(of_side(way, side) for way in ways for side in sides):
        return True
    most = [" ".join(some) for way in ways if sides for some in _all_but_one(telling_words(way) - EMPTY)]
    return FindingAmongNames(most, indexes).is_said_with(" ".join(LEFT_RIGHT_BOTH))


def _all_but_one(words: frozenset[str]) -> list[frozenset[str]]:
    """The words of a finding without one of them, of at least three."""
    return [words - {one} for one in words] if len(words) > 2 else []


def _phrase(left: str, around: str, known: KnownNames, indexes: Sequence[WordIndex]) -> str:
    """What is left of a text, where it is a phrase in words of names and no name has one of these and one of those said
    of it."""
    if not PHRASE.fullmatch(left) or not known.has_words_of(left) or only_circumstances(left) or only_says_who(left):
        return ""
    if (LEFT_RIGHT_BOTH | JUST_NOW) & set(around.split()):
        return ""
    return "" if FindingAmongNames(known.ways_of(left), indexes).shares_a_name_with(around) else left
