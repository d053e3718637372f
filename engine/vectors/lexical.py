"""Character TF-IDF: names that are spelt alike lie close. The exact sparse form is the lexical baseline.

rows = CharacterTfidf(["heart attack", "heart failure"]).encode(["hart attack"])   # csr [1, features], unit rows
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from scipy.sparse import csr_matrix

from engine.errors import BadInput
from engine.text import normalise, words

SHORTEST, LONGEST = 2, 4  # characters of an n-gram; a word's ends count as spaces, and no n-gram spans two words


class CharacterTfidf:
    """TF-IDF of the character n-grams of names, fitted on `texts`; the cosine of two rows is their plain product.

    A count tf weighs 1 + ln tf; with n texts, of which d hold the n-gram, its idf is 1 + ln((1 + n) / (1 + d)).
    `most` keeps only that many of the most frequent n-grams. Raises BadInput when no text holds a word.
    """

    def __init__(
        self, texts: Sequence[str], shortest: int = SHORTEST, longest: int = LONGEST, most: int | None = None
    ) -> None:
        counter = _vectorizer(shortest, longest, max_features=most)
        said = _said(texts)
        if not any(said):
            raise BadInput("Character TF-IDF needs at least one name with a word in it; choose other names to fit on.")
        self._fitted = list(texts), csr_matrix(counter.fit_transform(said))
        self.shortest, self.longest = shortest, longest
        self.ngrams: list[str] = counter.get_feature_names_out().tolist()
        self.idf = counter.idf_.astype(np.float32)
        self._counter = counter

    @classmethod
    def of(cls, ngrams: Sequence[str], idf: np.ndarray, shortest: int, longest: int) -> CharacterTfidf:
        """One fitted before: its n-grams, in order, and their weights, float32 [features]."""
        found = cls.__new__(cls)
        found.shortest, found.longest, found.ngrams = shortest, longest, list(ngrams)
        found.idf = np.asarray(idf, np.float32)
        found._counter = _vectorizer(shortest, longest, vocabulary={ngram: i for i, ngram in enumerate(ngrams)})
        found._counter.idf_ = found.idf
        found._fitted = [], csr_matrix((0, len(found.ngrams)), dtype=np.float32)
        return found

    @property
    def features(self) -> int:
        """Columns of a row."""
        return len(self.ngrams)

    def encode(self, texts: Sequence[str]) -> csr_matrix:
        """float32 csr [len(texts), features], unit rows; a text without a known n-gram, or without a word, is empty."""
        if not len(texts):
            return csr_matrix((0, self.features), dtype=np.float32)
        if list(texts) == self._fitted[0]:  # whoever fits on names mostly wants their rows next
            return self._fitted[1].copy()
        return csr_matrix(self._counter.transform(_said(texts)))


def _vectorizer(shortest: int, longest: int, **more: Any) -> Any:
    from sklearn.feature_extraction.text import TfidfVectorizer

    return TfidfVectorizer(
        analyzer="char_wb",
        ngram_range=(shortest, longest),
        lowercase=False,  # `normalise` has done it
        sublinear_tf=True,
        dtype=np.float32,
        **more,
    )


def _said(texts: Sequence[str]) -> list[str]:
    return [normalise(text) if words(text) else "" for text in texts]
