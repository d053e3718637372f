"""A finding is what it is whatever stands around it, unless a name says of it what stands there."""

from __future__ import annotations

import pytest

from engine.ranking.reading.core_finding import core_finding
from engine.ranking.reading.known_names import KnownNames
from engine.retrieval.word_index import WordIndex
from engine.text.dictionary.clinical_dictionary import ClinicalDictionary, DictionaryEntry

NAMES = (
    "Gout",
    "Chronic gout",
    "Asthma",
    "Mild persistent asthma",
    "Bell's palsy",
    "Unspecified hearing loss",
    "Unspecified hearing loss, bilateral",
    "Gorlin syndrome",
    "Ataxia 2",
    "Ataxia",
    "Falls, repeated",
)
KNOWN = KnownNames(
    ClinicalDictionary([DictionaryEntry("BP", ("bell's palsy",)), DictionaryEntry("gouty", ("gout",))]),
    [WordIndex.of(NAMES, range(len(NAMES)))],
)


@pytest.mark.parametrize(
    ("text", "core"),
    [
        ("found to have gout, stable at present", "gout"),
        ("has had gout for years", "gout"),
        ("gout x 3/7", "gout"),
        ("gout since childhood", "gout"),
        ("gout seen on CT", "gout"),
        ("GOUTY NOTED", "gouty"),
        ("BELL'S PALSY LEFT", "bell's palsy"),
        ("ataxia for 2 weeks", "ataxia"),  # how long is no number of a type
        ("Gorlin's, mild", "Gorlin's"),  # no name of its own, and no name says that of it
        ("asthma +", "asthma"),
    ],
)
def test_what_is_said_around_a_finding_is_left_out(text: str, core: str) -> None:
    assert core_finding(text, KNOWN, KNOWN.indexes) == core


@pytest.mark.parametrize(
    "text",
    [
        "gout",
        "chronic gout",  # a name
        "gout, chronic since 2015 and tophaceous",  # more than circumstances
        "mild asthma",  # names tell kinds of asthma by that
        "hearing loss both sides",
        "hearing loss, bilat",
        "recurrent falls, OT/PT",  # several things
        "stable at present",
    ],
)
def test_what_a_name_says_of_a_finding_stays(text: str) -> None:
    assert core_finding(text, KNOWN, KNOWN.indexes) == ""


def test_of_several_circumstances_those_stay_that_a_name_has() -> None:
    assert (
        core_finding("mild asthma review", KNOWN, KNOWN.indexes) == ""
    )  # “mild” is in a name, and “mild asthma” is none
    assert core_finding("chronic gout clinic", KNOWN, KNOWN.indexes) == "chronic gout"
