"""A concept in another terminology: what people decided about its names, else the ranking of them there."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.ranking.ranker import Ranker
from engine.terminology import editing
from engine.terminology.edited_view import edited_view_in
from engine.terminology.importing import find
from engine.text import LONGEST_NAME, normalise
from engine.workbench.encoder_resolver import CURRENT, EncoderResolver
from engine.workspace import Workspace
from store import judgements
from store.records.terminology import BROAD, EXACT, NARROW, Candidate

EQUIVALENT, WIDER, NARROWER, RELATED = "equivalent", "wider", "narrower", "relatedto"  # the words of FHIR
OF_SCOPE = {EXACT: EQUIVALENT, NARROW: WIDER, BROAD: NARROWER}  # a narrower name's concept is wider than what it names
MOST_NAMES = 6  # of a concept that are ranked
LEAST = 0.05  # the probability from which a concept is told


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
        """At most `top` counterparts, the likeliest first: those that people tied one of the concept's names to, and
        where there are none those that are ranked with a probability of at least LEAST.

        NotFound for a terminology or concept that is not there.
        """
        card = editing.card(self._workspace, source, concept)
        names = [name.text for name in card.concept.names if name.scope == EXACT and len(name.text) <= LONGEST_NAME]
        names = list(dict.fromkeys([card.concept.preferred, *names]))
        decided = self._decided(names, find(self._workspace, target).slug)
        return (decided or self._ranked(names[:MOST_NAMES], target, encoder, top))[:top]

    def _decided(self, names: list[str], target: str) -> list[Translation]:
        texts = {normalise(name): name for name in reversed(names)}
        found: dict[str, Translation] = {}
        with self._workspace.reading() as db:
            there = edited_view_in(db, self._workspace, target).titles
            for norm, concept, score, probability, who, when in judgements.tied(db, target, list(texts)):
                if concept in there:
                    about = (score, probability, texts[norm], who, when)
                    found[concept] = Translation(concept, there[concept], EQUIVALENT, *about)
        return list(found.values())

    def _ranked(self, names: list[str], target: str, encoder: str, top: int) -> list[Translation]:
        best: dict[str, Translation] = {}
        with self._workspace.reading() as db:
            chosen = [find(self._workspace, target, db)]
            id, opened = self._encoders.open(encoder, db)
            for name in filter(str.strip, names):
                for one in self._ranker.rank(name, chosen, opened, id, top, db=db).candidates:
                    made, known = _translation(one, name), best.get(one.concept_id)
                    if known is None or (made.probability or 0.0) > (known.probability or 0.0):
                        best[one.concept_id] = replace(made, equivalence=_closest(made, known))
                    elif known.equivalence != _closest(made, known):
                        best[one.concept_id] = replace(known, equivalence=_closest(made, known))
        likely = [one for one in best.values() if (one.probability or 0.0) >= LEAST]
        return sorted(likely, key=lambda one: -(one.probability or 0.0))


def _translation(one: Candidate, name: str) -> Translation:
    equivalence = OF_SCOPE.get(one.scope, RELATED) if one.exact else RELATED
    return Translation(one.concept_id, one.preferred_name, equivalence, one.score, one.probability, name)


def _closest(made: Translation, known: Translation | None) -> str:
    """What the two names of the same concept say together: equivalent where one of them does."""
    said = {made.equivalence, *([known.equivalence] if known else [])}
    return EQUIVALENT if EQUIVALENT in said else next((one for one in said if one != RELATED), RELATED)
