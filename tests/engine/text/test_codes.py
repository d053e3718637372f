from __future__ import annotations

import pytest

from engine.text.codes import code_readings

MEANT = {
    "I219": "I21.9",
    "i21.9": "i21.9",
    "E11.": "E11",
    "E11.-": "E11",
    "S72.002": "S72.002",
    "s72002a": "S72.002A",
    "w11xxxa": "W11.XXXA",
    "m54 5": "M54.5",
    " I21 . 9 ": "I21.9",
    "G20A1": "G20.A1",
    "HP 0001250": "HP:0001250",
    "HP_0001250": "HP:0001250",
    "hp:1250": "HP:0001250",
    "0001250": "HP:0001250",
    "d009369": "MESH:D009369",
    "mesh:D009369": "D009369",
    "OMIM 143100": "OMIM:143100",
    "143100": "OMIM:143100",
    "doid:00014": "DOID:14",
    "22298006": "22298006",
    "kh150": "KH-150",
    "KH 150": "KH-150",
}


@pytest.mark.parametrize("typed", MEANT)
def test_a_spelling_is_the_one_that_is_meant(typed: str) -> None:
    assert MEANT[typed] in code_readings(typed)


@pytest.mark.parametrize("text", ["heart attack", "", " . ", "stage 3 pressure ulcer", "BMI of 32", "1" * 50])
def test_what_is_no_code_has_no_spelling(text: str) -> None:
    assert code_readings(text) == []


def test_what_is_typed_comes_first_and_each_spelling_once() -> None:
    assert code_readings("I21.9") == ["I21.9"]
    assert code_readings("E119") == ["E119", "E11.9"]
    assert len(set(code_readings("hp:0001250"))) == len(code_readings("hp:0001250"))
