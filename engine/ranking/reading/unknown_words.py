"""A text that is mostly in words which nobody here knows, as one in another language is: “dolor de cabeza”."""

from __future__ import annotations

import re
from collections.abc import Container

from engine.ranking.reading.correcting import corrected, is_spelt
from engine.ranking.reading.known_names import KnownNames
from engine.retrieval.word_index import EMPTY
from engine.text import folded, words
from engine.text.plurals import singular

SHORTEST = 3  # letters of a word that counts
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
    counted = [one for one in words(text) if len(one) >= SHORTEST and one not in EMPTY]
    unknown = [one for one in counted if not any(is_spelt(way, known) for way in (one, folded(one), singular(one)))]
    if len(counted) < 2 or not unknown:
        return []
    share = sum(_how_unknown(one, known, learnt) for one in unknown) / len(counted)
    is_foreign = OF_OTHER_LANGUAGES.search(text) or not all(map(str.isascii, unknown))
    return unknown if share > MOST_UNKNOWN or (is_foreign and share >= MOST_UNKNOWN_OF_FOREIGN) else []


def _how_unknown(word: str, known: KnownNames, learnt: Container[str]) -> float:
    return MISSPELT if corrected(word, known, learnt, unfinished=False) != word else 1.0
