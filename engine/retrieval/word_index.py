"""The words of the names of one terminology version: which names have a word, and how rare it is.

A name is the set of its content words (`engine.text.word_variants.content_words`): one spelling, one number, one word
for one thing. The file is made once for a version and read whole; it says nothing of any encoder.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from functools import cached_property, lru_cache
from typing import Any

import numpy as np

from engine.retrieval.index import best, nearest_to_any
from engine.retrieval.name_words import different, read_words, without_added
from engine.retrieval.postings import Postings, summed
from engine.retrieval.spelt_words import SpeltWords
from engine.text.hashes import hash_of
from engine.text.text_arrays import lines_of, text_array
from engine.text.word_forms import SHARED, alike
from engine.text.word_variants import read_content_words

EMPTY = frozenset(["unspecified", "nos", "other", "specified", "classified", "elsewhere"])  # say nothing of the thing
GENERIC = frozenset(["disease", "disorder", "syndrome"])
WEIGHT_OF_EMPTY, WEIGHT_OF_GENERIC = 0.3, 1.0
OF_UNKNOWN = 0.7  # of the weight of a word that no family has
UNMARKED = frozenset(["nos", "unspecified"])  # left out of keys: “Stroke NOS” is “stroke”
COMMON = 0.2  # share of the names from which a word is too common to find any

_hash = lru_cache(maxsize=200_000)(hash_of)


@lru_cache(maxsize=30_000)
def telling_words(text: str) -> frozenset[str]:
    """The content words of a name, without the codes of its block and without what it is that is unspecified.

    >>> sorted(telling_words("Hypertensive diseases (I10-I1A)"))
    ['disease', 'hypertensive']
    >>> sorted(telling_words("Pneumonia, unspecified organism"))
    ['pneumonia', 'unspecified']
    >>> sorted(telling_words("Urinary tract infection, site not specified"))
    ['infection', 'tract', 'urinary']
    """
    return read_content_words(without_added(text))[0]


def content_key(text: str) -> int:
    """A number that two names share when their telling words, “NOS” and “unspecified” left out, are the same."""
    found = telling_words(text)
    total = sum(_hash(word) for word in found - UNMARKED or found) % 2**64
    return total - 2**64 if total >= 2**63 else total


class WordIndex(SpeltWords):
    """Words of names; row i is the i-th name.

    `vocabulary` are the content words, `rarity` float32 of each: ln (families + 1) / (families with a name that has it
    + ½), an inverse document frequency (Spärck Jones 1972). A family is the names of concepts under one parent, so that
    “fracture” with its thousand kinds stays a word that says something; `never` is ln (families + 1). `surface` are the
    words as names have them, with how often. `texts` reads the names of rows and `codes` the ids of their concepts,
    where they are at hand.
    """

    texts: Callable[[np.ndarray], list[str]] = staticmethod(lambda rows: [])
    codes: Callable[[np.ndarray], list[str]] = staticmethod(lambda rows: [])

    def __init__(self, arrays: dict[str, np.ndarray]) -> None:
        self.arrays = arrays
        self.vocabulary = {word: place for place, word in enumerate(lines_of(arrays["vocabulary"]))}
        self.rarity = arrays["rarity"]
        self.never = float(arrays["never"][0])
        self.words_of = Postings(arrays["row_starts"], arrays["row_words"])
        self.rows_with = Postings(arrays["word_starts"], arrays["word_rows"])
        self.lengths = arrays["lengths"]
        self.keys, self._by_key = arrays["keys"], arrays["by_key"]

    def __len__(self) -> int:
        """How many names there are."""
        return len(self.lengths)

    @classmethod
    def of(cls, names: Iterable[str], families: Sequence[Any], like: WordIndex | None = None) -> WordIndex:
        """Read the names; `families` [names] is equal for names of concepts that stand side by side.

        `like`: an index that says how rare words are, where these names are too few to tell.
        """
        read = read_words(names)
        numbers = {word: place for place, word in enumerate(read.vocabulary)}
        words_of = Postings(read.starts, read.places)
        lengths = np.diff(read.starts)
        numbered: dict[Any, int] = {}
        family = np.fromiter((numbered.setdefault(one, len(numbered)) for one in families), np.int64, len(families))
        seen = different(words_of.places * np.int64(max(1, len(numbered))) + np.repeat(family, lengths))
        often = np.bincount(seen // max(1, len(numbered)), minlength=len(numbers))
        never = float(np.log(len(numbered) + 1))
        rarity = (never - np.log(often + 0.5)).clip(0.05).astype(np.float32)
        if like is not None:
            never = like.never
            for word, place in numbers.items():
                known = like.vocabulary.get(word)
                rarity[place] = never if known is None else like.rarity[known]
        for word, place in numbers.items():
            if word in EMPTY:
                rarity[place] = WEIGHT_OF_EMPTY
            elif word in GENERIC:
                rarity[place] = min(rarity[place], WEIGHT_OF_GENERIC)
        rows_with = words_of.inverted(len(numbers))
        surface, keys = sorted(read.surface), _keys(words_of, read.vocabulary)
        return cls(
            {
                "vocabulary": text_array(numbers),
                "rarity": rarity,
                "never": np.array([never]),
                "row_starts": words_of.starts,
                "row_words": words_of.places,
                "word_starts": rows_with.starts,
                "word_rows": rows_with.places,
                "lengths": words_of.sums(np.arange(len(lengths)), rarity) + np.float32(1e-6),
                "keys": keys,
                "by_key": np.argsort(keys, kind="stable").astype(np.int32),
                "surface": text_array(surface),
                "surface_counts": np.array([read.surface[word] for word in surface], np.int64),
            }
        )

    def weights(self, text: str) -> tuple[np.ndarray, np.ndarray, float]:
        """The words of a text that are here as places in the vocabulary, sorted, their weights, float32, and the sum of
        all its words' weights, where a word unknown here weighs OF_UNKNOWN · `never`."""
        words = telling_words(text)
        places = np.array(sorted(self.vocabulary[word] for word in words if word in self.vocabulary), np.int64)
        weights = self.rarity[places]
        return places, weights, float(weights.sum()) + OF_UNKNOWN * self.never * (len(words) - len(places)) + 1e-6

    def shares(self, texts: Sequence[str], rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The share, by weight, of each text's words that the names of `rows` have, and of these names' words that each
        text has, both float32 [rows, texts]."""
        known = [self.weights(text) for text in texts]
        every = np.unique(np.concatenate([places for places, _, _ in known])) if known else np.empty(0, np.int64)
        table = np.zeros((len(every) + 1, len(texts)), np.float32)  # its last row is of all words that no text has
        for column, (places, weights, _) in enumerate(known):
            table[np.searchsorted(every, places), column] = weights
        words, ends = self.words_of.flat(rows)
        at = np.searchsorted(every, words)
        at[np.append(every, -1)[at] != words] = len(every)
        running = np.concatenate([np.zeros((1, len(texts))), np.cumsum(table[at], axis=0, dtype=np.float64)])
        shared = running[ends] - running[np.concatenate([[0], ends[:-1]])]
        totals = np.array([total for _, _, total in known])
        return (shared / totals).astype(np.float32), (shared / self.lengths[rows, None]).astype(np.float32)

    def nearest(self, texts: Sequence[str], most: int) -> np.ndarray:
        """The rows that share most with any of the texts, at most `most`: by the share of the text's words times the
        root of the share of the name's. Words that a fifth of all names have find nothing by themselves."""
        rows, scores = [np.empty(0, np.int64)], [np.empty(0)]
        for text in texts:
            places, weights, total = self.weights(text)
            telling = self._often[places] < COMMON * len(self)
            if not telling.any():
                continue
            places, weights = places[telling], weights[telling]
            found = np.concatenate([self.rows_with.of_number(place) for place in places])
            here, sums = summed(found, np.repeat(weights, self._often[places]), len(self))
            likeness = sums / total * np.sqrt(sums / self.lengths[here])
            first = best(likeness, most)
            rows.append(here[first])
            scores.append(likeness[first])
        return nearest_to_any(np.concatenate(scores), np.concatenate(rows), most)

    @cached_property
    def _often(self) -> np.ndarray:
        return np.diff(self.rows_with.starts)

    def with_key(self, text: str) -> np.ndarray:
        """The rows whose names have the content words of a text and no others."""
        key = content_key(text)
        order = self._by_key
        start, stop = (int(np.searchsorted(self.keys, key, side, sorter=order)) for side in ("left", "right"))
        found: np.ndarray = np.sort(order[start:stop])
        return found

    def has_all_words(self, text: str) -> bool:
        """Whether a name has every telling word of a text, perhaps beside others."""
        words = telling_words(text)
        return len(self.rows_with_all(words)) > 0

    def rows_with_all(self, words: Collection[str]) -> np.ndarray:
        """The rows whose names have each of these telling words; none where there are no words."""
        if not words or not all(word in self.vocabulary for word in words):
            return np.empty(0, np.int64)
        first, *others = sorted((self.rows_with.of_number(self.vocabulary[word]) for word in words), key=len)
        for other in others:
            at = np.searchsorted(other, first)
            first = first[other[np.minimum(at, len(other) - 1)] == first]
        return first

    def rows_with_any(self, words: Iterable[str]) -> np.ndarray:
        """The rows whose names have one of these telling words, sorted."""
        found = [self.rows_with.of_number(self.vocabulary[word]) for word in words if word in self.vocabulary]
        return np.unique(np.concatenate(found)) if found else np.empty(0, np.int64)

    def shared(self, rows: np.ndarray, words: Iterable[str]) -> tuple[np.ndarray, np.ndarray]:
        """How many telling words of the name of each row are among these, and how many are not, both int64 [rows]."""
        places = np.array([self.vocabulary[word] for word in words if word in self.vocabulary], np.int64)
        flat, ends = self.words_of.flat(rows)
        running = np.append(0, np.cumsum(np.isin(flat, places)))
        starts = np.append(0, ends)[:-1]
        found = running[ends] - running[starts]
        return found, ends - starts - found

    def forms_of(self, word: str) -> list[str]:
        """The telling words of names that are this word in any form: “obstruction” for “obstructed”."""
        return [one for one in self._by_beginning.get(word[:SHARED], ()) if alike(word, one)] or [word]

    @cached_property
    def _by_beginning(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for word in self.vocabulary:
            if len(word) >= SHARED:
                found.setdefault(word[:SHARED], []).append(word)
        return found

    @cached_property
    def surface(self) -> dict[str, int]:  # type: ignore[override]
        """The words as names have them, with how often."""
        counts = self.arrays["surface_counts"].tolist()
        return dict(zip(lines_of(self.arrays["surface"]), counts, strict=True))


def _keys(words_of: Postings, vocabulary: Sequence[str]) -> np.ndarray:
    """The `content_key` of each name, int64."""
    hashes = np.array([_hash(word) for word in vocabulary], np.uint64)
    marked = np.array([word not in UNMARKED for word in vocabulary], bool)
    rows = np.repeat(np.arange(len(words_of.starts) - 1), np.diff(words_of.starts))
    counts = marked[words_of.places]
    counts |= (np.bincount(rows[counts], minlength=len(words_of.starts) - 1) == 0)[rows]
    running = np.zeros(len(rows) + 1, np.uint64)  # sums wrap around, differences too
    np.cumsum(hashes[words_of.places] * counts, out=running[1:])
    found: np.ndarray = (running[words_of.starts[1:]] - running[words_of.starts[:-1]]).view(np.int64)
    return found
