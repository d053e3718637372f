"""A text that is mostly in words which nobody here knows, as one in another language is: “dolor de cabeza”."""

from __future__ import annotations

import re
from collections.abc import Container

from engine.ranking.reading.correcting import corrected, is_spelt
from engine.ranking.reading.known_names import KnownNames
from engine.retrieval.word_index import EMPTY, GENERIC
from engine.text import folded, words
from engine.text.plurals import singular

SHORTEST = 3  # letters of a word that counts
LONG = 5  # letters of one that is no short form
PLAIN = re.compile(r"[^\d,;:/+&()?]+")  # no list, no values, no drugs beside a finding
OF_OTHER_LANGUAGES = re.compile(
    r"\b(?:de|della|du|des|les|une|una|avec|sans|pour|und|mit|der|das|dem|een|con|sin|las|nel|et|och|en|au|aux)\b"
)
MOST_UNKNOWN, MOST_UNKNOWN_OF_FOREIGN = 0.5, 0.25  # shares of the words that count
MISSPELT = 0.5  # a word that may be misspelt is half an unknown one


def unknown_words(text: str, known: KnownNames, learnt: Container[str]) -> list[str]:
    """The words of a text that no name and no form has, where these are more than half of it, or a quarter and it is in
    another language: a word of such a language stands in it, or one of them has an accent. [] where it is not so."""
    if not PLAIN.fullmatch(text):
        return []
    every = [one for one in words(text) if len(one) >= SHORTEST and one not in EMPTY]
    counted = [one for one in every if one not in GENERIC]
    unknown = [one for one in counted if not _is_of_names(one, known)]
    if len(every) < 2 or not unknown:
        return []
    share = sum(_how_unknown(one, known, learnt) for one in unknown) / len(counted)
    is_foreign = OF_OTHER_LANGUAGES.search(text) or not all(map(str.isascii, unknown))
    return unknown if share > MOST_UNKNOWN or (is_foreign and share >= MOST_UNKNOWN_OF_FOREIGN) else []


def without_unknown_words(text: str, known: KnownNames) -> str:
    """The finding that is left of a text without the words that no name and no form has, nor one near them: “zorbic
    anemia”; "" where none is left."""
    typed = text.split()
    if len(typed) < 2 or not PLAIN.fullmatch(text) or not known.corrects:
        return ""
    left = [one for one in typed if not _is_of_nobody(one, known)]
    rest = " ".join(left)
    return rest if 0 < len(left) < len(typed) and not set(left) <= GENERIC | EMPTY and known.is_finding(rest) else ""


def _is_of_nobody(word: str, known: KnownNames) -> bool:
    """Whether a longer word is in no name and no form, nor one that is, misspelt, as “clavical” may be."""
    plain = "".join(words(word)[:1])
    if len(plain) < LONG or not plain.isalpha() or word.isupper() or _is_of_names(plain, known):
        return False
    begins_as_one = any(index.longer_words(plain[:LONG]) for index in known.indexes)
    return not begins_as_one and corrected(plain, known, (), unfinished=False) == plain


def _is_of_names(word: str, known: KnownNames) -> bool:
    return any(is_spelt(way, known) for way in (word, folded(word), singular(word)))


def _how_unknown(word: str, known: KnownNames, learnt: Container[str]) -> float:
    return MISSPELT if corrected(word, known, learnt, unfinished=False) != word else 1.0
