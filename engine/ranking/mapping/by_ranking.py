"""A short list of a hospital's own words, mapped as a person types them: what a ranking answers counts as well.

A comparison of names knows nothing of how “OA left knee” is read. A ranking of the target does, and its probabilities
are those of what people type; of each target the better one of the two stands. A short branch of an ontology is asked
so too, but what comparing found goes first there.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
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
from engine.ranking.ordering.sureness import LIKELY_FROM
from engine.ranking.ranker import Ranker
from engine.ranking.request import RankingRequest
from engine.terminology.lookup import find
from store.records.terminology import Candidate
from store.sqlite import Database

MOST_RANKED = 3_000  # concepts that are ranked, 40 ms each
MOST_NAMES = 5  # names of a concept that are asked, one after another, while none finds something likely
MOST_SUGGESTIONS = 5  # candidates of a ranking that are suggestions
CONCEPTS_AN_EVENT = 20  # concepts between two events


def with_rankings(
    ranker: Ranker, found: EncoderAnswers, branches: bool = True
) -> Generator[Event, None, EncoderAnswers]:
    """The answers with what rankings of the target say to the preferred name of each concept asked, of a short list to
    another of its names where that finds no more than a guess; yields Progress.

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
                text, candidates = _answered(ranker, found.source, code, request, db, MOST_NAMES if short else 1)
                made = [_suggestion(code, text, found.source, found.target, one) for one in candidates]
                lists[-1] = beside_the_exact(made, found.target.parents)
        ranked[id] = lists
    return replace(found, ranked=ranked, ranked_behind=not short)


def _answered(
    ranker: Ranker, source: MappedSide, code: str, request: RankingRequest, db: Database, most: int
) -> tuple[str, Sequence[Candidate]]:
    """A name of a concept and what is found for it: the preferred one, or, where that finds no more than a guess, as
    one in another language may, the first other of the `most` first exact ones that finds something likely."""
    names = (source.texts[place] for place in source.names_of.get(code, ()) if source.exact[place])
    first: tuple[str, Sequence[Candidate]] = (source.titles.get(code, code), ())
    for text in [*dict.fromkeys((first[0], *names))][:most]:
        with suppress(BadInput):  # a name that nobody could type
            found = ranker.rank(text, request, db).candidates
            if found and (found[0].exact or found[0].likelihood >= LIKELY_FROM):
                return text, found
            if text == first[0]:
                first = text, found
    return first


def _suggestion(code: str, text: str, source: MappedSide, target: MappedSide, one: Candidate) -> Suggestion:
    title, sure = source.titles.get(code, code), one.likelihood
    same_words = one.evidence.startswith(SAME_WORDS)  # as typed or as it is read
    known = known_relation(code, one.concept_id, source, target)
    predicate = predicate_of(text, one.preferred_name, one.name, one.exact, sure, same_words, known)
    names = (one.concept_id, one.preferred_name, one.name)
    return Suggestion(code, title, *names, predicate, sure, one.exact, one.via, differs=one.differs)
