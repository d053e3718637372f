"""Character TF-IDF against its formula worked in plain Python, and as dense vectors of a file."""

import hashlib
import math
from collections import Counter

import numpy as np
import pytest
from scipy.sparse import vstack

from engine.errors import BadInput, Damaged
from engine.vectors import load_vectors
from engine.vectors.lexical import CharacterTfidf
from engine.vectors.lexical_file import fit_lexical

NAMES = ["heart attack", "heart failure", "Asthma", "bronchial asthma", "lung infection", "infected lung"]


def ngrams(text: str, shortest: int, longest: int) -> list[str]:
    found = []
    for word in text.lower().split():
        padded = f" {word} "
        for n in range(shortest, longest + 1):
            found += [padded[i : i + n] for i in range(len(padded) - n + 1)]
    return found


def naive(fitted: list[str], text: str) -> dict[str, float]:
    documents = [set(ngrams(name, 2, 3)) for name in fitted]
    row = {}
    for ngram, count in Counter(ngrams(text, 2, 3)).items():
        holding = sum(ngram in document for document in documents)
        if holding:
            row[ngram] = (1 + math.log(count)) * (1 + math.log((1 + len(fitted)) / (1 + holding)))
    length = math.sqrt(sum(value**2 for value in row.values()))
    return {ngram: value / length for ngram, value in row.items()}


def test_rows_are_those_of_the_formula():
    tfidf = CharacterTfidf(NAMES, shortest=2, longest=3)
    rows = tfidf.encode(["HEART  heart attac", "infect"]).toarray()
    for row, text in zip(rows, ["heart heart attac", "infect"], strict=True):
        expected = naive(NAMES, text)
        found = {tfidf.ngrams[i]: row[i] for i in np.flatnonzero(row)}
        assert found.keys() == expected.keys()
        np.testing.assert_allclose([found[n] for n in expected], list(expected.values()), rtol=1e-5)


def test_what_says_nothing_is_an_empty_row():
    tfidf = CharacterTfidf([*NAMES, "a - b"])
    rows = tfidf.encode(["", "---", "😀", "qqq", "asthma"])
    assert rows.dtype == np.float32
    assert rows.getnnz(axis=1).astype(bool).tolist() == [False, False, False, False, True]
    assert tfidf.encode([]).shape == (0, tfidf.features)


def test_the_nearest_name_is_the_one_spelt_alike():
    tfidf = CharacterTfidf(NAMES)
    scores = (tfidf.encode(["asthmatic", "hart atack"]) @ tfidf.encode(NAMES).T).toarray()
    assert [NAMES[i] for i in scores.argmax(axis=1)] == ["Asthma", "heart attack"]


def test_only_the_most_frequent_ngrams_are_kept() -> None:
    often = Counter(ngram for name in NAMES for ngram in ngrams(name, 2, 4))
    kept = CharacterTfidf(NAMES, most=30).ngrams
    assert len(kept) == 30 and kept == sorted(kept)
    assert min(often[ngram] for ngram in kept) >= max(count for ngram, count in often.items() if ngram not in kept)


def test_nothing_to_fit_on_is_said():
    with pytest.raises(BadInput, match="at least one name"):
        CharacterTfidf(["", "--"])


def test_one_made_again_from_its_state_gives_the_same_rows():
    tfidf = CharacterTfidf(NAMES, most=30)
    assert tfidf.features == 30
    again = CharacterTfidf.of(tfidf.ngrams, tfidf.idf, tfidf.shortest, tfidf.longest)
    assert (tfidf.encode(NAMES) != again.encode(NAMES)).nnz == 0


def test_dense_rows_keep_the_cosines_when_nothing_is_left_out(tmp_path):
    dense = fit_lexical(tmp_path / "l.safetensors", NAMES, dim=len(NAMES))
    exact = dense.tfidf.encode(NAMES)
    rows = load_vectors(tmp_path / "l.safetensors").encode(NAMES)
    np.testing.assert_allclose(rows @ rows.T, (exact @ exact.T).toarray(), atol=2e-3)  # directions in float16


def test_the_same_names_give_the_same_file_and_others_another(tmp_path):
    files = {name: tmp_path / f"{name}.safetensors" for name in "abc"}
    for name, texts in [("a", NAMES), ("b", NAMES), ("c", NAMES[1:])]:
        fit_lexical(files[name], texts, ["organs"], dim=4)
    assert files["a"].read_bytes() == files["b"].read_bytes()
    assert load_vectors(files["a"]).sha256 == hashlib.sha256(files["a"].read_bytes()).hexdigest()
    assert load_vectors(files["a"]).sha256 != load_vectors(files["c"]).sha256
    assert load_vectors(files["a"]).dim == 4


def test_settings_and_files_that_cannot_be_are_named(tmp_path):
    out = tmp_path / "l.safetensors"
    for wrong, says in [({"dim": 1}, "1 numbers cannot be"), ({"shortest": 5, "longest": 3}, "5 to 3 characters")]:
        with pytest.raises(BadInput, match=says):
            fit_lexical(out, NAMES, **wrong)
    assert not out.exists()
    fit_lexical(out, NAMES, dim=3)
    whole = out.read_bytes()
    for content in (whole[:-2], whole[:-1] + bytes([whole[-1] ^ 1])):
        out.write_bytes(content)
        with pytest.raises(Damaged, match="cut short or damaged"):
            load_vectors(out)


def test_the_rows_it_was_fitted_on_are_those_it_would_make_anew() -> None:
    tfidf = CharacterTfidf(NAMES)
    whole, parts = tfidf.encode(NAMES), vstack([tfidf.encode([name]) for name in NAMES])
    np.testing.assert_allclose(whole.toarray(), parts.toarray(), atol=1e-6)
    whole.data[:] = 0  # a caller's own rows
    assert tfidf.encode(NAMES).nnz and tfidf.encode(NAMES).data.any()
