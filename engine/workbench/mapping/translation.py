"""A concept in another terminology: what people mapped it to or decided about its names, else the ranking of these."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.formats.mapping_sets.concept_map import EQUIVALENCES
from engine.ranking.ranker import Ranker
from engine.ranking.request import RankingRequest
from engine.terminology import editing
from engine.terminology.edited_view import edited_view_in
from engine.terminology.lookup import find
from engine.text import LONGEST_NAME, normalise
from engine.workbench.encoders.encoder_resolver import EncoderResolver
from engine.workspace import Workspace
from store import judged_texts, mapping_decisions
from store.records.mapping import NONE, MappingDecision
from store.records.terminology import BROAD, EXACT, NARROW, Candidate
from store.records.training import CURRENT

EQUIVALENT, WIDER, NARROWER, RELATED = "equivalent", "wider", "narrower", "relatedto"  # the words of FHIR
OF_SCOPE = {EXACT: EQUIVALENT, NARROW: WIDER, BROAD: NARROWER}  # a narrower name's concept is wider than what it names
MOST_NAMES = 6  # of a concept that are ranked
LEAST_PROBABILITY = 0.05  # the probability from which a concept is told


@dataclass(frozen=True)
class Translation:
    """A concept of the target, how it relates to the source's, and how sure that is; `who` where a person decided."""

    concept_id: str
    preferred: str
    equivalence: str
    score: float | None = None
    probability: float | None = None
    name: str = ""  # of the source's names the one by which it was found
    who: str = ""
    when: str = ""


class ConceptTranslations:
    """Finds a concept's counterparts in other terminologies."""

    def __init__(self, workspace: Workspace, ranker: Ranker, encoders: EncoderResolver) -> None:
        self._workspace = workspace
        self._ranker = ranker
        self._encoders = encoders

    def of_concept(
        self, source: str, concept: str, target: str, encoder: str = CURRENT, top: int = 5
    ) -> list[Translation]:
        """At most `top` counterparts, the likeliest first: what people mapped the concept to, else what they tied one
        of its names to, else what is ranked with a probability of at least LEAST_PROBABILITY.

        None where people said that there is none. NotFound for a terminology or concept that is not there.
        """
        card = editing.card(self._workspace, source, concept)
        names = [name.text for name in card.concept.names if name.scope == EXACT and len(name.text) <= LONGEST_NAME]
        names = list(dict.fromkeys([card.concept.preferred, *names]))
        there = find(self._workspace, target).slug
        mapped = self._mapped(source, card.concept.id, there)
        if mapped is not None:
            return mapped[:top]
        decided = self._decided(names, there)
        return (decided or self._ranked(names[:MOST_NAMES], target, encoder, top))[:top]

    def _mapped(self, source: str, concept: str, target: str) -> list[Translation] | None:
        """The targets in use that mapping projects have for a concept; None where nobody said anything of such.

        Of people who contradict each other the last one counts; a target is by whoever first said so of it.
        """
        with self._workspace.reading() as db:
            decisions = mapping_decisions.about_concept(db, source, target, concept)
            view = edited_view_in(db, self._workspace, target)

        def in_use(one: MappingDecision) -> dict[str, str]:
            known = {id: relation for id, relation in one.targets if id in view.titles and id not in view.obsolete}
            return {id: EQUIVALENCES.get(relation, RELATED) for id, relation in known.items()}

        newest = next((one for one in decisions if one.decision == NONE or in_use(one)), None)
        if newest is None:
            return None
        found: list[Translation] = []
        for id, equivalence in in_use(newest).items():
            first = next(one for one in reversed(decisions) if in_use(one).get(id) == equivalence)
            about = (view.titles[id], equivalence, None, first.score, first.name, first.who, first.when)
            found.append(Translation(id, *about))
        return found

    def _decided(self, names: list[str], target: str) -> list[Translation]:
        texts = {normalise(name): name for name in reversed(names)}
        found: dict[str, Translation] = {}
        with self._workspace.reading() as db:
            there = edited_view_in(db, self._workspace, target).titles
            for norm, concept, score, probability, who, when in judged_texts.tied(db, target, list(texts)):
                if concept in there:
                    about = (score, probability, texts[norm], who, when)
                    found[concept] = Translation(concept, there[concept], EQUIVALENT, *about)
        return list(found.values())

    def _ranked(self, names: list[str], target: str, encoder: str, top: int) -> list[Translation]:
        best: dict[str, Translation] = {}
        with self._workspace.reading() as db:
            chosen = [find(self._workspace, target, db)]
            id, opened = self._encoders.open(encoder, db)
            request = RankingRequest(chosen, opened, id, top)
            for name in filter(str.strip, names):
                for one in self._ranker.rank(name, request, db).candidates:
                    made, known = _translation(one, name), best.get(one.concept_id)
                    if known is None or (made.probability or 0.0) > (known.probability or 0.0):
                        best[one.concept_id] = replace(made, equivalence=_closest(made, known))
                    elif known.equivalence != _closest(made, known):
                        best[one.concept_id] = replace(known, equivalence=_closest(made, known))
        likely = [one for one in best.values() if (one.probability or 0.0) >= LEAST_PROBABILITY]
        return sorted(likely, key=lambda one: -(one.probability or 0.0))


def _translation(one: Candidate, name: str) -> Translation:
    equivalence = OF_SCOPE.get(one.scope, RELATED) if one.exact else RELATED
    return Translation(one.concept_id, one.preferred_name, equivalence, one.score, one.probability, name)


def _closest(made: Translation, known: Translation | None) -> str:
    """What the two names of the same concept say together: equivalent where one of them does."""
    equivalences = {made.equivalence, *([known.equivalence] if known else [])}
    return EQUIVALENT if EQUIVALENT in equivalences else next((one for one in equivalences if one != RELATED), RELATED)
