"""Answer: the concepts that a mention names, each with its candidates and how sure the first is; lines for a file."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from engine.formats.mentions.mentions import MentionRow
from engine.normalisation.confidence import SieveCalibration
from engine.normalisation.dictionary import JOIN
from engine.normalisation.exact_match import EXACT
from engine.normalisation.preprocessing import PreparedMention
from engine.normalisation.records import Answer, AnswerPart, Hit, SearchResult
from engine.ranking.ordering.sureness import LIKELY_FROM
from engine.retrieval.cosines import clipped
from engine.text.differences import NEGATION, marked
from engine.text.findings.assertion import undenied
from store.records.mention import Mention
from store.records.normalisation import Line, Other

SPLIT = 0.05  # by which the parts of a composite must be better, on average, than the whole
SURE = 0.7  # probability of the findings of a list, on average
MANY = 5  # findings of a list that no concept has together
SEVERAL = 4  # pieces between commas that hardly all say more of the first


def answer(
    mention: Mention,
    prepared: PreparedMention,
    found: Mapping[tuple[str, str], SearchResult],
    top: int,
    calibration: SieveCalibration | None = None,
) -> Answer:
    """The answer to a mention: a part for each concept that it names, with up to `top` candidates.

    `found`: (abstract, text) -> its ordered candidates, for the whole text and for the parts of a composite. The parts
    answer only where each has a candidate, the whole is no exact match, and they are better than it: by their scores,
    or, unless it is surely a list, by how sure they are. Parts of one concept are one. With a calibration
    come probabilities, and no candidates below its threshold.
    """
    whole = found[mention.context, prepared.query]
    parts = [found[mention.context, text] for text in prepared.queries]
    split = bool(parts) and whole.sieve != EXACT and all(part.hits for part in parts)
    if prepared.listing:
        split = split and (prepared.listing.surely or _are_surer(parts, whole))
    else:
        split = split and _are_better(parts, whole)
    texts, chosen = (prepared.queries, parts) if split else ((prepared.query,), [whole])
    answered: list[AnswerPart] = []
    named: set[str] = set()
    for text, one in zip(texts, chosen, strict=True):
        for part in _parts(text, one, top, calibration):
            if not part.candidates or part.candidates[0].concept not in named:
                named.update(hit.concept for hit in part.candidates[:1])
                answered.append(part)
    return Answer(mention, tuple(answered))


def _parts(text: str, found: SearchResult, top: int, calibration: SieveCalibration | None) -> Iterator[AnswerPart]:
    """A part, or as many as the data's composite that it was found to be has."""
    hits = found.hits[:top]
    if hits and NEGATION in (hits[0].differs or ()):
        text = undenied(text)  # which is what was asked
    probability = hits[0].probability if hits else float("nan")
    if calibration is not None and hits:
        probability = calibration.probability(found.sieve, found.score)
        hits = hits if found.score >= calibration.threshold or found.sieve == EXACT else ()
    if hits and JOIN in hits[0].concept:
        first = hits[0]
        for concept in first.concept.split(JOIN):
            hit = replace(first, concept=concept)
            yield AnswerPart(text, (hit,), found.sieve, probability, found.tied)
    else:
        yield AnswerPart(text, hits, found.sieve, probability, found.tied)


def _are_better(parts: Sequence[SearchResult], whole: SearchResult) -> bool:
    """Whether the best scores of parts are on average more than `SPLIT` above that of the whole."""
    return sum(map(_best_score, parts)) / len(parts) > _best_score(whole) + SPLIT


def _are_surer(parts: Sequence[SearchResult], whole: SearchResult) -> bool:
    """Whether findings of what may be a list are on average at least `SURE`, where the whole is no more than a guess,
    where its concept is that of one of several, or where they are too many for any concept. “T2DM and CKD 3” has a
    concept of its own, “HTN, T2DM, gout” has none."""
    guessed = not whole.hits or whole.hits[0].probability < LIKELY_FROM
    joined_by_none = guessed or len(parts) >= MANY or (len(parts) >= SEVERAL and _is_of_one(parts, whole))
    return joined_by_none and sum(part.hits[0].probability for part in parts) / len(parts) >= SURE


def _is_of_one(parts: Sequence[SearchResult], whole: SearchResult) -> bool:
    """Whether the first concept of the whole is that of a part, or the heading of its code."""
    id, ids = whole.hits[0].concept, [part.hits[0].concept for part in parts]
    return any(one.startswith(id) or id.startswith(one) for one in ids)


def _best_score(found: SearchResult) -> float:
    """The highest score found, whoever leads."""
    return max((hit.score for hit in found.hits), default=-1.0)


@dataclass(frozen=True)
class ConceptLabels:
    """What is written beside a concept: its preferred name, and the name of its top class (none without hierarchy)."""

    preferred: Mapping[str, str]
    topics: Mapping[str, str]


def lines(row: MentionRow, parts: tuple[AnswerPart, ...], labels: ConceptLabels) -> Iterator[Line]:
    """A line for each part of the answer to a row; one without a concept where there is no part."""
    mention = row.mention
    given = parts or (AnswerPart(mention.text, (), ""),)
    for place, part in enumerate(given, 1):
        first = part.candidates[0] if part.candidates else None
        yield Line(
            row.number,
            place,
            len(given),
            mention.text,
            mention.document,
            mention.start,
            mention.end,
            mention.kind,
            part.text,
            concept=first.concept if first else "",
            name=first.name if first else "",
            preferred=labels.preferred.get(first.concept, first.name) if first else "",
            score=round(clipped(first.score), 6) if first else None,
            probability=None if first is None or math.isnan(part.probability) else round(part.probability, 4),
            origin=first.origin if first else "",
            sieve=part.sieve,
            differs=", ".join(_differs(part.text, first)) if first else "",
            topic=labels.topics.get(first.concept, "") if first else "",
            others=tuple(
                Other(
                    hit.concept,
                    hit.name,
                    round(clipped(hit.score), 6),
                    hit.origin,
                    None if hit.differs is None else ", ".join(hit.differs),
                )
                for hit in part.candidates[1:]
            ),
            extra=row.extra,
        )


def _differs(text: str, first: Hit) -> tuple[str, ...]:
    """What the text and its first candidate differ in, by the readings of a ranking where it was one."""
    return marked(text, first.name) if first.differs is None else first.differs
