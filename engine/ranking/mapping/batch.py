"""The candidates of every source concept at once, and what speaks for each, as in a ranking.

A source concept is asked by its preferred name; its other exact names stand where a ranking has the names that another
terminology lends, and so do the names that other terminologies lend it here; its parents' names stand where those of
the lender's parents stand. So the learnt order applies as it is.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cached_property

import numpy as np

from engine.ranking.mapping.records import MappingAnswer
from engine.ranking.mapping.side import MappedSide
from engine.ranking.mapping.source_lenders import LentNames
from engine.ranking.ordering.evidence import ConceptEvidence, with_features
from engine.ranking.ordering.likely import NamedRow, likeliest
from engine.ranking.ordering.order import LearntOrder
from engine.ranking.question import BRIDGE, OWN, PARENT, Question, Variant
from engine.retrieval.word_index import content_key
from engine.text import normalise

NEAREST = 8  # names found for each source name
MOST_NAMES = 40  # of the target that are compared for a source concept
RELATED = 5  # nearest concepts whose parents and unspecified children become candidates too
CLOSELY, MOST_ANSWERS = 6, 5  # concepts looked at closely, and those that an answer lists
MOST_VARIANTS = {BRIDGE: 10, PARENT: 4}


class MappingBatch:
    """Answers for `codes`, concepts of `source`, found by one comparison of their names with all of `target`'s; `lent`
    are the names that other terminologies have for them.

    `lacking`: source concept -> targets that are not there for it, nor what has a name of the same words as one of
    theirs, since that is the same concept again.
    """

    def __init__(
        self,
        source: MappedSide,
        target: MappedSide,
        order: LearntOrder,
        codes: Sequence[str],
        lent: LentNames | None = None,
        lacking: Mapping[str, Collection[str]] | None = None,
    ) -> None:
        self.source, self.target, self.order, self.codes = source, target, order, codes
        self.lacking = lacking or {}
        self.lent = lent or LentNames({}, {}, np.empty((0, source.rows.shape[1]), np.float32))

    @cached_property
    def _nearest(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Cosines and target names of the nearest, a line for each name that is asked, then for each text that is lent;
        and each source name's line."""
        names = np.array([name for code in self.codes for name in self.source.names_of[code]], np.int64)
        line = np.full(len(self.source.texts), -1, np.int64)
        line[names] = np.arange(len(names))
        rows = np.concatenate([self.source.rows[names], self.lent.rows])
        return *self.target.nearest.of(rows, NEAREST), line

    def prepare(self) -> None:
        """Works out what concepts share, by answering the first one, so that copies of this process have it."""
        self.answered(self.codes[0])

    def found(self, code: str, closely: int = CLOSELY) -> tuple[Question, list[ConceptEvidence]]:
        """What a source concept is asked by, and its likeliest targets with all that speaks for each, about so many."""
        question = self._question(code)
        places = self._places(code)
        if not len(places):
            return question, []
        target = self.target
        named = [
            NamedRow(target.codes[place], target.titles[target.codes[place]], target.texts[place], "", "exact")
            for place in places.tolist()
        ]
        like = target.shelf.compare(question, places)
        likely = likeliest(question, named, like, target.parents, closely, self.order.weights)
        return question, with_features(question, likely, self._shown)

    def answered(self, code: str) -> MappingAnswer | None:
        """The likeliest targets of a source concept; None where it has no candidate."""
        question, found = self.found(code)
        if not found:
            return None
        sums = self.order.sums(np.array([one.features for one in found]))
        own = {normalise(variant.text) for variant in question.variants if variant.block != PARENT and not variant.via}
        same = np.array([normalise(one.name.text) in own for one in found])
        best = np.argsort(-sums, kind="stable")[:MOST_ANSWERS]
        return MappingAnswer(
            code,
            tuple(found[place].name.concept for place in best),
            tuple(found[place].name.text for place in best),
            same[best],
            sums[best],
            tuple(question.variants[found[place].variant].via for place in best),
        )

    @cached_property
    def _shown(self) -> dict[str, tuple[bool, bool]]:
        """Target concept -> whether it is a leaf, and whether it is on top."""
        target = self.target
        return {code: (code not in target.children, code not in target.parents) for code in target.names_of}

    def _question(self, code: str) -> Question:
        source = self.source
        first, *others = source.names_of[code]
        exact = [name for name in others if source.exact[name]][: MOST_VARIANTS[BRIDGE]]
        above = source.parents.get(code, [])
        further = [*above, *(one for parent in above for one in source.parents.get(parent, ()))]
        parents = [source.names_of[one][0] for one in dict.fromkeys(further) if one in source.names_of]
        parents = parents[: MOST_VARIANTS[PARENT]]
        lent = self.lent.of.get(code, [])[: MOST_VARIANTS[BRIDGE] - len(exact)]
        variants = (
            Variant(normalise(source.texts[first]), OWN),
            *(Variant(normalise(source.texts[name]), BRIDGE) for name in exact),
            *(Variant(normalise(text), BRIDGE, via=via) for text, via in lent),
            *(Variant(normalise(source.texts[name]), PARENT) for name in parents),
        )
        of_lent = self.lent.rows[[self.lent.places[text] for text, _ in lent]]
        rows = np.concatenate([source.rows[[first, *exact]], of_lent, source.rows[parents]])
        return Question(source.texts[first], variants, rows)

    def _places(self, code: str) -> np.ndarray:
        """The names of the target worth a closer look, sorted."""
        names, target = self.source.names_of[code], self.target
        found_cosines, found_places, line = self._nearest
        lent = [text for text, _ in self.lent.of.get(code, ())]
        first_lent = len(found_cosines) - len(self.lent.rows)
        lines = [*line[names].tolist(), *(first_lent + self.lent.places[text] for text in lent)]
        cosines, places = (part[lines].ravel() for part in (found_cosines, found_places))
        order = np.argsort(-cosines, kind="stable")
        near = [place for place in dict.fromkeys(places[order].tolist()) if place >= 0][:MOST_NAMES]
        keys = [*(int(self.source.words.keys[name]) for name in names), *map(content_key, lent)]
        found = dict.fromkeys(place for key in keys for place in target.by_key.get(key, ())[:NEAREST])
        found |= dict.fromkeys(near)
        gone = self._gone(code)
        found = {place: None for place in found if target.codes[place] not in gone}
        concepts = list(dict.fromkeys(target.codes[place] for place in found))[:RELATED]
        parents = [one for concept in concepts for one in target.parents.get(concept, ())]
        further = [one for concept in (*concepts, *parents) for one in target.unspecified.get(concept, ())]
        for one in (*parents, *further):
            if one in target.names_of and one not in gone:
                found[target.names_of[one][0]] = None
        return np.array(sorted(found), np.int64)

    def _gone(self, code: str) -> frozenset[str]:
        """The targets that are not there for a source concept."""
        target, codes = self.target, self.lacking.get(code, ())
        keys = {int(target.words.keys[name]) for one in codes for name in target.names_of.get(one, ())}
        return frozenset({*codes, *(target.codes[name] for key in keys for name in target.by_key[key])})
