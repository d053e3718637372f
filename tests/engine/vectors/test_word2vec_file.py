"""word2vec's binary file, written as the C program writes it."""

import struct

import numpy as np
import pytest

from engine.errors import BadInput, Damaged
from engine.vectors import compact, format_of, load_vectors

WORDS = {"</s>": [9, 9], "Heart": [1, 0.5], "lung": [-2, 0.1], "heart": [7, 7], "New_York": [3, 3], "größe": [4, 0]}


def binary(words=WORDS, end=b"\n", announced=None) -> bytes:
    lines = (word.encode() + b" " + struct.pack("<2f", *row) + end for word, row in words.items())
    return f"{announced or len(words)} 2\n".encode() + b"".join(lines)


@pytest.mark.parametrize("end", [b"\n", b""])
def test_words_are_lower_cased_and_the_first_counts(tmp_path, end):
    (tmp_path / "w.bin").write_bytes(binary(end=end))
    assert format_of(tmp_path / "w.bin") == "word2vec"
    vectors = load_vectors(tmp_path / "w.bin")
    assert vectors.words == ["heart", "lung", "größe"]
    rows, known = vectors.rows(["lung", "heart", "skin"])
    np.testing.assert_allclose(rows, [[-2, 0.1], [1, 0.5], [0, 0]], atol=1e-6)
    assert known.tolist() == [True, True, False]
    np.testing.assert_allclose(vectors.encode(["New York", "york"]), [[0.5**0.5, 0.5**0.5], [0, 0]], atol=1e-6)
    assert vectors.unused == 2  # the second heart, and the end of a line


def test_it_is_no_fasttext_file_and_no_text_file(tmp_path, model):
    assert format_of(model) == "fasttext"
    (tmp_path / "t.vec").write_text("2 2\nheart 1 0.5\nlung -2 1e-1\n")
    assert format_of(tmp_path / "t.vec") == "text"


def test_it_can_be_made_compact(tmp_path):
    (tmp_path / "w.bin").write_bytes(binary())
    list(compact(tmp_path / "w.bin", tmp_path / "small.safetensors"))
    given, small = (load_vectors(tmp_path / name).encode(["heart lung"]) for name in ("w.bin", "small.safetensors"))
    np.testing.assert_allclose(small, given, atol=0.02)


def test_what_is_wrong_is_said(tmp_path):
    for content, error, says in [
        (binary()[:-6], Damaged, "announces 6 words and holds 5"),
        (binary(announced=9), Damaged, "announces 9 words and holds 6"),
        (binary({"</s>": [1, 1]}), BadInput, "holds no word vectors"),
        (b"1 0\nheart \x00", BadInput, "vectors of no numbers"),
        (b"5 2\nDear all,\n", BadInput, "not a vectors file"),
    ]:
        (tmp_path / "w.bin").write_bytes(content)
        with pytest.raises(error, match=says):
            load_vectors(tmp_path / "w.bin")
