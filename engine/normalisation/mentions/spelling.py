"""Typing errors: words that no name of the dictionary has, read as the nearest word that one has."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

import numpy as np

from engine.text import LETTERS
from engine.text.plurals import singular
from engine.text.spelling_distance import american, distance, is_word_of_its_own, lacks_two_letters, shortened

SHORTEST, LONGEST, LONG = 5, 40, 10  # longer is no word; letters from which one edit is allowed, and two
CACHED = 500_000


class Corrector:
    """Replaces unknown words by known ones at one edit (two from ten letters on), the commonest when several are.

    `vocabulary` is names or words; how often a word stands in it is how common it is. An edit is a letter left out,
    added, changed, or two neighbours swapped (Damerau); a change to a letter that is neither near on the keyboard nor
    alike in sound counts two, since it makes another word as often as not (hypomania, hypotonia). British and American
    spellings of a word are the same word. Words with digits, short words, acronyms and proper names (a capital after
    words in small letters) stay; the beginnings and ends that words of the field are made of (neur-, -itis) are kept
    where they are spelt right. Neighbours are found through the words less one or two letters, as in SymSpell; built at
    the first unknown word.
    """

    def __init__(self, vocabulary: Iterable[str]) -> None:
        counts: Counter[str] = Counter()
        for text in vocabulary:
            counts.update(LETTERS.findall(text.lower()))
        self.counts = counts
        self._known = set(counts) | {singular(word) for word in counts}
        self._variants: dict[str, str] = {}
        for word, _ in sorted(counts.items(), key=lambda item: (-item[1], item[0])):
            self._variants.setdefault(american(word), word)
        self._words: list[str] = []
        self._keys = np.zeros(0, np.int64)
        self._places = np.zeros(0, np.int32)
        self._cache: dict[str, str] = {}

    def corrected(self, text: str) -> str:
        """`text` with its unknown words corrected, in the case they had (all capitals, a capital first, or none)."""
        return LETTERS.sub(self._word, text)

    def _word(self, match: re.Match[str]) -> str:
        word = match[0]
        if not SHORTEST <= len(word) <= LONGEST or not _plain(word) or _touches_digit(match) or _proper(match):
            return word
        lower = word.lower()
        if lower in self._known:
            return word
        found = self._cache.get(lower)
        if found is None:
            if len(self._cache) >= CACHED:
                self._cache.clear()
            found = self._cache[lower] = self._nearest(lower)
        if found == lower:
            return word
        return found.upper() if word.isupper() else found.capitalize() if word[0].isupper() else found

    def _nearest(self, word: str) -> str:
        """The known word for `word`: the same in the other spelling or number, or the nearest; `word` when none is."""
        variant = american(word)
        if variant in self._variants:
            return self._variants[variant]
        one = singular(word)
        if one != word and (one in self._known or american(one) in self._variants):
            return word if one in self._known else self._variants[american(one)]
        if not self._words:
            self._index()
        most = 2 if len(word) >= LONG else 1
        sought = np.unique(np.fromiter((hash(key) for key in shortened(word, most)), np.int64))
        starts, ends = np.searchsorted(self._keys, sought, "left"), np.searchsorted(self._keys, sought, "right")
        places = {int(place) for a, b in zip(starts, ends, strict=True) for place in self._places[a:b]}
        best: tuple[int, int, str] | None = None
        for place in places:
            other = self._words[place]
            allowed = 2 if min(len(word), len(other)) >= LONG else 1
            begins = other[0] == word[0] or other[:2] == word[1::-1]
            if abs(len(other) - len(word)) > allowed or not begins:
                continue
            edits = distance(word, other, allowed)
            if edits <= allowed and not (is_word_of_its_own(word, other) or lacks_two_letters(word, other)):
                key = (edits, -self.counts[other], other)
                best = key if best is None or key < best else best
        return best[2] if best else word

    def _index(self) -> None:
        """The words that may be corrections, each under itself less up to two letters, sorted by the keys' hashes."""
        self._words = sorted(word for word in self.counts if SHORTEST - 1 <= len(word) <= LONGEST)
        keys: list[int] = []
        places: list[int] = []
        for place, word in enumerate(self._words):
            hashes = {hash(key) for key in shortened(word, 2 if len(word) >= LONG else 1)}  # equal ones are verified
            keys.extend(hashes)
            places.extend([place] * len(hashes))
        found, where = np.array(keys, np.int64), np.array(places, np.int32)
        order = np.argsort(found, kind="stable")
        self._keys, self._places = found[order], where[order]


def _plain(word: str) -> bool:
    """Whether the capitals are those of a word or sentence; “APCs” and “mRNA” are none, nor are short acronyms."""
    return word.islower() or word[1:].islower() or (word.isupper() and len(word) > 6)


def _proper(match: re.Match[str]) -> bool:
    """Whether a capital among words in small letters says that this is somebody's or some place's name."""
    before = match.string[: match.start()].split()
    return match[0][0].isupper() and not match[0].isupper() and any(word.islower() for word in before)


def _touches_digit(match: re.Match[str]) -> bool:
    text, start, end = match.string, match.start(), match.end()
    return text[start - 1 : start].isdigit() or text[end : end + 1].isdigit()
