"""No text is encoded twice."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.retrieval.encoding_cache import AT_ONCE, Remembered


def test_a_text_is_encoded_once() -> None:
    asked: list[str] = []

    def encode(texts: Sequence[str]) -> np.ndarray:
        asked.extend(texts)
        return np.array([[len(text), 1] for text in texts], np.float32).reshape(-1, 2)

    rows = Remembered(encode)
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
