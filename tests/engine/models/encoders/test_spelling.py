from __future__ import annotations

import numpy as np
import pytest

from engine.errors import BadInput
from engine.models.encoders.spelling import ALPHABET, DIRECT, MOST_LETTERS, MOST_WORDS, Spelling, letter_number


def encode(words):
    """A word's vector is its length and whether it is a word; punctuation has none."""
    return np.array([[len(w), 1.0] if w[0].isalnum() else [0.0, 0.0] for w in words], np.float32).reshape(-1, 2)


def test_words_and_letters_by_hand():
    spelling = Spelling(["Gout", "Type-1 gout", ""], encode)
    taken = spelling.take(np.array([1, 0]))
    assert len(spelling) == 3
    assert taken["lengths"].tolist() == [4, 1]
    words = ["".join(map(chr, line[:n])) for line, n in zip(taken["letters"], taken["letter_counts"], strict=True)]
    assert [words[i] for i in taken["places"][0]] == ["type", "-", "1", "gout"]
    assert words[taken["places"][1, 0]] == "gout"
    assert len(words) == 4  # a word that two names share is spelled once
    assert taken["vectors"][taken["places"][0]].tolist() == [[4, 1], [0, 0], [1, 1], [4, 1]]


def test_a_name_without_words_is_one_empty_word():
    taken = Spelling(["", "  "], encode).take(np.array([1, 0]))
    assert taken["lengths"].tolist() == [1, 1]
    assert taken["letter_counts"].tolist() == [1]
    assert not taken["letters"].any()
    assert not taken["vectors"].any()


def test_any_order_and_repetition_of_positions():
    texts = ["a bb", "ccc", "d e f g"]
    spelling = Spelling(texts, encode)
    for positions in ([2, 2, 0], [1], [0, 1, 2]):
        taken = spelling.take(np.array(positions))
        for line, position in enumerate(positions):
            places = taken["places"][line, : taken["lengths"][line]]
            assert taken["vectors"][places][:, 0].tolist() == [len(w) for w in texts[position].split()]


def test_long_words_and_names_are_cut():
    spelling = Spelling(["x" * 500, "a " * 500], encode)
    assert spelling.take(np.array([0]))["letter_counts"].tolist() == [MOST_LETTERS]
    assert spelling.take(np.array([1]))["lengths"].tolist() == [MOST_WORDS]


def test_every_letter_has_a_number():
    assert letter_number("α") == ord("α") < DIRECT
    assert DIRECT <= letter_number("病") < ALPHABET
    assert DIRECT <= letter_number(chr(0x10FFFF)) < ALPHABET


def test_without_vectors_of_words_it_cannot_read():
    with pytest.raises(BadInput, match="reads single words"):
        Spelling(["gout"], None)
