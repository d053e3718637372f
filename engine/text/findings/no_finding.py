"""Texts without a finding: how far, how bad or on which side, but not of what; who was seen where, and how it went."""

from __future__ import annotations

from engine.text import normalise
from engine.text.numbers import unified
from engine.text.qualifiers import COURSES, SIDES, STAGE_WORDS, STAGES, WORD

BETWEEN = frozenset(["and", "or", "on", "to", "very", "side", "sided"])
QUALIFYING = STAGE_WORDS | STAGES | SIDES.keys() | COURSES.keys() | {"type"}
SEEN_WORDS = """
patient patients pt pts person client clinic ward hospital surgery office home department visit visits appointment appt
consult consultation encounter review reviewed routine follow followed up f u fu recheck recall seen seeing see saw
discharge discharged admission admitted transfer transferred ready going sent doing well fine ok okay good better stable
unchanged same asymptomatic normal usual no nil none new old other others unknown unclear na n as above below per letter
note notes report results result pending awaited tbc tba todo today tomorrow yesterday day days week weeks month months
year years complaints complaint concerns concern issues issue problem problems symptoms test tests testing check checked
checkup the a an in at for of with from by is are was not sure unsure dont know idea hello hi thanks thank you please
"""
SEEN = frozenset(SEEN_WORDS.split())


def only_qualifies(text: str) -> bool:
    """Whether a text says nothing but a stage, side or course, and not of what.

    >>> only_qualifies("stage II and stage III"), only_qualifies("left"), only_qualifies("stage 3 CKD")
    (True, True, False)
    """
    words = set(WORD.findall(unified(normalise(text))))
    return bool(words & QUALIFYING) and all(word in QUALIFYING | BETWEEN or word.isdigit() for word in words)


def only_says_who(text: str) -> bool:
    """Whether a text says nothing but who was seen, where and when, and how it went.

    >>> only_says_who("patient doing well"), only_says_who("ready for discharge"), only_says_who("routine clinic f/u")
    (True, True, True)
    >>> only_says_who("not sure"), only_says_who("hello")
    (True, True)
    >>> only_says_who("well child"), only_says_who("vaginal discharge"), only_says_who("2 weeks")
    (False, False, True)
    """
    words = set(WORD.findall(normalise(text)))
    return bool(words & SEEN) and all(word in SEEN or word.isdigit() for word in words)
