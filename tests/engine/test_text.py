"""The one tokeniser."""

import pytest

from engine.text import normalise, tokenise, words


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("Type 2 diabetes, with (ketoacidosis)", ["type", "2", "diabetes", ",", "with", "(", "ketoacidosis", ")"]),
        ("Ménière's  disease", ["ménière", "'", "s", "disease"]),
        ("ﬁbrosis ²", ["fibrosis", "2"]),
        ("biallelic_autosomal", ["biallelic", "_", "autosomal"]),
        ("😀", ["😀"]),
        ("  ", []),
    ],
)
def test_tokens(text: str, tokens: list[str]) -> None:
    assert tokenise(text) == tokens


def test_words_leave_punctuation_out() -> None:
    assert words("-- ? 😀") == []
    assert words("α-thalassaemia!") == ["α", "thalassaemia"]


def test_equal_names_normalise_equally() -> None:
    assert normalise(" Heart\tATTACK ") == normalise("heart attack")
