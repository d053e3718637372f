"""From mentions to concepts: pre-processing, exact match, search, and how sure the answer is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from operator import attrgetter

from engine.mentions import Answer, Hit, Mention, Part
from engine.mentions.batches import batches
from engine.search.abstracts import Abstracts
from engine.search.calibration import Calibration
from engine.search.choosing import Choice, Chooser, named_beside
from engine.search.dictionary import JOIN
from engine.search.exact import EXACT
from engine.search.order import Order
from engine.search.pool import Pool
from engine.search.preparing import Prepared, Preparer, Switches
from engine.search.searcher import Asking, Found, Searcher
from engine.search.spaces import Space
from engine.search.surroundings import Surroundings
from engine.search.targets import Search

BATCH = 4_096  # mentions answered at once
SEEN = 20  # concepts looked at for each text
BONUS = 0.1  # on the score of a name that says the same in other words
SPLIT = 0.05  # by which the parts of a composite must be better, on average, than the whole


@dataclass(frozen=True)
class Options:
    """How mentions are answered."""

    search: Search
    switches: Switches = field(default_factory=Switches)
    top: int = 5
    seed: int = 0


class Normaliser:
    """Answers mentions from a pool of names. `calibration` gives probabilities and the score below which none is given.

    `order` has the last word on candidates that are not an exact match. The pool's columns are made at the first
    question.
    """

    def __init__(
        self,
        pool: Pool,
        space: Space,
        preparer: Preparer,
        options: Options,
        calibration: Calibration | None = None,
        order: Order | None = None,
    ) -> None:
        self.pool, self.options, self.calibration, self.order = pool, options, calibration, order
        self.searcher = Searcher(pool, space, options.search, options.seed)
        self.preparer = preparer
        abstracts = Abstracts(pool)
        self.chooser = Chooser(self.searcher, preparer, abstracts)
        self.surroundings = Surroundings(pool, preparer, abstracts, options.search.origins)

    def weigh(self, weight: float) -> None:
        """Give TF-IDF another weight in the hybrid score; nothing happens where only one kind of row is compared."""
        self.searcher.weigh(weight)

    def answers(self, mentions: Iterable[Mention]) -> Iterator[Answer]:
        """An answer for each mention, in order; memory is bounded by the batch."""
        for batch in batches(mentions, BATCH, attrgetter("context")):
            yield from self._answered(batch)

    def lists(self, mentions: Sequence[Mention]) -> Iterator[Choice | None]:
        """What there is to choose from for each mention; None where it is an exact match, or has no choice."""
        asked = [(mention.context, self.preparer.prepared(mention).query) for mention in mentions]
        found = self._found(text for _, text in asked)
        return self.chooser.choices(self._settled([(context, text, found[text]) for context, text in asked]))

    def _answered(self, batch: Sequence[Mention]) -> Iterator[Answer]:
        prepared = [self.preparer.prepared(mention) for mention in batch]
        found = self._found(text for one in prepared for text in (one.query, *one.queries))
        pairs = list(zip(batch, prepared, strict=True))
        whole = self._settled([(mention.context, one.query, found[one.query]) for mention, one in pairs])
        parts = [(mention.context, text, found[text]) for mention, one in pairs for text in one.queries]
        chosen = {(context, text): one for context, text, one in (*parts, *whole)}
        if self.order is not None:
            chosen = self.chooser.ordered([*parts, *whole], self.order, named_beside(whole))
        for mention, one in pairs:
            here = {text: chosen[mention.context, text] for text in (one.query, *one.queries)}
            yield Answer(mention, tuple(self._parts(one, here)))

    def _settled(self, asked: Sequence[Asking]) -> Sequence[Asking]:
        return self.surroundings.settled(asked) if self.options.switches.surroundings else asked

    def _found(self, texts: Iterable[str]) -> dict[str, Found]:
        """What is found for each text, before any order that was learnt."""
        wanted = list(dict.fromkeys(texts))
        found = self.searcher.find(wanted, max(SEEN, self.options.top))
        return {text: self._matched(text, one) for text, one in zip(wanted, found, strict=True)}

    def _matched(self, text: str, searched: Found) -> Found:
        """What was found, led by the exact match; a name that only means the same gets a bonus on its score."""
        places, sieve = self.preparer.exact(text)
        if not places:
            return searched
        same = self.searcher.named(places, len(places) + SEEN, sieve)
        if sieve == EXACT:
            return Found(_once((*same.hits, *searched.hits)), sieve, same.tied)
        scores = {hit.concept: hit.score for hit in searched.hits}
        least = searched.hits[-1].score if searched.hits else 0.0
        named = [replace(hit, score=min(1.0, scores.get(hit.concept, least) + BONUS)) for hit in same.hits]
        hits = sorted((*named, *searched.hits), key=lambda hit: -hit.score)
        first = sieve if hits[0] in named else searched.sieve
        return Found(_once(hits), first, same.tied if first == sieve else searched.tied)

    def _parts(self, prepared: Prepared, found: dict[str, Found]) -> Iterator[Part]:
        whole = found[prepared.query]
        parts = [found[text] for text in prepared.queries]
        split = bool(parts) and whole.sieve != EXACT and all(part.hits for part in parts)
        split = split and sum(map(_best, parts)) / len(parts) > _best(whole) + SPLIT
        texts, chosen = (prepared.queries, parts) if split else ((prepared.query,), [whole])
        said: set[str] = set()
        for text, one in zip(texts, chosen, strict=True):
            for part in self._one(text, one):
                if not part.candidates or part.candidates[0].concept not in said:
                    said.update(hit.concept for hit in part.candidates[:1])
                    yield part

    def _one(self, text: str, found: Found) -> Iterator[Part]:
        """A part, or as many as the data's composite that it was found to be has."""
        probability = float("nan")
        hits = found.hits[: self.options.top]
        if self.calibration is not None and hits:
            probability = self.calibration.probability(found.sieve, found.score)
            hits = hits if found.score >= self.calibration.threshold or found.sieve == EXACT else ()
        if hits and JOIN in hits[0].concept:
            for concept in hits[0].concept.split(JOIN):
                yield Part(text, (Hit(concept, *_rest(hits[0])),), found.sieve, probability, found.tied)
        else:
            yield Part(text, hits, found.sieve, probability, found.tied)


def _once(hits: Iterable[Hit]) -> tuple[Hit, ...]:
    """The first hit of each concept."""
    found: dict[str, Hit] = {}
    for hit in hits:
        found.setdefault(hit.concept, hit)
    return tuple(found.values())


def _best(found: Found) -> float:
    """The highest score found, whoever leads."""
    return max((hit.score for hit in found.hits), default=-1.0)


def _rest(hit: Hit) -> tuple[str, float, str]:
    return hit.name, hit.score, hit.origin
