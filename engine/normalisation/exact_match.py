"""Texts that are the same but for how they are written: the first thing to look for.

Keys go from strict to loose: the normalised text; its words without punctuation; those with numbers, plurals and
spelling unified; these in any order, without articles and the like; and then with words of one meaning made one
(`wording`). The first key under which the pool has the text answers.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from engine.normalisation.candidate_names import SearchPool
from engine.normalisation.records import Hit, NameMatch, SearchResult
from engine.text import normalise, words
from engine.text.word_variants import bare, meaningful_words, reworded, uncaused, without_generic

EXACT, REWORDED = "exact", "reworded"
BONUS = 0.1  # on the score of a name that says the same in other words
Change = Callable[[str], str]


@dataclass(frozen=True)
class MatchKey:
    """What a name and a query must share: a key of each, since a query may have words more than the name.

    `unified`: it is taken of the text after the changes, not before. `sieve` names the answers found by it.
    """

    of_name: Change
    of_query: Change
    unified: bool = True
    sieve: str = EXACT


def spaced(text: str) -> str:
    """The words of a text, without punctuation and case."""
    return " ".join(words(text))


def bag(text: str) -> str:
    """The words of a text in alphabetical order, each once, without articles and the like."""
    return " ".join(sorted(meaningful_words(text)))


def keys(unify: bool, order: bool, wording: bool) -> list[MatchKey]:
    """The keys to try in turn; `unify` changes texts first, `order` forgets the order of words."""
    same = [MatchKey(normalise, normalise, False), MatchKey(spaced, spaced, False)]
    if unify:
        same.append(MatchKey(spaced, spaced))
    if order:
        same.append(MatchKey(bag, bag))
    if wording:
        same += [MatchKey(of_name, of_query, sieve=REWORDED) for of_name, of_query in WORDINGS]
    return same


WORDINGS: tuple[tuple[Change, Change], ...] = (
    (reworded, reworded),
    (without_generic, without_generic),
    (without_generic, bare),
    (without_generic, uncaused),
)


class ExactMatcher:
    """Finds texts of a pool by their keys; `change` unifies numbers, plurals and spelling.

    `known` are texts with their keys, worked out before with the same keys and change; new ones are added to it.
    """

    def __init__(
        self,
        pool: SearchPool,
        origins: str,
        keys: Sequence[MatchKey],
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

    def places(self, text: str) -> NameMatch:
        """The places of the texts that share the strictest key with `text` that any shares, and that key's sieve."""
        unified = self._change(text)
        for key, places in zip(self.keys, self._places, strict=True):
            if found := places.get(key.of_query(unified if key.unified else text)):
                return NameMatch(found, key.sieve)
        return NameMatch([], "")


def led_by_match(equal: SearchResult, searched: SearchResult) -> SearchResult:
    """What a search found, led by the concepts whose names equal the text.

    Those that are exactly the text come first. Those that only mean the same (`REWORDED`) get a bonus on the score
    that the search gave them, or on the least that it gave, and lead where that is the highest.
    """
    if equal.sieve == EXACT:
        return SearchResult(once((*equal.hits, *searched.hits)), EXACT, equal.tied)
    scores = {hit.concept: hit.score for hit in searched.hits}
    least = searched.hits[-1].score if searched.hits else 0.0
    named = [replace(hit, score=min(1.0, scores.get(hit.concept, least) + BONUS)) for hit in equal.hits]
    hits = sorted((*named, *searched.hits), key=lambda hit: -hit.score)
    if hits[0] in named:
        return SearchResult(once(hits), equal.sieve, equal.tied)
    return SearchResult(once(hits), searched.sieve, searched.tied)


def once(hits: Iterable[Hit]) -> tuple[Hit, ...]:
    """The first hit of each concept."""
    found: dict[str, Hit] = {}
    for hit in hits:
        found.setdefault(hit.concept, hit)
    return tuple(found.values())
