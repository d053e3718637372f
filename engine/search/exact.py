"""Texts that are the same but for how they are written: the first thing to look for.

Keys go from strict to loose: the normalised text; its words without punctuation; those after the switches' changes
(numbers, plurals); and these in any order, without words that say nothing. The first key under which the pool has the
text answers.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence

from engine.search.pool import Pool
from engine.text import normalise, words

EXACT = "exact"
EMPTY = {"of", "the", "a", "an", "in", "and", "with", "to", "for", "s", "due", "by", "or", "on", "at"}
Key = Callable[[str], str]


def spaced(text: str) -> str:
    """The words of a text, without punctuation and case."""
    return " ".join(words(text))


def bag(text: str) -> str:
    """The words of a text in alphabetical order, each once, without those that say nothing."""
    said = words(text)
    return " ".join(sorted({word for word in said if word not in EMPTY} or set(said)))


def keys(change: Key | None, order: bool) -> list[Key]:
    """The keys to try in turn; `change` unifies numbers and plurals, `order` forgets the order of words."""
    found: list[Key] = [normalise, spaced]
    if change is not None:
        found.append(lambda text: spaced(change(text)))
    if order:
        found.append(bag if change is None else lambda text: bag(change(text)))
    return found


class Exact:
    """Finds texts of a pool by their keys."""

    def __init__(self, pool: Pool, origins: str, keys: Sequence[Key]) -> None:
        self.keys = list(keys)
        self._places: list[dict[str, list[int]]] = [defaultdict(list) for _ in self.keys]
        reached = pool.reached(origins)
        for key, places in zip(self.keys, self._places, strict=True):
            for place in reached:
                if known := key(pool.texts[place]):
                    places[known].append(int(place))

    def places(self, text: str) -> list[int]:
        """The places of the texts that are the same under the strictest key that finds any."""
        for key, places in zip(self.keys, self._places, strict=True):
            if found := places.get(key(text)):
                return found
        return []
