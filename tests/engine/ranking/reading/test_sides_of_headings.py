"""A side or stage beside words that stand for a heading, which has them below."""

from __future__ import annotations

import pytest

from tests.engine.ranking.conftest import First


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("burst eardrum, both ears", "H72.93"),
        ("runny ears, both ears", "H92.13"),
        ("wet macular degeneration left", "H35.3220"),
        ("right malignant glaucoma", "H40.831"),
        ("left lipoma arm", "D17.22"),
        ("left knee pain", "M25.562"),  # as they were
        ("left cleft lip", "Q36.9"),
        ("cataract both eyes", "H26.9"),
    ],
)
def test_the_name_on_that_side_comes_first(first: First, text: str, code: str) -> None:
    assert first(text) == code
