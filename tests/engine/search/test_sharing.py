"""Words shared, as they stand and as words that begin alike."""

from __future__ import annotations

import pytest

from engine.search.sharing import akin, shares, spoken


def test_what_is_spoken() -> None:
    assert spoken("Tumours of the C7 type II") == ({"neoplasm", "c7", "type", "2"}, {"c7", "2"})


@pytest.mark.parametrize(
    ("word", "other", "yes"),
    [
        ("obese", "obesity", True),  # four letters of five
        ("edematous", "edema", True),
        ("retinopathy", "retinal", True),
        ("neuropathy", "neuroblastoma", False),  # five letters of ten
        ("gout", "gout", True),
        ("tic", "tics", False),  # three letters are too few
        ("", "gout", False),
    ],
)
def test_words_of_one_stem(word: str, other: str, yes: bool) -> None:
    assert akin(word, other) == akin(other, word) == yes


def test_shares_by_hand() -> None:
    asked, name = {"obese", "child"}, {"severe", "obesity", "child"}
    assert shares(asked, name) == (1 / 4, 1 / 2, 1 / 3)
    assert shares(asked, name, akin) == (4 / 5, 1.0, 2 / 3)
    assert shares(set(), set()) == shares(set(), set(), akin) == (0.0, 0.0, 0.0)
