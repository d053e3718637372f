"""What holds two names apart, and what does not."""

from __future__ import annotations

import pytest

from engine.placement.audit.apart import are_opposed, marks_of, same_words_key
from engine.text.word_variants import content_words


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Left-to-right shunt", "Right-to-left shunt"),
        ("HR- with HER2+", "HR+ with HER2-"),
        ("Third trimester, fetus 2", "Second trimester, fetus 3"),
        ("Other sprain of wrist", "Unspecified sprain of wrist"),
        ("Wound without foreign body with damage to nail", "Wound with foreign body without damage to nail"),
    ],
)
def test_marks_hold_names_apart(one: str, other: str) -> None:
    assert marks_of(one) != marks_of(other) and same_words_key(one) != same_words_key(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Blepharophimosis", "blepharophimosis (disease)"),
        ("Neoplasm of neuroepithelium", "Neuroepithelium neoplasm"),
        ("Left lt ear pain", "Pain of left ear lt"),
    ],
)
def test_order_and_words_that_say_nothing_do_not(one: str, other: str) -> None:
    assert same_words_key(one) == same_words_key(other)


def test_opposites_by_prefix() -> None:
    words = [content_words(text)[0] for text in ("Hyperplasia of the maxilla", "Hypoplasia of the maxilla", "Maxilla")]
    assert are_opposed(words[0], words[1]) and not are_opposed(words[0], words[2])
