"""What a text means, and what an abstract may speak of, is told from the likest abstracts of the data."""

from __future__ import annotations

import pytest

from engine.search.abstracts import NEAREST, Abstracts
from engine.search.dictionary import Dictionary
from engine.search.pool import Pool, Said

LUNG = "Smokers with a cold had coughs, and their lungs were examined."
SNOW = "The cold of the winter in Greenland, its snow and its wind."
NAMES = Dictionary("small", {"RHINITIS": ["Common cold"], "FREEZING": ["Freezing"]}, {})
DATA = [Said("cold", "RHINITIS", LUNG), Said("cold", "RHINITIS", LUNG), Said("cold", "FREEZING", SNOW)]
BLANK = [Said("cold", concept, text) for concept in ("RHINITIS", "FREEZING") for text in (" ", "?\n", "A b c.", "…")]
BOTH = {"RHINITIS", "FREEZING"}


def meant(context: str, data: list[Said], concepts: set[str] = BOTH) -> str | None:
    pool = Pool(NAMES, data)
    return Abstracts(pool).meant([pool.places["cold"]], context, concepts)


def test_the_likest_abstract_tells_however_often_another_meaning_was_said() -> None:
    assert meant("A winter with much snow.", DATA) == "FREEZING"
    assert meant("Coughs of smokers.", DATA) == "RHINITIS"


def test_the_abstract_that_was_annotated_itself_is_the_likest() -> None:
    assert meant(SNOW, DATA) == "FREEZING" and meant(LUNG, DATA) == "RHINITIS"


def test_nothing_is_told_without_a_word_in_common() -> None:
    assert meant("Ophthalmology", DATA) is None


def test_a_meaning_that_was_said_in_no_abstract_is_not_voted_down() -> None:
    assert meant("A winter with much snow.", [*DATA[2:], Said("cold", "RHINITIS")]) is None
    assert meant("A winter with much snow.", [Said("cold", "RHINITIS"), Said("cold", "FREEZING")]) is None
    assert meant("A winter with much snow.", BLANK) is None


def test_what_a_person_decided_without_an_abstract_is_not_voted_down() -> None:
    assert meant("A winter with much snow.", [*DATA, *[Said("cold", "RHINITIS")] * 9]) is None


def test_within_the_likest_abstract_the_more_frequent_meaning_counts_and_a_draw_tells_nothing() -> None:
    once, other = Said("cold", "RHINITIS", SNOW), Said("cold", "FREEZING", SNOW)
    assert meant(SNOW, [once, other, other]) == meant(SNOW, [other, other, once]) == "FREEZING"
    assert meant(SNOW, [once, other]) is None


def test_a_meaning_that_is_not_asked_about_is_left_out() -> None:
    third = Said("cold", "MISTAKE", "A winter with much snow and wind.")
    assert meant("A winter with much snow.", [*DATA, third]) == "FREEZING"


def test_nearby_are_the_concepts_of_the_likest_abstracts_as_they_are_like() -> None:
    other = Said("chill", "FREEZING", "A long winter.")
    nearby = Abstracts(Pool(NAMES, [*DATA, other])).nearby("The winter was long: snow and wind for months.")
    assert nearby["FREEZING"] > 0.8 > 0.2 > nearby["RHINITIS"] > 0 and sum(nearby.values()) == pytest.approx(1)


def test_an_abstract_counts_a_concept_once_and_each_of_its_concepts() -> None:
    twice = [Said("cold", "RHINITIS", LUNG), Said("colds", "RHINITIS", LUNG), Said("frost", "FREEZING", LUNG)]
    assert Abstracts(Pool(NAMES, twice)).nearby("Smokers") == {"RHINITIS": 1.0, "FREEZING": 1.0}


def test_only_the_nearest_abstracts_count() -> None:
    near = [Said("frost", "FREEZING", f"Snow, wind and frost {year}.") for year in range(1900, 1900 + NEAREST)]
    assert Abstracts(Pool(NAMES, [*DATA, *near])).nearby("Snow, wind and frost.").keys() == {"FREEZING"}


@pytest.mark.parametrize(
    ("context", "data"), [("", DATA), ("A winter.", []), ("Ophthalmology", DATA), ("A winter.", BLANK)]
)
def test_nothing_is_nearby_without_an_abstract_data_or_a_common_word(context: str, data: list[Said]) -> None:
    assert Abstracts(Pool(NAMES, data)).nearby(context) == {}
