from __future__ import annotations

import pytest

from engine.ranking.reading.known_names import KnownNames
from engine.ranking.reading.pointed_words import with_pointed_words
from engine.retrieval.word_index import WordIndex
from engine.text.dictionary.clinical_dictionary import ClinicalDictionary, DictionaryEntry

NAMES = [
    *["Syndrome of the short hand", "Alagille syndrome", "Noonan syndrome", "Syndactyly of the toes"],
    *[
        "Polyhydramnios",
        "Lateral eyebrow",
        "Lateral epicondylitis",
        "Lateral malleolus",
        "Lateral femur",
        "Lat pulldown",
    ],
    *["Lateral rectus palsy", "Fever", "Fever in the newborn"],
]
KNOWN = KnownNames(
    ClinicalDictionary([DictionaryEntry("perm", ("permanent",))]), [WordIndex.of(NAMES, range(len(NAMES)))]
)


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("polyhydr. from 30/40", "polyhydramnios from 30/40"),
        ("toes, synd.", "toes, syndactyly"),  # a name has both
        ("odd synd. of childhood", "odd syndrome of childhood"),  # of which there are more
        ("lat. third of the brow", "lateral third of the brow"),  # although a name has “lat”
        ("9 perm. teeth", "9 perm teeth"),  # which the dictionary writes out
        ("fever. no rash", ""),  # the end of a sentence
        ("fell. Hit his head", ""),
        ("e.g. fever", ""),
    ],
)
def test_words_that_a_point_cuts_short_are_written_out(text: str, written: str) -> None:
    assert with_pointed_words(text, KNOWN) == written
