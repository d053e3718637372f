"""No text is encoded twice."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from engine.retrieval import encoding_cache
from engine.retrieval.encoding_cache import AT_ONCE, RememberingEncoder, RowsOfTexts


class Lengths:
    """An encoder that reads how long a text is, and counts what it is asked."""

    dim = 1

    def __init__(self, sha256: str) -> None:
        self.sha256, self.asked = sha256, list[str]()

    def encode(self, names: Sequence[str]) -> np.ndarray:
        self.asked += names
        return np.array([[len(name)] for name in names], np.float32)


def test_a_text_is_encoded_once() -> None:
    asked: list[str] = []

    def encode(texts: Sequence[str]) -> np.ndarray:
        asked.extend(texts)
        return np.array([[len(text), 1] for text in texts], np.float32).reshape(-1, 2)

    rows = RememberingEncoder(encode)
    told = list(rows.read(["a", "bb", "a"]))
    assert asked == ["a", "bb"] and told[-1].message == "Encoding names: 2 of 2"
    assert rows(["bb", "ccc", "a"]).tolist() == [[2, 1], [3, 1], [1, 1]]
    assert rows(["ccc"]).tolist() == [[3, 1]] and asked == ["a", "bb", "ccc"]
    assert rows([]).shape == (0, 2)
    many = [str(number) for number in range(AT_ONCE + 5)]
    assert [one.message.split(": ")[1] for one in rows.read(many)] == [
        f"{AT_ONCE:,} of {AT_ONCE + 5:,}",
        f"{AT_ONCE + 5:,} of {AT_ONCE + 5:,}",
    ]


def test_more_rows_than_are_held_are_encoded_once_and_other_encoders_keep_theirs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Above the limit every call had encoded all names again, under every encoder."""
    monkeypatch.setattr(encoding_cache, "MOST_ROWS", 3)
    cache, one, other = RowsOfTexts(), Lengths("one"), Lengths("other")
    cache.of(["a", "bb"], other)
    many = ["a", "bb", "ccc", "dddd"]
    for _ in range(2):
        assert cache.of(many, one).tolist() == [[1], [2], [3], [4]]
        assert cache.of(["bb", "a"], other).tolist() == [[2], [1]]
    assert (one.asked, other.asked) == (many, ["a", "bb"])
    assert cache.of(["a", "eeeee"], one).tolist() == [[1], [5]] and one.asked == [*many, "eeeee"]
    assert cache.of(["bb"], one).tolist() == [[2]] and one.asked == [*many, "eeeee", "bb"]  # it had been given up
