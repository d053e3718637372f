"""Words shared: how many, how rare, and how near those that are not."""

from __future__ import annotations

from collections.abc import Sequence
from math import log

import numpy as np
import pytest

from engine.normalisation.word_overlap import ConceptWords, shares
from engine.text.word_variants import content_words
from tests.engine.normalisation.small import letters


def test_what_is_spoken() -> None:
    assert content_words("Tumours of the C7 type II") == ({"neoplasm", "c7", "type", "2"}, {"c7", "2"})
    assert content_words("Elevated ocular pressure") == ({"increased", "eye", "pressure"}, {"increased"})
    assert content_words("retinopathies")[0] == {"retina", "disease"}
    assert content_words("Immunodeficiency")[0] == {
        "immune",
        "deficiency",
    }


def test_shares_by_hand() -> None:
    asked, name = {"obese", "child"}, {"severe", "obesity", "child"}
    assert shares(asked, name) == (1 / 4, 1 / 2, 1 / 3)
    assert shares(set(), set()) == (0.0, 0.0, 0.0)


def test_rare_words_weigh_more() -> None:
    words = ConceptWords([{"renal", "disease"}, {"gout", "disease"}, {"disease"}], None)
    renal, disease, unheard = log(4 / 2), log(4 / 4), log(4 / 1)
    assert words.rare(["renal", "disease"]) == pytest.approx([1.0, 0.0])
    assert words.rare(["renal", "unheard"]) == pytest.approx(np.array([renal, unheard]) / (renal + unheard))
    assert words.rare(["disease"]).tolist() == [1.0] and disease == 0  # nothing rare: all count alike
    assert words.share({"renal", "unheard"}, {"renal"}) == pytest.approx(renal / (renal + unheard))
    assert words.share(set(), {"renal"}) == 0 and words.rare([]).tolist() == []


def test_words_are_encoded_once_and_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[list[str]] = []

    def encode(texts: Sequence[str]) -> np.ndarray:
        asked.append(list(texts))
        return letters(texts)

    words = ConceptWords([], encode)
    monkeypatch.setattr("engine.normalisation.word_overlap.REMEMBERED", 3)
    words.learn(["gout", "gouty", "gout"])
    words.learn(["gout", "pain"])
    assert asked == [["gout", "gouty"], ["pain"]]
    alike = words.alike(["gout", "pain"], ["gouty", "pain"])
    assert alike[0, 0] == pytest.approx(2 / 5**0.5) and alike[1].tolist() == [0.0, 1.0]
    words.learn(["foot"])
    words.learn(["gout"])  # four were too many to remember
    assert asked[2:] == [["foot"], ["gout"]]
    assert ConceptWords([], None).alike(["gout"], ["gouty", "gout"]).tolist() == [[0.0, 1.0]]
    assert words.alike([], ["gout"]).shape == (0, 1)
