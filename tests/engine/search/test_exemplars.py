"""What a text means is told from the likest abstract in which people said it."""

from __future__ import annotations

from engine.search.dictionary import Dictionary
from engine.search.exemplars import Exemplars
from engine.search.pool import Pool, Said

LUNG = "Smokers with a cold had coughs, and their lungs were examined."
SNOW = "The cold of the winter in Greenland, its snow and its wind."
DATA = [Said("cold", "RHINITIS", LUNG), Said("cold", "RHINITIS", LUNG), Said("cold", "FREEZING", SNOW)]
BOTH = {"RHINITIS", "FREEZING"}


def meant(context: str, data: list[Said], concepts: set[str] = BOTH) -> str | None:
    pool = Pool(Dictionary("small", {"RHINITIS": ["Common cold"], "FREEZING": ["Freezing"]}, {}), data)
    return Exemplars(pool).meant([pool.places["cold"]], context, concepts)


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


def test_a_meaning_that_is_not_asked_about_is_left_out() -> None:
    third = Said("cold", "MISTAKE", "A winter with much snow and wind.")
    assert meant("A winter with much snow.", [*DATA, third]) == "FREEZING"
