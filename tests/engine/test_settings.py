from __future__ import annotations

from dataclasses import dataclass

import pytest

from engine.errors import BadInput
from engine.settings import Field, Settings, as_named, named, setting


@dataclass(frozen=True)
class Kettle(Settings):
    title = "kettle"
    litres: float = setting(1.5, "Litres", "How much it holds.", low=0.1, high=5)
    cups: int = setting(4, "Cups", low=1)
    colour: str = setting("red", "Colour", choices=("red", "blue"))
    whistles: bool = setting(True, "Whistles")


def test_round_trip():
    assert Kettle.from_dict(Kettle(litres=2, colour="blue").to_dict()) == Kettle(2.0, 4, "blue")


def test_whole_numbers_may_come_as_floats_and_the_reverse():
    kettle = Kettle(litres=2, cups=3.0)  # type: ignore[arg-type]
    assert (kettle.litres, type(kettle.litres), kettle.cups, type(kettle.cups)) == (2.0, float, 3, int)


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"litres": 9.0}, "kettle: litres must be between 0.1 and 5, not 9.0."),
        ({"cups": 0}, "kettle: cups must be 1 or more, not 0."),
        ({"cups": 2.5}, "kettle: cups must be a whole number, not 2.5."),
        ({"cups": "two"}, "kettle: cups must be a whole number, not 'two'."),
        ({"cups": True}, "kettle: cups must be a whole number, not True."),
        ({"litres": float("nan")}, "kettle: litres must be a number, not nan."),
        ({"colour": "green"}, "kettle: colour must be one of red, blue, not 'green'."),
        ({"whistles": 1}, "kettle: whistles must be yes or no, not 1."),
        ({"spouts": 2}, "kettle has no setting 'spouts'; it has litres, cups, colour, whistles."),
    ],
)
def test_a_bad_value_is_repeated(values, sentence):
    with pytest.raises(BadInput) as caught:
        Kettle.from_dict(values)
    assert str(caught.value) == sentence


def test_described_for_a_form():
    assert Kettle().described("kitchen")[0] == Field(
        "kitchen.litres", "Litres", "How much it holds.", "float", 1.5, 0.1, 5
    )


def test_named_parts():
    registry = {"kettle": Kettle}
    assert named({"name": "kettle", "cups": 2}, registry, "thing") == Kettle(cups=2)
    assert as_named(Kettle(cups=2), registry)["name"] == "kettle"
    with pytest.raises(BadInput, match="No thing is called 'pot'; there are kettle"):
        named({"name": "pot"}, registry, "thing")
