"""Words that a text and names share: how many, how rare, and how near the words that they do not share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence, Set
from math import log
from operator import itemgetter

import numpy as np

from engine.models.protocol import Encode

REMEMBERED = 50_000  # words whose rows are remembered


def shares(words: Set[str], others: Set[str]) -> tuple[float, float, float]:
    """Shares of words that are on both sides: of all there are, of `words`, of `others`.

    >>> shares({"breast", "neoplasm"}, {"neoplasm"})
    (0.5, 0.5, 1.0)
    """
    both = len(words & others)
    return both / max(1, len(words | others)), both / max(1, len(words)), both / max(1, len(others))


class ConceptWords:
    """The words of concepts' names: how rare each is, and a row for each where there is an encoder.

    `concepts`: for each concept the words of all its names.
    """

    def __init__(self, concepts: Iterable[Set[str]], encode: Encode | None) -> None:
        counted = [frozenset(words) for words in concepts]
        often = Counter(word for words in counted for word in words)
        self._never = log(len(counted) + 1)
        self._rareness = {word: self._never - log(count + 1) for word, count in often.items()}
        self._encode, self._rows = encode, dict[str, np.ndarray]()

    def rare(self, words: Sequence[str]) -> np.ndarray:
        """Shares of the words' rareness, ln of (concepts + 1) / (concepts that have the word + 1), which sum to 1."""
        found = np.array([self._rareness.get(word, self._never) for word in words])
        total = found.sum()
        return found / total if total > 0 else np.full(len(words), 1 / max(1, len(words)))

    def share(self, words: Set[str], others: Set[str]) -> float:
        """How much of what is rare in `words` the others have too, 0 to 1."""
        listed = sorted(words)
        return float(self.rare(listed) @ [word in others for word in listed]) if listed else 0.0

    def learn(self, words: Iterable[str]) -> None:
        """Encode those that were not met before, all at once; those of long ago may be forgotten."""
        if len(self._rows) > REMEMBERED:
            self._rows.clear()
        new = [word for word in dict.fromkeys(words) if word not in self._rows]
        if self._encode is not None and new:
            self._rows.update(zip(new, self._encode(new), strict=True))

    def alike(self, words: Sequence[str], others: Sequence[str]) -> np.ndarray:
        """Cosines of words with others, all of which `learn` was last given, [words, others]; 1 for the same word."""
        same = np.array([[word == other for other in others] for word in words], np.float32)
        if self._encode is None or not same.size:
            return same.reshape(len(words), len(others))
        rows, columns = (np.stack([self._rows[word] for word in some]) for some in (words, others))
        found: np.ndarray = np.maximum(same, rows @ columns.T)
        return found

    def nearest(self, words: Sequence[str], names: Sequence[Sequence[Sequence[str]]]) -> list[tuple[float, ...]]:
        """For each concept's names how near their words come to those of a text: seven numbers, 0 to 1.

        Of the name that comes nearest: the mean over the text's words of the cosine with the nearest word, each as it
        is rare; the same over the name's; the mean of both; the least of each. Then the first and the least over the
        words of all these names together.
        """
        column = {word: at for at, word in enumerate(sorted({w for some in names for name in some for w in name}))}
        alike, weight = self.alike(words, list(column)), self.rare(words)
        found: list[tuple[float, ...]] = []
        for some in names:
            rows = [(0.0,) * 5]
            for name in filter(None, some if words else ()):
                part = alike[:, [column[word] for word in name]]
                of_text, of_name = part.max(axis=1), part.max(axis=0)
                text, own = float(of_text @ weight), float(of_name @ self.rare(name))
                rows.append((text, own, (text + own) / 2, float(of_text.min()), float(of_name.min())))
            every = sorted({column[word] for name in some for word in name})
            nearest = alike[:, every].max(axis=1, initial=0.0)
            found.append((*max(rows, key=itemgetter(2)), float(nearest @ weight), float(nearest.min(initial=1.0))))
        return found
