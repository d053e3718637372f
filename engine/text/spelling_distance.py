"""How words differ when they are meant to be the same: slips of the fingers, and the two spellings of English."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations

ROWS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
ALIKE = (
    "aeiouy",
    "ck",
    "cs",
    "sz",
    "mn",
    "fv",
    "dt",
    "bp",
)  # letters taken for each other in LONG words
LONG = 6
BRITISH = (  # spellings that are equal; the later part of a word only, so that "aerobic" keeps its a
    (re.compile(r"(?<=\w)(?:ae|oe)|^oe(?=[^o])|^ae(?=[dst])"), "e"),
    (re.compile(r"(?<=\w\w)our(?=s?$|ed$|ing$|less$|al$)"), "or"),
    (re.compile(r"(?<![aou]|w)is(?=(?:e|ed|es|ing|ation|ations)$)"), "iz"),  # not malaise, noise, bruise, otherwise
    (re.compile(r"ys(?=(?:e|ed|es|ing)$)"), "yz"),
    (re.compile(r"(?<=[ct])re(?=s?$)|(?<=fib)re(?=s?$)"), "er"),
    (re.compile(r"sulph"), "sulf"),
    (re.compile(r"ll(?=(?:ed|ing)$)"), "l"),
)
STEMS = """
hyper hypo macro micro inter intra infra ante anti peri pre pro endo ecto exo supra sub non nephr neur cardi carcin aden
axon hepat hemat myel myo oste arthr angi gastr enter col cyst chol dermat derm encephal mening bronch branch lymph leuk
thromb thyr thym pneum pleur proct prostat ovar oophor salping orch spondyl spin splen sarc lip lith lept rhin retin
perine perone ileo ilio ileum ilium ili ile oto ophthalm odont onych brachy brady tachy poly pan para
"""
ENDS = """
ectomy otomy ostomy osis itis asis emia uria penia oma
"""
BEGINNINGS = tuple(sorted(STEMS.split(), key=len, reverse=True))
ENDINGS = tuple(ENDS.split())
STAY = """
ris aris sunris exercis excis incis circumcis precis concis promis compromis advis devis revis supervis televis surpris
compris enterpris premis demis despis disguis paradis treatis expertis franchis improvis
"""
WITH_S = tuple(STAY.split())  # whose -ise is no -ize
SHORT = 5  # letters of a word that lacks no first letter: a slip is rarely there, and short words are many
NEGATIONS = ("a", "an", "non", "un", "in", "im", "dis")


def _near() -> tuple[frozenset[str], frozenset[str]]:
    """Pairs of letters that are neighbours on the keyboard, and those and the pairs alike in sound."""
    keys = {
        letter: (row, column + row / 2) for row, letters in enumerate(ROWS) for column, letter in enumerate(letters)
    }
    near = {
        a + b
        for a, (row, column) in keys.items()
        for b, (other_row, other) in keys.items()
        if a != b and abs(row - other_row) <= 1 and abs(column - other) <= 1
    }
    return frozenset(near), frozenset(near | {a + b for group in ALIKE for a in group for b in group if a != b})


SLIPS, LONG_SLIPS = _near()


@lru_cache(maxsize=65_536)
def american(word: str) -> str:
    """A lower-case word in the spelling both sides of the Atlantic share here: “tumour” and “tumor”, “anaemia”.

    >>> american("haematological"), american("tumours"), american("generalised")
    ('hematological', 'tumors', 'generalized')
    """
    if word.startswith(WITH_S):
        return word
    for pattern, instead in BRITISH:
        word = pattern.sub(instead, word)
    return word


def distance(one: str, other: str, most: int) -> int:
    """Edits between two words: letters left out, added, changed, neighbours swapped; `most` + 1 when there are more.

    A change counts one for a likely slip and two for any other. It is the optimal string alignment, after Damerau
    (1964): no letters are edited twice.
    """
    slips = LONG_SLIPS if len(other) >= LONG else SLIPS
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, letter in enumerate(one, 1):
        following = [i]
        for j, against in enumerate(other, 1):
            change = 0 if letter == against else 1 if letter + against in slips else 2
            cost = min(row[j] + 1, following[-1] + 1, row[j - 1] + change)
            if i > 1 and j > 1 and letter == other[j - 2] and one[i - 2] == against:
                cost = min(cost, before[j - 2] + 1)
            following.append(cost)
        if min(following) > most and min(row) > most:
            return most + 1
        before, row = row, following
    return min(row[-1], most + 1)


def with_swapped(word: str) -> list[str]:
    """`word` with each two letters that stand side by side swapped, where they differ.

    >>> with_swapped("rahs")
    ['arhs', 'rhas', 'rash']
    """
    pairs = [place for place in range(len(word) - 1) if word[place] != word[place + 1]]
    return [f"{word[:place]}{word[place + 1]}{word[place]}{word[place + 2 :]}" for place in pairs]


def shortened(word: str, letters: int) -> Iterator[str]:
    """`word` and every form of it with up to `letters` letters left out."""
    yield word
    for count in range(1, letters + 1):
        for places in combinations(range(len(word)), count):
            start, pieces = 0, []
            for place in places:
                pieces.append(word[start:place])
                start = place + 1
            yield "".join(pieces) + word[start:]


def lacks_two_letters(one: str, other: str) -> bool:
    """Whether one word is the other less two letters side by side: a part of the word, not a slip (myelo-, myo-)."""
    short, long = sorted((one, other), key=len)
    if len(long) - len(short) != 2:
        return False
    return any(long[:place] + long[place + 2 :] == short for place in range(len(long) - 1))


def is_word_of_its_own(one: str, other: str) -> bool:
    """Whether `one` is a word of its own: begins or ends with a form of the field that `other` lacks, or is denied; or
    is short and the other but for a letter before it or an s (“said” is no “nsaid”, “ever” no “fever”)."""
    if len(one) <= SHORT and one in (other[1:], other.removesuffix("s")):
        return True
    begins = next((stem for stem in BEGINNINGS if one.startswith(stem)), "")
    ends = next((end for end in ENDINGS if one.endswith(end)), "")
    end = next((end for end in ENDINGS if other.endswith(end)), "")
    denied = any(one == negation + other or other == negation + one for negation in NEGATIONS)
    return denied or not other.startswith(begins) or (ends != "" and end != "" and ends != end)
