"""Our reading of fastText's .bin against fastText's own."""

import struct

import numpy as np
import pytest

from engine.errors import BadInput, Damaged
from engine.vectors import load_vectors
from engine.vectors.fasttext_file import FastTextFile

SEEN = ["heart", "the", ",", ".", "naïve", "größe", "心臓"]
UNSEEN = ["heartless", "überraschung", "心臓病", "x", "1a", "𝔘𝔫𝔦", "ß"]


def test_rows_are_the_mean_of_the_subwords_that_fasttext_names(model):
    import fasttext

    theirs = fasttext.load_model(str(model))
    ours, known = load_vectors(model).rows(SEEN + UNSEEN)
    assert known.all()
    for word, row in zip(SEEN + UNSEEN, ours, strict=True):
        expected = np.mean([theirs.get_input_vector(int(i)) for i in theirs.get_subwords(word)[1]], axis=0)
        np.testing.assert_allclose(row, expected, atol=1e-6, err_msg=word)


def test_rows_agree_with_get_word_vector(model):
    import fasttext

    theirs = fasttext.load_model(str(model))
    ours, _ = load_vectors(model).rows(SEEN + UNSEEN)
    for word, row in zip(SEEN + UNSEEN, ours, strict=True):
        expected = theirs.get_word_vector(word)
        # fasttext-community gives unit vectors here, the original library the mean itself.
        length = np.linalg.norm(row) if np.isclose(np.linalg.norm(expected), 1, atol=1e-4) else 1
        np.testing.assert_allclose(row / length, expected, atol=1e-5, err_msg=word)


def test_the_vocabulary_and_settings_are_read(model):
    vectors = FastTextFile.load(model)
    assert vectors.words[0] == "the" and vectors.counts[0] == max(vectors.counts)
    assert (vectors.dim, vectors.settings["bucket"], vectors.subwords.longest) == (20, 20_000, 5)


def test_unseen_punctuation_has_no_vector(model):
    rows, known = load_vectors(model).rows(["§", "heart"])
    assert known.tolist() == [False, True] and not rows[0].any()


@pytest.mark.parametrize("keep", [3, 40, 300, 0.5, 0.999])
def test_a_file_cut_short_is_damaged_or_refused(model, tmp_path, keep):
    content = model.read_bytes()
    path = tmp_path / "cut.bin"
    path.write_bytes(content[: keep if keep >= 1 else int(len(content) * keep)])
    with pytest.raises((Damaged, BadInput), match="cut"):
        load_vectors(path)


def test_newer_and_quantised_files_are_refused(model, tmp_path):
    content = bytearray(model.read_bytes())
    path = tmp_path / "other.bin"
    path.write_bytes(content[:4] + struct.pack("<i", 13) + content[8:])
    with pytest.raises(BadInput, match="newer fastText"):
        load_vectors(path)
    words = FastTextFile.load(model)
    flag = len(content) - _output_size(words) - words.table.nbytes - 17
    content[flag] = 1
    path.write_bytes(content)
    with pytest.raises(BadInput, match="quantised"):
        load_vectors(path)


def _output_size(vectors: FastTextFile) -> int:
    return 17 + len(vectors.words) * vectors.dim * 4
