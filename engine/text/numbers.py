"""Numbers said in one way: “type II” and “type two” are “type 2”, “2nd degree” is “2 degree”, “α” is “alpha”."""

from __future__ import annotations

import re
from functools import lru_cache

GREEK_NAMES = """
alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigma tau upsilon phi chi psi
omega
"""
ONE_ON = "one two three four five six seven eight nine ten eleven twelve"
FIRST_ON = "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth"
GREEK = dict(zip("αβγδεζηθικλμνξοπρστυφχψω", GREEK_NAMES.split(), strict=True))
GREEK |= {"ς": "sigma", "ϵ": "epsilon", "µ": "mu"}  # final sigma, lunate epsilon, the micro sign
CARDINALS = {word: str(number) for number, word in enumerate(ONE_ON.split(), 1)}
ORDINALS = {word: str(number) for number, word in enumerate(FIRST_ON.split(), 1)}
# Words whose next word is a number, even where it is a single letter or a word ("type I", "factor V", "type two").
COUNTED = (
    "types?|stages?|grades?|class(?:es)?|groups?|phases?|levels?|degrees?|factors?|subtypes?|category|variants?|forms?|"
    "complementation group|cranial nerve|nerve|trimester|bipolar|mucopolysaccharidosis|mucolipidosis|mps|glycogenosis|"
    "glycogen storage disease|gsd|tyrosinemia|citrullinemia|gaucher disease|collagen|complex|chiari|angiotensin"
)
ROMAN = r"(?:X{1,2}(?:IX|IV|V?I{0,3})|IX|IV|VI{0,3}|I{1,3})"
LETTER_NEXT = r"(?![\w'’]|-(?![IVX]{2})[^\W\d_]|\.\w)"

_letters = "".join([*GREEK, *(letter.upper() for letter in GREEK if letter not in "ςϵµ")])
_greek = re.compile(f"[\u0300-\u03ff\u1f00-\u1fff]{{3,}}|[{_letters}]")
_ordinal = re.compile(r"\b(\d+)(?:st|nd|rd|th)\b", re.I)
_ordinal_word = re.compile(rf"\b({'|'.join(ORDINALS)})\b", re.I)
_counted = re.compile(
    rf"\b({COUNTED})(?:[ ]|\s*-\s*|(?=\d))(no\.? ?)?({ROMAN}|\d+|{'|'.join(CARDINALS)})(?:[ -]?([a-h]))?(?![\w'’])",
    re.I,
)
_and_next = re.compile(
    rf"(\b\d+[a-h]?(?: ?(?:,|/|[Aa]nd|AND|or|to|-|and/or|&) ?))(?!XX)({ROMAN})([a-hA-H]?){LETTER_NEXT}"
)
_free = re.compile(rf"(?<![\w'’.])({ROMAN})([ABab]?){LETTER_NEXT}")
_free_low = re.compile(rf"(?<![\w'’.-])(ii|iii|vii|viii|xii|xiii)([ab]?){LETTER_NEXT}")
SEX = {"XX", "XXX", "XXI", "XXV"}  # chromosomes; XXI and beyond are no numbers anybody writes
MAY_CHANGE = re.compile(
    rf"[\dα-ωΑ-Ωϵµ]|\b(?:(?:no)?[ivx]+[a-h]?|{'|'.join([*CARDINALS, *ORDINALS])})\b", re.I
)  # what no text without it changes for: most names have none


# A word that may be written in another way: with a digit, a Roman numeral, a number or ordinal that is spelt.
NUMERAL = re.compile(rf"(?:no)?(?:[ivx]+[a-h]?|(?:{'|'.join((*CARDINALS, *ORDINALS))})[a-h]?|\w*\d\w*)", re.IGNORECASE)


@lru_cache(maxsize=20_000)
def unified(text: str) -> str:
    """`text` with its Roman numerals, ordinals, spelt numbers and Greek letters written in one way.

    A single V, X or I is a number after a word that is counted (“type”, “stage”, “factor”); on its own, an I after
    another word (“bipolar I disorder”) and a V that ends the text (“atrophy V”) are numbers too, but not before a
    hyphen (“I-cell disease”). Letters that are no numerals stay: vitamin C, hepatitis D, X-linked, XX male.

    >>> unified("Type IIIb glycogenosis, α-mannosidosis, 2nd-degree block")
    'Type 3b glycogenosis, alpha-mannosidosis, 2-degree block'
    """
    if not MAY_CHANGE.search(text):
        return text
    if not text.isascii():
        text = _greek.sub(_spelt, text)
    text = _ordinal.sub(r"\1", text)
    text = _ordinal_word.sub(lambda match: ORDINALS[match[1].lower()], text)
    text = _counted.sub(_after_counted, text)
    text = _free.sub(_alone, text)
    text = _free_low.sub(lambda match: f"{_arabic(match[1])}{match[2]}", text)
    for _ in range(3):  # "types 1 and V"
        text, changed = _and_next.subn(lambda match: f"{match[1]}{_arabic(match[2])}{match[3].lower()}", text)
        if not changed:
            break
    return text


def _spelt(match: re.Match[str]) -> str:
    """A Greek letter's name, apart from a word or number that it touches: “TNFα” is “TNF-alpha”. Greek words stay."""
    if len(match[0]) > 2:
        return match[0]
    name = GREEK.get(match[0]) or GREEK[match[0].lower()]
    before = match.string[match.start() - 1 : match.start()] if match.start() else ""
    after = match.string[match.end() : match.end() + 1]
    return f"{'-' if before.isalnum() else ''}{name}{'-' if after.isalpha() else ''}"


def _after_counted(match: re.Match[str]) -> str:
    value = CARDINALS.get(match[3].lower()) or (match[3] if match[3].isdigit() else _arabic(match[3]))
    return f"{match[1]} {value}{(match[4] or '').lower()}"


def _alone(match: re.Match[str]) -> str:
    numeral, letter = match[1], match[2]
    before, after = match.string[: match.start()], match.string[match.end() :]
    if numeral in SEX or (len(numeral) == 1 and (letter or not _single(numeral, before, after))):
        return match[0]
    return f"{_arabic(numeral)}{letter.lower()}"


def _single(letter: str, before: str, after: str) -> bool:
    """Whether an I after a word, or a V at the end after one, is meant as a number; X is as often a letter."""
    return before.endswith(" ") and bool(before.strip()) and (letter == "I" or (letter == "V" and not after))


def _arabic(roman: str) -> str:
    """The number of a Roman numeral up to XXIX.

    >>> _arabic("XIV"), _arabic("ix")
    ('14', '9')
    """
    values = [{"V": 5, "X": 10}.get(letter, 1) for letter in roman.upper()]  # a dotted İ is an I
    pairs = zip(values, [*values[1:], 0], strict=True)
    return str(sum(-value if value < following else value for value, following in pairs))
