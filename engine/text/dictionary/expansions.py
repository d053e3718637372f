"""The other readings of a text: its short forms and lay words written out as a dictionary has them."""

from __future__ import annotations

import re
from itertools import pairwise, product
from typing import NamedTuple

from engine.text.dictionary.clinical_dictionary import (
    ALONE,
    ANY,
    CAPITALS,
    CAPITALS_OR_ALONE,
    WORD,
    ClinicalDictionary,
    key_of,
    unpointed,
)
from engine.text.dictionary.defaults import giving_way
from engine.text.dictionary.form_words import SIDE_WORDS, between_sides, ways
from engine.text.dictionary.unspecified_side import of_side

MOST_READINGS = 8  # readings of one text
LONGEST_SHORT = 4  # letters of a short form among others in capitals
LONGEST = 300  # characters: a longer text is no name that a person types
MARKS = frozenset("/&+")
POSITIVE_OR_WORD = re.compile(rf"(?:(?<!\S)\+(?=[^\W\d]))?{WORD.pattern}")  # “+UPT”
IN_SMALL = re.compile(r"[^\W\d_A-Z]{3}")  # letters of a word rather than of a short form
JOINED = re.compile(r"[\s.,%?\-‐–'’]*")  # a comma divides no form: “TCA overdose, suicide attempt”
BEYOND = re.compile(r"\s*[<>]\s*")  # nor does this before a number: “head circumference >99th centile”
UNSIDED = re.compile(r"\b(?:pelvis|skin|nail|ocular|with foot ulcer|polyneuropathy)\b")  # a meaning that has no side
IN_A_LITRE = re.compile(r"(?:mol|[^\W_]g|\dg|U|10\^?\d+)/$")  # “300 umol/L” is on no side
OF_ANOTHER, HISTORY = re.compile(r"\bfam(?:ily|ilial)? $", re.I), frozenset(["history", "hx"])  # a family's is no own
WITHIN = 3  # words that may stand inside a form and are no part of it: “of the left”
LAST_OF = re.compile(r"^(.*\b(?:of|in|at) (?:the )?)(.+)$")
SPELT_TWICE = re.compile(r"\b(\w*)[oa]e(\w{3,}) (?=\1e\2\b)", re.I)  # “oesophageal esophageal varices”
REPEATED = re.compile(r"\b(\w{4,}|type \d)((?: of)?) \1\b", re.I)


class Match(NamedTuple):
    """A form found in a text: the characters it takes, what may stand in their place, and itself where it is of words
    and no short form."""

    start: int
    end: int
    instead: tuple[str, ...]
    as_typed: tuple[str, ...] = ()


class Form(NamedTuple):
    """The words of a form, what it stands for by case, and a side that stood inside."""

    words: list[str]
    cases: dict[str, tuple[str, ...]]
    side: str = ""


def expansions(text: str, dictionary: ClinicalDictionary) -> list[str]:
    """The other readings of `text`: its short forms and lay words written out as in `dictionary`; [] when it has none.

    The longest form counts, anywhere in the text, in singular or plural, with or without hyphens, points and “'s”.
    “The” and “my” may stand inside a form; so may sides, which go before the last thing it is “of”: “fractured left
    hip” is found by “fractured hip”. A form with several meanings gives a reading for each; one whose meaning
    already stands in the text, and not in the form itself (“numbness in feet”), is left alone. At most MOST_READINGS,
    none of them `text` itself, the likeliest first.

    >>> from engine.text.dictionary.clinical_dictionary import shipped
    >>> expansions("CKD stage 3", shipped())
    ['chronic kidney disease stage 3']
    """
    text = " ".join(text.split())
    if not text or len(text) > LONGEST:
        return []
    unique: dict[str, str] = {}
    for reading in _readings(text, dictionary):
        unique.setdefault(reading.casefold(), reading)
    unique.pop(text.casefold(), None)
    return [*unique.values()]


def _readings(text: str, dictionary: ClinicalDictionary) -> list[str]:
    """`text` with every form in it replaced, one reading for each choice of meanings; beside another form lay words may
    stay as they are: the name sought may have them (“T2DM with foot ulcer”)."""
    text = unpointed(text)
    matches = _matches(text, dictionary)
    if not matches:
        return []
    readings = []
    several = len(matches) > 1
    for chosen in product(*(match.instead + match.as_typed * several for match in matches)):
        written, at = "", 0
        for match, instead in zip(matches, chosen, strict=True):
            written += text[at : match.start] + instead
            at = match.end
        readings.append(SPELT_TWICE.sub("", REPEATED.sub(r"\1", written + text[at:])))
        if len(readings) == MOST_READINGS:
            break
    return readings


def _matches(text: str, dictionary: ClinicalDictionary) -> list[Match]:
    """The forms of the dictionary in `text` from left to right, the longest first, none over another."""
    words = [*POSITIVE_OR_WORD.finditer(text)]
    whole = f" {key_of(text)} "
    found, place = [], 0
    while place < len(words):
        for end in range(min(len(words), place + dictionary.longest + WITHIN), place, -1):
            match = _match(text, words[place:end], whole, dictionary)
            if match is not None:
                found.append(match)
                place = end - 1
                break
        place += 1
    return found


def _match(text: str, words: list[re.Match[str]], whole: str, dictionary: ClinicalDictionary) -> Match | None:
    """What stands for these words, when they are a form."""
    start, end = words[0].start(), words[-1].end()
    parts, positive = [word[0] for word in words], words[0][0].startswith("+")
    if (OF_ANOTHER.search(text[:start]) and parts[0].lower() in HISTORY) or IN_A_LITRE.search(text[:start]):
        return None
    if all(_is_joined(text[one.end() : next.start()], next[0]) for one, next in pairwise(words)):
        found = _form(parts, dictionary)
    else:
        cases = dictionary.find([text[start:end]]) if MARKS & set(text[start:end]) else None
        found = Form(parts, cases) if cases else None
    if found is None and positive:
        return _match(text, [*WORD.finditer(text, start + 1, words[0].end()), *words[1:]], whole, dictionary)
    if found is None:
        return None
    form = key_of(" ".join(found.words))  # “seizure” stands for “seizures”, and for what else that does
    there = (meaning for case, some in found.cases.items() if _in_case(text, start, end, case) for meaning in some)
    meanings = [giving_way(meaning, text) for meaning in there if key_of(meaning) != form]
    beyond = [f" {key_of(meaning)} " for meaning in meanings if f" {key_of(meaning)} " not in f" {form} "]
    if not meanings or any(meaning in whole for meaning in beyond):
        return None
    lay = " " in form and bool(IN_SMALL.search(text[start:end]))
    return Match(start, end, tuple(_sided(meaning, found.side) for meaning in meanings), (text[start:end],) * lay)


def _is_joined(between: str, word: str) -> bool:
    """Whether what stands between two words, of which the second is given, divides no form."""
    return bool(JOINED.fullmatch(between) or (word[0].isdigit() and BEYOND.fullmatch(between)))


def _form(parts: list[str], dictionary: ClinicalDictionary) -> Form | None:
    """The form that these words are, as they stand or as `ways` has them; between sides only one without a side."""
    for words, side in ways(parts):
        if cases := dictionary.find(words):
            return Form(words, cases, side)
    rest = between_sides(parts)
    cases = dictionary.find(rest) if rest else None
    every = [meaning for meanings in (cases or {}).values() for meaning in meanings]
    return Form(rest, cases) if cases and all(map(UNSIDED.search, every)) else None


def _in_case(text: str, start: int, end: int, case: str) -> bool:
    """Whether the form at this place is written in a case in which it counts."""
    rest = f"{text[:start]}{text[end:]}".strip(" .,;:?!")
    alone = all(word.lower() in SIDE_WORDS for word in WORD.findall(rest))
    if case == ANY or (alone and case != CAPITALS):
        return True
    if case == ALONE or not text[start:end].removesuffix("s").isupper():  # “bilateral PEs”
        return False
    side = text[start:end].lower() in SIDE_WORDS  # “R TKA”
    short = all(len(word) <= LONGEST_SHORT for word in WORD.findall(rest))  # “BRVO OS”
    return case == CAPITALS_OR_ALONE or side or short or not rest.isupper()  # all in capitals: FRACTURE OF ALL RIBS


def _sided(meaning: str, side: str) -> str:
    """`meaning` with a side before the last thing that it is of, “fracture of neck of left femur”; as it is where it
    has none."""
    if not side:
        return meaning
    if found := of_side(meaning, "bilateral" if side == "both" else side):
        return found
    if UNSIDED.search(meaning):
        return meaning
    parts = LAST_OF.match(meaning)
    return f"{parts[1]}{side} {parts[2]}" if parts else f"{side} {meaning}"
