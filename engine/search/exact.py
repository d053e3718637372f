"""Texts that are the same but for how they are written: the first thing to look for.

Keys go from strict to loose: the normalised text; its words without punctuation; those with numbers, plurals and
spelling unified; these in any order, without words that say nothing; and then with words of one meaning made one
(`wording`). The first key under which the pool has the text answers.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from engine.search.pool import Pool
from engine.search.wording import bare, named, reworded
from engine.text import normalise, words

EXACT, REWORDED = "exact", "reworded"
EMPTY = {"of", "the", "a", "an", "in", "and", "with", "to", "for", "s", "due", "by", "or", "on", "at", "and/or"}
Change = Callable[[str], str]


@dataclass(frozen=True)
class Key:
    """What two texts must share: of a name, and of the text asked for, which may say more. `sieve` names the answer."""

    of_name: Change
    of_query: Change
    sieve: str = EXACT


def spaced(text: str) -> str:
    """The words of a text, without punctuation and case."""
    return " ".join(words(text))


def bag(text: str) -> str:
    """The words of a text in alphabetical order, each once, without those that say nothing."""
    said = words(text)
    return " ".join(sorted({word for word in said if word not in EMPTY} or set(said)))


def keys(change: Change | None, order: bool, wording: bool) -> list[Key]:
    """The keys to try in turn; `change` unifies numbers, plurals and spelling, `order` forgets the order of words."""
    changed = change or spaced
    found: list[Change] = [normalise, spaced]
    if change is not None:
        found.append(lambda text: spaced(changed(text)))
    if order:
        found.append(lambda text: bag(changed(text)))
    same = [Key(key, key) for key in found]
    if wording:
        for of_name, of_query in ((reworded, reworded), (named, named), (named, bare)):
            same.append(Key(_after(of_name, changed), _after(of_query, changed), REWORDED))
    return same


def _after(key: Change, changed: Change) -> Change:
    return lambda text: key(bag(changed(text)))


class Exact:
    """Finds texts of a pool by their keys."""

    def __init__(self, pool: Pool, origins: str, keys: Sequence[Key]) -> None:
        self.keys = list(keys)
        self._places: list[dict[str, list[int]]] = [defaultdict(list) for _ in self.keys]
        reached = pool.reached(origins)
        for key, places in zip(self.keys, self._places, strict=True):
            for place in reached:
                if known := key.of_name(pool.texts[place]):
                    places[known].append(int(place))

    def places(self, text: str) -> tuple[list[int], str]:
        """The places of the texts that share the strictest key with `text` that any shares, and that key's sieve."""
        for key, places in zip(self.keys, self._places, strict=True):
            if found := places.get(key.of_query(text)):
                return found, key.sieve
        return [], ""
