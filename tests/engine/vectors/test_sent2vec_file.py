"""Sent2Vec's .bin: words and word n-grams, against the loop of its source (dictionary.cc, addNgrams)."""

import numpy as np
import pytest

from engine.errors import BadInput, Damaged
from engine.vectors import compact, format_of, load_vectors

WORDS = ["heart", "attack", "of", "the", "-"]


def by_hand(vectors, text: str, ngrams: int) -> np.ndarray:
    """What print-sentence-vectors adds up, a number at a time; unknown words are not in the line."""
    line = [vectors.words.index(word) for word in text.split() if word in vectors.words]
    taken = list(line)
    for i in range(len(line)):
        h = line[i]
        for j in range(i + 1, min(len(line), i + ngrams)):
            h = (h * 116049371 + line[j]) % 2**64
            taken.append(len(vectors.words) + h % vectors.settings["bucket"])
    row = vectors.table[taken].mean(axis=0)
    return row / np.linalg.norm(row)


@pytest.mark.parametrize("ngrams", [1, 2, 3, 5])
def test_a_text_is_the_mean_of_its_words_and_their_n_grams(sent2vec, tmp_path, ngrams):
    vectors = load_vectors(sent2vec(tmp_path / "s.bin", WORDS, ngrams))
    assert format_of(tmp_path / "s.bin") == "sent2vec"
    texts = ["heart attack", "attack heart", "attack of unheard the heart", "the the the the", "heart", "of - heart"]
    rows = vectors.encode(texts)
    for text, row in zip(texts, rows, strict=True):
        np.testing.assert_allclose(row, by_hand(vectors, text, ngrams), atol=1e-5, err_msg=text)
    assert np.allclose(rows[0], rows[1], atol=1e-4) == (ngrams == 1)
    assert not vectors.encode(["unheard", "-", "", "hear"]).any()


def test_what_cannot_be_read_or_compacted_is_named(sent2vec, tmp_path):
    path = sent2vec(tmp_path / "s.bin", WORDS, model=5)
    with pytest.raises(BadInput, match=r"s\.bin is a model of character and word n-grams"):
        load_vectors(path)
    sent2vec(path, WORDS)
    with pytest.raises(BadInput, match="whose word n-grams no compact file holds"):
        list(compact(path, tmp_path / "small.safetensors"))
    path.write_bytes(path.read_bytes()[:-9])
    with pytest.raises(Damaged, match="cut short"):
        load_vectors(path)
