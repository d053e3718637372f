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
        "a.txt.gz": gzip.compress(PLAIN.encode(), mtime=0),
        "a.txt.xz": lzma.compress(PLAIN.encode()),
    }
    for name, content in files.items():
        (tmp_path / name).write_bytes(content)
        rows, known = load_vectors(tmp_path / name).rows(["lung", "heart", "skin"])
        np.testing.assert_allclose(rows, [[-2, 0.1], [1, 0.5], [0, 0]], atol=1e-6, err_msg=name)
        assert known.tolist() == [True, True, False]


def test_words_are_lower_cased_and_the_first_counts(tmp_path):
    (tmp_path / "f").write_text("4 2\nHeart 1 0\nheart 0 1\nNew York 2 2\n... 5 5\n", encoding="utf-8")
    vectors = load_vectors(tmp_path / "f")
    assert (vectors.words, vectors.unused) == (["heart"], 2)
    assert vectors.rows(["heart"])[0].tolist() == [[1, 0]]


@pytest.mark.parametrize(
    "content",
    [
        "Heart attack\t0 1 0\nheart\t1 0 0\nattack\t0 0 1\nType 2 diabetes\t1 2 2\n",
        "heart\t1\t0\t0\nHeart  attack\t0\t1\t0\nattack\t0\t0\t1\nType 2 diabetes\t1\t2\t2\n",
        "4 3\nHeart attack 0 1 0\nheart 1 0 0\nattack 0 0 1\nType 2 diabetes 1 2 2\n",
        "heart_attack 0 1 0\nheart 1 0 0\nattack 0 0 1\nType_2_diabetes 1 2 2\n",
    ],
)
def test_a_name_in_the_table_is_its_row_and_any_other_the_mean_of_its_words(tmp_path, content):
    """The released BNE is a table of names; word2vec's phrases are joined by “_”."""
    (tmp_path / "f").write_text(content, encoding="utf-8")
    vectors = load_vectors(tmp_path / "f")
    texts = ["HEART  attack", "heart_attack", "attack heart", "type 2 diabetes", "diabetes", "Heart"]
    mean = [0.5**0.5, 0, 0.5**0.5]
    expected = [[0, 1, 0], [0, 1, 0], mean, [1 / 3, 2 / 3, 2 / 3], [0, 0, 0], [1, 0, 0]]
    np.testing.assert_allclose(vectors.encode(texts), expected, atol=1e-6)
    assert (set(vectors.words), vectors.unused) == ({"heart", "attack"}, 0)


def test_a_word_that_is_not_utf_8_costs_its_own_line_only(tmp_path):
    (tmp_path / "f").write_bytes("cœur 1 2\n".encode() + b"caf\xe9 3 4\nheart 5 6\n")
    vectors = load_vectors(tmp_path / "f")
    assert (vectors.words, vectors.unused) == (["cœur", "heart"], 1)


@pytest.mark.parametrize(
    ("content", "error", "says"),
    [
        (b"heart 1 2\nlung 1\n", BadInput, "line 2: 1 numbers where 2"),
        (b"heart 1 2\nlung 1 x\n", BadInput, "line 2 is not a word and 2 numbers"),
        (b"heart\t1 2\nType 2\t1\n", BadInput, "line 2: 1 numbers where 2"),
        (b"5 2\nheart 1 2\n", Damaged, "announces 5 words and holds 1"),
        (gzip.compress(PLAIN.encode() * 50, mtime=0)[:-9], Damaged, "compressed"),
        (lzma.compress(PLAIN.encode() * 50)[:-9], Damaged, "compressed"),
        (gzip.compress(b"", mtime=0), BadInput, "no word vectors"),
        (b"heart 1 nan\n", Damaged, "not numbers"),
    ],
)
def test_damaged_files_get_one_sentence(tmp_path, content, error, says):
    (tmp_path / "f").write_bytes(content)
    with pytest.raises(error, match=says):
        load_vectors(tmp_path / "f").encode(["heart"])
