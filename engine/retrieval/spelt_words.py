"""The words of names as they are spelt, and which of them a misspelt word may be."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from functools import cached_property

import numpy as np

from engine.retrieval.postings import Postings
from engine.text.sounds import BySound
from engine.text.spelling_distance import distance, is_word_of_its_own, lacks_two_letters, with_swapped

SHORTEST, LONG = 4, 9  # letters from which a word may be misspelt by one edit, and by two
DOUBLED = re.compile(r"([^\W\d_])\1")
COMMON_TRIGRAMS = 0.45  # share of a misspelt word's trigrams that a correction has
SWAPPED, FEWEST = 4, 2  # trigrams that two swapped letters change, in words that keep this many others


def trigrams(word: str) -> list[str]:
    """The runs of three characters of a word with its two ends marked, each once."""
    padded = f"^{word}$"
    return list(dict.fromkeys(padded[place : place + 3] for place in range(len(padded) - 2)))


def undoubled(word: str) -> str:
    """A word with each doubled letter once and i for y: “tonsillitis” is “tonsilitis”, “dysfunction” “disfunction”."""
    return DOUBLED.sub(r"\1", word).replace("y", "i")


class SpeltWords:
    """`surface`: the words as names have them, with how often."""

    surface: dict[str, int]

    @cached_property
    def spellings(self) -> dict[str, list[str]]:
        """`undoubled` -> the words as names have them that are it but for doubled letters and y."""
        found: dict[str, list[str]] = {}
        plain = undoubled("\n".join(self.surface)).split("\n")  # in one go, which takes a tenth of the time
        for one, word in zip(plain, self.surface, strict=True):
            found.setdefault(one, []).append(word)
        return found

    @cached_property
    def by_sound(self) -> BySound:
        """The words as names have them, by their sound."""
        return BySound(self.surface)

    def longer_words(self, letters: str) -> list[str]:
        """The words that begin with these letters and have more, in order."""
        start, end = bisect_right(self._in_order, letters), bisect_left(self._in_order, f"{letters}\uffff")
        return self._in_order[start:end]

    def nearest_words(self, word: str, unfinished: bool = True) -> list[tuple[int, int, str]]:
        """(edits, minus how often, word): the other words here that a misspelt one may be, in no order.

        Where it may be `unfinished`, a word that goes on as it begins counts as one edit: somebody is still typing.
        """
        if len(word) < SHORTEST:
            return []
        listed, by_trigram, count = self._trigrams
        shared = np.zeros(len(listed), np.int32)
        own = trigrams(word)
        for trigram in own:
            if (number := by_trigram.get(trigram)) is not None:
                shared[count.of_number(number)] += 1
        swapped = [
            other for other in with_swapped(word) if other in self.surface and not is_word_of_its_own(word, other)
        ]
        found = [(1, -self.surface[other], other) for other in swapped]
        allowed = 2 if len(word) >= LONG else 1
        for place in np.flatnonzero(shared >= min(COMMON_TRIGRAMS * len(own), max(FEWEST, len(own) - SWAPPED))):
            other = listed[place]
            if other == word:
                continue
            if unfinished and other.startswith(word):
                edits = 1
            elif abs(len(other) - len(word)) > allowed or len(other) < SHORTEST:
                continue
            else:
                edits = distance(word, other, allowed)
                if edits > allowed or is_word_of_its_own(word, other) or lacks_two_letters(word, other):
                    continue
            found.append((edits, -self.surface[other], other))
        return found

    @cached_property
    def _in_order(self) -> list[str]:
        return sorted(self.surface)

    @cached_property
    def _trigrams(self) -> tuple[list[str], dict[str, int], Postings]:
        listed = list(self.surface)
        numbers: dict[str, int] = {}
        rows = [[numbers.setdefault(trigram, len(numbers)) for trigram in trigrams(word)] for word in listed]
        return listed, numbers, Postings.of(rows).inverted(len(numbers))
