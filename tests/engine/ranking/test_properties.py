"""What a candidate is, read from its id and its names."""

from __future__ import annotations

import pytest

from engine.ranking.properties import PROPERTIES, Described, properties


def described(id: str, name: str, reading: str) -> dict[str, float]:
    one = Described(id=id, name=name, preferred=name, reading=reading, leaf=True, top=False, obsolete=False)
    return dict(zip(PROPERTIES, properties((reading,), one), strict=True))


@pytest.mark.parametrize(
    ("id", "shape"),
    [
        ("9", "chapter"),
        ("I10-I1A", "block"),
        ("B20-B20", "block of one category"),
        ("I10", "3 characters"),
        ("I21.9", "4 characters"),
        ("S72.92XA", "7 characters"),
    ],
)
def test_an_id_of_icd10_tells_what_it_is(id: str, shape: str) -> None:
    found = described(id, "Disease", "disease")
    shapes = ("chapter", "block", "block of one category", *(f"{length} characters" for length in range(3, 8)))
    assert {name for name in shapes if found[name]} == {shape}


def test_words_in_brackets_are_no_difference_unless_they_are_typed() -> None:
    assert not described("I10", "Essential (primary) hypertension", "essential hypertension")["stage, name"]
    assert not described("I10", "Essential (primary) hypertension", "primary hypertension")["stage, name"]
    assert described("I15", "Secondary hypertension", "essential hypertension")["stage, name"]


def test_what_is_not_specified_is_unspecified() -> None:
    assert described("N39.0", "Urinary tract infection, site not specified", "UTI")["unspecified"]
