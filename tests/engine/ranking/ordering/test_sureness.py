"""How sure an answer is: a word first, then per cent."""

from __future__ import annotations

import pytest

from engine.ranking.ordering.sureness import sureness


@pytest.mark.parametrize(
    ("probability", "exact", "told"),
    [
        (None, False, []),
        (0.954, True, ["exact", "95 %"]),
        (0.5, False, ["likely", "50 %"]),
        (0.49, False, ["guess", "49 %"]),
        (0.999, False, ["likely", "> 99 %"]),
        (0.001, False, ["guess", "< 1 %"]),
        (1.0, True, ["exact", "100 %"]),
        (0.0, False, ["guess", "0 %"]),
    ],
)
def test_the_word_comes_first(probability: float | None, exact: bool, told: list[str]) -> None:
    assert sureness(probability, exact) == told
