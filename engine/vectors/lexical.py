"""Character TF-IDF: names that are spelt alike lie close. The exact sparse form is the lexical baseline.

rows = CharacterTfidf(["heart attack", "heart failure"]).encode(["hart attack"])   # csr [1, features], unit rows
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any

import numpy as np

from engine.errors import BadInput
from engine.text import normalise, words

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix

SHORTEST, LONGEST = 2, 4  # characters of an n-gram; a word's ends count as spaces, and no n-gram spans two words


class CharacterTfidf:
    """TF-IDF of the character n-grams of names, fitted on `texts`; the cosine of two rows is their plain product.

    A count tf weighs 1 + ln tf; with n texts, of which d hold the n-gram, its idf is 1 + ln((1 + n) / (1 + d)).
    `most` keeps only that many of the most frequent n-grams. Raises BadInput when no text holds a word.
    """

    def __init__(
        self, texts: Sequence[str], shortest: int = SHORTEST, longest: int = LONGEST, most: int | None = None
    ) -> None:
        normalised = _normalised(texts)
        if not any(normalised):
            raise BadInput("Character TF-IDF needs at least one name with a word in it; choose other names to fit on.")
        self.shortest, self.longest = shortest, longest
        self._counter, self._weights = _counter(shortest, longest), _weights()
        counts = _counts(normalised, self._counter.fit_transform)
        self.ngrams: list[str] = self._counter.get_feature_names_out().tolist()
        if most is not None and most < len(self.ngrams):
            often = np.sort(np.argsort(-np.asarray(counts.sum(axis=0))[0], kind="stable")[:most])
            counts, self.ngrams = counts[:, often], [self.ngrams[place] for place in often.tolist()]
            self._counter = _counter(shortest, longest, self.ngrams)
        self._fitted = list(texts), _csr(self._weights.fit_transform(counts))
        self.idf = self._weights.idf_.astype(np.float32)

    @classmethod
    def of(cls, ngrams: Sequence[str], idf: np.ndarray, shortest: int, longest: int) -> CharacterTfidf:
        """One fitted before: its n-grams, in order, and their weights, float32 [features]."""
        found = cls.__new__(cls)
        found.shortest, found.longest, found.ngrams = shortest, longest, list(ngrams)
        found.idf = np.asarray(idf, np.float32)
        found._counter, found._weights = _counter(shortest, longest, found.ngrams), _weights()
        found._weights.idf_ = found.idf
        found._fitted = [], _csr((0, len(found.ngrams)), dtype=np.float32)
        return found

    @property
    def features(self) -> int:
        """Columns of a row."""
        return len(self.ngrams)

    def encode(self, texts: Sequence[str]) -> csr_matrix:
        """float32 csr [len(texts), features], unit rows; a text without a known n-gram, or without a word, is empty."""
        if not len(texts):
            return _csr((0, self.features), dtype=np.float32)
        if list(texts) == self._fitted[0]:  # whoever fits on names mostly wants their rows next
            return self._fitted[1].copy()
        return _csr(self._weights.transform(_counts(_normalised(texts), self._counter.transform)))


def _csr(*parts: Any, dtype: type | None = None) -> csr_matrix:
    """A sparse matrix of these parts; scipy is loaded with the first."""
    from scipy.sparse import csr_matrix

    return csr_matrix(*parts, dtype=dtype)


def _counter(shortest: int, longest: int, ngrams: Sequence[str] | None = None) -> Any:
    from sklearn.feature_extraction.text import CountVectorizer

    return CountVectorizer(
        analyzer="char_wb",
        ngram_range=(shortest, longest),
        lowercase=False,  # `normalise` has done it
        vocabulary=None if ngrams is None else {ngram: place for place, ngram in enumerate(ngrams)},
        dtype=np.float32,
    )


def _weights() -> Any:
    from sklearn.feature_extraction.text import TfidfTransformer

    return TfidfTransformer(sublinear_tf=True)


def _counts(normalised: Sequence[str], of_words: Callable[[list[str]], Any]) -> csr_matrix:
    """How often each text has each n-gram, float32 csr [texts, n-grams]; `of_words` counts those of words.

    No n-gram spans two words, so a word is read once however many names have it.
    """
    numbers: dict[str, int] = {}
    places = [[numbers.setdefault(word, len(numbers)) for word in text.split()] for text in normalised]
    ends = np.cumsum([0, *map(len, places)])
    ones = np.ones(ends[-1], np.float32)
    by_text = _csr((ones, list(chain.from_iterable(places)), ends), (len(normalised), len(numbers)))
    counts = _csr(by_text @ of_words(list(numbers)))
    counts.sort_indices()
    return counts


def _normalised(texts: Sequence[str]) -> list[str]:
    return [normalise(text) if words(text) else "" for text in texts]
