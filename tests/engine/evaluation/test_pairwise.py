"""Baselines on judged pairs, on values worked by hand."""

import numpy as np
import pytest

from engine.errors import BadInput
from engine.evaluation.pairwise import BASELINES, pairwise, pairwise_outcome
from engine.evaluation.relatedness import JudgedPair

WORDS = {"heart": (1, 0), "cardiac": (0.6, 0.8), "pain": (0, 1), "odd": (0, 0)}
PAIRS = [
    JudgedPair("heart pain", "pain of the heart", 9),
    JudgedPair("heart", "cardiac", 8),
    JudgedPair("heart", "pain", 2),
    JudgedPair("odd", "pain", 1),
    JudgedPair("heart", "heart", 10),
]


def encode(texts):
    return np.array([WORDS.get(text, (0, 0)) for text in texts], np.float32)


def test_shared_words_over_all_words() -> None:
    assert pairwise("Jaccard", encode)(PAIRS).tolist() == [0.5, 0, 0, 0, 1]


def test_how_far_words_travel_and_pairs_without_a_word_are_farthest() -> None:
    found = pairwise("word mover's", encode)(PAIRS)
    assert found == pytest.approx([0, -np.sqrt(0.8), -np.sqrt(2), -2, 0], abs=1e-6)
    assert pairwise_outcome("word mover's", PAIRS, encode).silent == 1


def test_spelling_is_symmetric_and_one_for_the_same_term() -> None:
    pairs = [
        JudgedPair("anaemia", "anemia", 1),
        JudgedPair("anemia", "anaemia", 1),
        JudgedPair("anemia", "gout", 0),
        JudgedPair("a b", "A b", 1),
    ]
    there, back, apart, same = pairwise("TF-IDF", encode)(pairs)
    assert there == pytest.approx(back) and 0.3 < there < 1
    assert apart == 0 and same == pytest.approx(1)


@pytest.mark.parametrize("name", BASELINES)
def test_equal_pairs_stay_equal_and_no_pairs_are_no_error(name: str) -> None:
    first, second = pairwise(name, encode)([PAIRS[1], PAIRS[1]])
    assert first == second
    assert pairwise(name, encode)([]).shape == (0,)


def test_another_name_is_refused() -> None:
    with pytest.raises(BadInput, match=r"“cosine”.*Jaccard"):
        pairwise("cosine", encode)(PAIRS)
