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
from engine.search.wording import bare, named, reworded, said, uncaused
from engine.text import normalise, words

EXACT, REWORDED = "exact", "reworded"
Change = Callable[[str], str]


@dataclass(frozen=True)
class Key:
    """What two texts must share: of a name, and of the text asked for, which may say more. `sieve` names the answer.

    `unified`: it is taken of the bag of words that the changes leave, not of the text.
    """

    of_name: Change
    of_query: Change
    unified: bool = True
    sieve: str = EXACT


def spaced(text: str) -> str:
    """The words of a text, without punctuation and case."""
    return " ".join(words(text))


def bag(text: str) -> str:
    """The words of a text in alphabetical order, each once, without those that say nothing."""
    return " ".join(sorted(said(text)))


def keys(unify: bool, order: bool, wording: bool) -> list[Key]:
    """The keys to try in turn; `unify` changes texts first, `order` forgets the order of words."""
    same = [Key(normalise, normalise, False), Key(spaced, spaced, False)]
    if unify:
        same.append(Key(spaced, spaced))
    if order:
        same.append(Key(bag, bag))
    if wording:
        same += [Key(of_name, of_query, sieve=REWORDED) for of_name, of_query in WORDINGS]
    return same


WORDINGS: tuple[tuple[Change, Change], ...] = ((reworded, reworded), (named, named), (named, bare), (named, uncaused))


class Exact:
    """Finds texts of a pool by their keys; `change` unifies numbers, plurals and spelling.

    `known` are texts with their keys, worked out before with the same keys and change; new ones are added to it.
    """

    def __init__(
        self,
        pool: Pool,
        origins: str,
        keys: Sequence[Key],
        change: Change = spaced,
        known: dict[str, list[str]] | None = None,
    ) -> None:
        self.keys, self._change = list(keys), change
        self._places: list[dict[str, list[int]]] = [defaultdict(list) for _ in self.keys]
        known = {} if known is None else known
        for place in pool.reached(origins).tolist():
            text = pool.texts[place]
            if text not in known:
                known[text] = self._keys_of(text)
            for key, places in zip(known[text], self._places, strict=True):
                if key:
                    places[key].append(place)

    def _keys_of(self, text: str) -> list[str]:
        unified = self._change(text)
        made: dict[Change, str] = {}  # two keys may ask the same of a name
        found = []
        for key in self.keys:
            if not key.unified:
                found.append(key.of_name(text))
                continue
            if key.of_name not in made:
                made[key.of_name] = key.of_name(unified)
            found.append(made[key.of_name])
        return found

    def places(self, text: str) -> tuple[list[int], str]:
        """The places of the texts that share the strictest key with `text` that any shares, and that key's sieve."""
        unified = self._change(text)
        for key, places in zip(self.keys, self._places, strict=True):
            if found := places.get(key.of_query(unified if key.unified else text)):
                return found, key.sieve
        return [], ""
