"""What a text means, and what an abstract may speak of, is told from the likest abstracts of the data."""

from __future__ import annotations

import pytest

from engine.normalisation.abstract_context import NEAREST, Abstracts
from engine.normalisation.candidate_names import SearchableMention, SearchPool
from engine.normalisation.dictionary import Dictionary

LUNG = "Smokers with a cold had coughs, and their lungs were examined."
SNOW = "The cold of the winter in Greenland, its snow and its wind."
NAMES = Dictionary("small", {"RHINITIS": ["Common cold"], "FREEZING": ["Freezing"]}, {})
DATA = [
    SearchableMention("cold", "RHINITIS", LUNG),
    SearchableMention("cold", "RHINITIS", LUNG),
    SearchableMention("cold", "FREEZING", SNOW),
]
BLANK = [
    SearchableMention("cold", concept, text)
    for concept in ("RHINITIS", "FREEZING")
    for text in (" ", "?\n", "A b c.", "…")
]
BOTH = {"RHINITIS", "FREEZING"}


def meant(context: str, data: list[SearchableMention], concepts: set[str] = BOTH) -> str | None:
    pool = SearchPool(NAMES, data)
    return Abstracts(pool).meant([pool.places["cold"]], context, concepts)


def test_the_likest_abstract_tells_however_often_another_meaning_was_said() -> None:
    assert meant("A winter with much snow.", DATA) == "FREEZING"
    assert meant("Coughs of smokers.", DATA) == "RHINITIS"


def test_the_abstract_that_was_annotated_itself_is_the_likest() -> None:
    assert meant(SNOW, DATA) == "FREEZING" and meant(LUNG, DATA) == "RHINITIS"


def test_nothing_is_told_without_a_word_in_common() -> None:
    assert meant("Ophthalmology", DATA) is None


def test_a_meaning_that_was_said_in_no_abstract_is_not_voted_down() -> None:
    assert meant("A winter with much snow.", [*DATA[2:], SearchableMention("cold", "RHINITIS")]) is None
    assert (
        meant(
            "A winter with much snow.", [SearchableMention("cold", "RHINITIS"), SearchableMention("cold", "FREEZING")]
        )
        is None
    )
    assert meant("A winter with much snow.", BLANK) is None


def test_what_a_person_decided_without_an_abstract_is_not_voted_down() -> None:
    assert meant("A winter with much snow.", [*DATA, *[SearchableMention("cold", "RHINITIS")] * 9]) is None


def test_within_the_likest_abstract_the_more_frequent_meaning_counts_and_a_draw_tells_nothing() -> None:
    once, other = SearchableMention("cold", "RHINITIS", SNOW), SearchableMention("cold", "FREEZING", SNOW)
    assert meant(SNOW, [once, other, other]) == meant(SNOW, [other, other, once]) == "FREEZING"
    assert meant(SNOW, [once, other]) is None


def test_a_meaning_that_is_not_asked_about_is_left_out() -> None:
    third = SearchableMention("cold", "MISTAKE", "A winter with much snow and wind.")
    assert meant("A winter with much snow.", [*DATA, third]) == "FREEZING"


def test_nearby_are_the_concepts_of_the_likest_abstracts_as_they_are_like() -> None:
    other = SearchableMention("chill", "FREEZING", "A long winter.")
    nearby = Abstracts(SearchPool(NAMES, [*DATA, other])).nearby("The winter was long: snow and wind for months.")
    assert nearby["FREEZING"] > 0.8 > 0.2 > nearby["RHINITIS"] > 0 and sum(nearby.values()) == pytest.approx(1)


def test_an_abstract_counts_a_concept_once_and_each_of_its_concepts() -> None:
    twice = [
        SearchableMention("cold", "RHINITIS", LUNG),
        SearchableMention("colds", "RHINITIS", LUNG),
        SearchableMention("frost", "FREEZING", LUNG),
    ]
    assert Abstracts(SearchPool(NAMES, twice)).nearby("Smokers") == {"RHINITIS": 1.0, "FREEZING": 1.0}


def test_only_the_nearest_abstracts_count() -> None:
    near = [
        SearchableMention("frost", "FREEZING", f"Snow, wind and frost {year}.") for year in range(1900, 1900 + NEAREST)
    ]
    assert Abstracts(SearchPool(NAMES, [*DATA, *near])).nearby("Snow, wind and frost.").keys() == {"FREEZING"}


@pytest.mark.parametrize(
    ("context", "data"), [("", DATA), ("A winter.", []), ("Ophthalmology", DATA), ("A winter.", BLANK)]
)
def test_nothing_is_nearby_without_an_abstract_data_or_a_common_word(
    context: str, data: list[SearchableMention]
) -> None:
    assert Abstracts(SearchPool(NAMES, data)).nearby(context) == {}
