"""From mentions to concepts in five steps, each a module: load, prepare (`preprocessing`), search, order, answer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from dataclasses import dataclass, field
from operator import attrgetter

from engine.normalisation.answer import answer
from engine.normalisation.candidate_names import SearchPool
from engine.normalisation.confidence import SieveCalibration
from engine.normalisation.evidence_search import EvidenceSearcher, RankingSource
from engine.normalisation.load import batches
from engine.normalisation.order import ListFeatures, Ordering
from engine.normalisation.preprocessing import Preparer, Switches
from engine.normalisation.records import Answer, SearchedText
from engine.normalisation.request import Search
from engine.normalisation.reranker import Reranker
from engine.normalisation.search import Searcher
from engine.normalisation.similarity import Space
from store.records.mention import Mention

BATCH = 4_096  # mentions answered at once


@dataclass(frozen=True)
class Options:
    """How mentions are answered: what is searched, how texts are prepared, `top` candidates, and the draws' seed."""

    search: Search
    switches: Switches = field(default_factory=Switches)
    top: int = 5
    seed: int = 0


class Normaliser:
    """Answers mentions from a pool of names. `calibration` gives probabilities and the score below which none is given.

    `reranker` has the last word on candidates that are not an exact match. `rankings` search in place of the
    targets where they are given. The pool's columns are made at the first question.
    """

    def __init__(
        self,
        pool: SearchPool,
        space: Space,
        preparer: Preparer,
        options: Options,
        calibration: SieveCalibration | None = None,
        reranker: Reranker | None = None,
        rankings: RankingSource | None = None,
    ) -> None:
        self.pool, self.preparer, self.options, self.calibration = pool, preparer, options, calibration
        about = (pool, space, options.search, options.seed, preparer.match)
        self.searcher = Searcher(*about) if rankings is None else EvidenceSearcher(*about, rankings)
        self.ordering = Ordering(self.searcher, options.switches.surroundings, reranker)

    def weigh(self, weight: float) -> None:
        """Give TF-IDF another weight in the hybrid score; nothing happens where only one kind of row is compared."""
        self.searcher.weigh(weight)

    def undivided(self) -> Normaliser:
        """The same normaliser, but that it answers every text as a whole."""
        other = copy(self)
        other.preparer = self.preparer.undivided()
        return other

    def answers(self, mentions: Iterable[Mention]) -> Iterator[Answer]:
        """An answer for each mention, in order; memory is bounded by the batch."""
        for batch in batches(mentions, BATCH, attrgetter("context")):
            prepared = [self.preparer.prepare(mention) for mention in batch]
            found = self.searcher.search((text for one in prepared for text in one.texts), self.options.top)
            ordered = self.ordering.order([mention.context for mention in batch], prepared, found)
            for mention, one in zip(batch, prepared, strict=True):
                yield answer(mention, one, ordered, self.options.top, self.calibration)

    def lists(self, mentions: Sequence[Mention]) -> Iterator[ListFeatures | None]:
        """The features of the candidates of each mention, which teach a reranker.

        None where the mention is an exact match, or has fewer than two candidates.
        """
        queries = [self.preparer.prepare(mention).query for mention in mentions]
        found = self.searcher.search(queries, self.options.top)
        return self.ordering.lists(
            [
                SearchedText(mention.context, query, found[query])
                for mention, query in zip(mentions, queries, strict=True)
            ]
        )
