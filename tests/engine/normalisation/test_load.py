"""Neighbours that belong together stay in one list, within reason."""

from __future__ import annotations

import pytest

from engine.normalisation.load import batches


@pytest.mark.parametrize(
    ("given", "sizes"),
    [
        ("", []),
        ("abcd", [3, 1]),
        ("aabbbcc", [5, 2]),  # the third b and the one before it stay together
        ("aaaaaaaaa", [6, 3]),  # no list is more than twice the size
        ("    ", [3, 1]),  # nothing keeps these together
    ],
)
def test_lists_and_their_sizes(given: str, sizes: list[int]) -> None:
    found = list(batches(given, 3, str.strip))
    assert [len(one) for one in found] == sizes
    assert "".join(item for one in found for item in one) == given
