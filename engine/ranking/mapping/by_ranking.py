"""A short list of a hospital's own words, mapped as a person types them: what a ranking answers counts as well.

A comparison of names knows nothing of how “OA left knee” is read. A ranking of the target does, and its probabilities
are those of what people type; of each target the better one of the two stands. A short branch of an ontology is asked
so too, but what comparing found goes first there.
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import suppress
from dataclasses import replace

from engine.errors import BadInput
from engine.events import Event, Progress
from engine.models.open import open_encoder
from engine.ranking.mapping.joining import EncoderAnswers
from engine.ranking.mapping.known_relations import beside_the_exact, known_relation
from engine.ranking.mapping.records import Suggestion
from engine.ranking.mapping.relations import predicate_of
from engine.ranking.mapping.side import MappedSide
from engine.ranking.ordering.calibration import SAME_WORDS
from engine.ranking.ranker import Ranker
from engine.ranking.request import RankingRequest
from engine.terminology.lookup import find
from store.records.terminology import Candidate

MOST_RANKED = 3_000  # concepts that are ranked, 40 ms each
MOST_SUGGESTIONS = 5  # candidates of a ranking that are suggestions
CONCEPTS_AN_EVENT = 20  # concepts between two events


def with_rankings(
    ranker: Ranker, found: EncoderAnswers, branches: bool = True
) -> Generator[Event, None, EncoderAnswers]:
    """The answers with what rankings of the target say to the preferred name of each concept asked; yields Progress.

    The source lends nothing to these rankings. Where it has more than MOST_RANKED concepts and `branches` of at most
    MOST_RANKED are ranked too, the rankings' further candidates stand behind what comparing found: an ontology means
    other things by its names than people who type them (Mondo onto ICD-10-CM: first 0.69 right with rankings, 0.77
    without; among nine 0.91 and 0.88). Other answers stay as they are.
    """
    short = len(found.source.concept_codes) <= MOST_RANKED
    if not short and (not branches or len(found.concepts) > MOST_RANKED):
        return found
    second, ranked = find(ranker.workspace, found.target.slug), dict[str, list[list[Suggestion]]]()
    for id in found.by_encoder:
        encoder, lists = open_encoder(ranker.workspace, id), list[list[Suggestion]]()
        request = RankingRequest([second], encoder, id, MOST_SUGGESTIONS, not_lending=(found.source.slug,))
        with ranker.workspace.reading() as db:
            for place, code in enumerate(found.concepts):
                if place % CONCEPTS_AN_EVENT == 0:
                    yield Progress(place, len(found.concepts), f"Ranking {second.title} for {found.source.title}")
                lists.append([])
                with suppress(BadInput):  # a name that nobody could type
                    answer = ranker.rank(found.source.titles.get(code, code), request, db)
                    made = [_suggestion(code, found.source, found.target, one) for one in answer.candidates]
                    lists[-1] = beside_the_exact(made, found.target.parents)
        ranked[id] = lists
    return replace(found, ranked=ranked, ranked_behind=not short)


def _suggestion(code: str, source: MappedSide, target: MappedSide, one: Candidate) -> Suggestion:
    title, sure = source.titles.get(code, code), one.probability or 0.0
    same_words = one.evidence.startswith(SAME_WORDS)  # as typed or as it is read
    known = known_relation(code, one.concept_id, source, target)
    predicate = predicate_of(title, one.preferred_name, one.name, one.exact, sure, same_words, known)
    names = (one.concept_id, one.preferred_name, one.name)
    return Suggestion(code, title, *names, predicate, sure, one.exact, one.via, differs=one.differs)
