"""word2vec's and GloVe's text files, whole and damaged."""

import gzip
import lzma

import numpy as np
import pytest

from engine.errors import BadInput, Damaged
from engine.vectors import load_vectors

PLAIN = "heart 1 0.5\nlung -2 1e-1\n"


def test_with_and_without_header_plain_and_compressed(tmp_path):
    files = {
        "glove.txt": PLAIN.encode(),
        "word2vec.vec": b"2 2\n" + PLAIN.encode(),
        "windows.txt": PLAIN.replace("\n", "\r\n").encode(),
        "a.txt.gz": gzip.compress(PLAIN.encode()),
        "a.txt.xz": lzma.compress(PLAIN.encode()),
    }
    for name, content in files.items():
        (tmp_path / name).write_bytes(content)
        rows, known = load_vectors(tmp_path / name).rows(["lung", "heart", "skin"])
        np.testing.assert_allclose(rows, [[-2, 0.1], [1, 0.5], [0, 0]], atol=1e-6, err_msg=name)
        assert known.tolist() == [True, True, False]


def test_words_are_lower_cased_the_first_counts_and_phrases_are_left_out(tmp_path):
    (tmp_path / "f").write_text("2 2\n", encoding="utf-8")
    (tmp_path / "f").write_text("3 2\nHeart 1 0\nheart 0 1\nNew York 2 2\n", encoding="utf-8")
    vectors = load_vectors(tmp_path / "f")
    assert vectors.words == ["heart"]
    assert vectors.rows(["heart"])[0].tolist() == [[1, 0]]


@pytest.mark.parametrize(
    ("content", "error", "says"),
    [
        (b"heart 1 2\nlung 1\n", BadInput, "line 2: 1 numbers where 2"),
        (b"heart 1 2\nlung 1 x\n", BadInput, "line 2 is not a word and 2 numbers"),
        (b"heart 1 2\n\xff\xfe 1 2\n", BadInput, "line 2 is not"),
        (b"5 2\nheart 1 2\n", Damaged, "announces 5 words and holds 1"),
        (gzip.compress(PLAIN.encode() * 50)[:-9], Damaged, "compressed"),
        (lzma.compress(PLAIN.encode() * 50)[:-9], Damaged, "compressed"),
        (gzip.compress(b""), BadInput, "no word vectors"),
        (b"heart 1 nan\n", Damaged, "not numbers"),
    ],
)
def test_damaged_files_get_one_sentence(tmp_path, content, error, says):
    (tmp_path / "f").write_bytes(content)
    with pytest.raises(error, match=says):
        load_vectors(tmp_path / "f").encode(["heart"])
