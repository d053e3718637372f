"""Texts without a finding: how far, how bad or on which side, but not of what; who was seen where, and how it went."""

from __future__ import annotations

import re

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
DOSE = re.compile(
    r"(?:[a-z][\w-]+ ){1,2}(?:\d+(?:[.,/]\d+)* ?(?:mg|mcg|µg|puffs?)|\d{1,2} units?)(?![\w/])"
    r"(?:[ ,]+(?:tab(?:let)?s?|cap(?:sule)?s?|inhaler|injection|po|p/o|iv|im|s/?c|pr|sl|od|bd|bid|tds|tid|qds|qid|qd"
    r"|prn|stat|daily|weekly|nocte|mane|once|twice|three times|a day|per day|at night|in the morning|\d))*\.?",
    re.IGNORECASE,
)


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


def only_doses(text: str) -> bool:
    """Whether a text says how much of what is taken and nothing else.

    >>> only_doses("Amlodipine 5 mg tab"), only_doses("insulin glargine 20 units at night")
    (True, True)
    >>> only_doses("paracetamol 10 g overdose"), only_doses("glucose 300 mg/dl"), only_doses("Mg 0.4")
    (False, False, False)
    """
    return DOSE.fullmatch(" ".join(text.split())) is not None
