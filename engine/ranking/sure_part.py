"""A text of several parts that as a whole is no more than a guess is ranked for the part that is sure: “post concussion
syndrome, hit head 3 weeks ago” for the syndrome, and not for a head that is hit; “passed out at the bus stop”."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from engine.ranking.marks.differing import with_lost_side
from engine.ranking.ordering.calibration import ALIKE, NAME_ELSEWHERE
from engine.ranking.reading.typed_parts import BY_STOPS
from engine.retrieval.word_index import telling_words
from engine.text import letters, words
from engine.text.codes import FULL_CODE
from engine.text.findings.weeks_of_pregnancy import in_pregnancy_or_weeks, trimester_of
from engine.text.icd_codes import is_external_cause, is_span, is_symptom
from engine.text.sides import LEFT_RIGHT
from store import concepts
from store.records.terminology import Candidate, Ranking
from store.sqlite import Database

RANKED_FOR = "Ranked for "  # how a note begins that says so
UNSURE, SURE = 0.7, 0.95  # probabilities below which a whole is a guess, and from which a part is sure
GUESS = 0.6  # below which a part that has the first concept of the whole says no more than the whole
ONLY_AFTER = 0.9  # below which a whole may be what it came after alone: “keloid after ear piercing”
MOST_PARTS = 4  # parts of a text that are looked at
CAUSED = re.compile(  # “parkinsonism, medication induced”
    r"\b(?:induced|residual|secondary|caused|related|associated|due)\b", re.IGNORECASE
)
SEPARATED = re.compile(rf"{BY_STOPS.pattern}|:\s+")
WHERE_OR_WHEN = re.compile(
    r"\s+(?:at|on|in|after|following|since|while|whilst|when|during|because|but|to)\s+(?=\S)", re.IGNORECASE
)
AFTER = re.compile(r"\s+(?:after|following)\s", re.IGNORECASE)


def is_unsure(ranking: Ranking) -> bool:
    """Whether a text has several parts, of which none says where another comes from, and is no name anywhere, and
    nothing but likeness speaks for what is found for it, and not for sure; or says after what something came, and what
    is found has nothing of that, and is not sure."""
    if not ranking.candidates or any(one.likelihood >= ONLY_AFTER for one in ranking.candidates):
        return False
    evidence = ranking.candidates[0].evidence
    if not evidence.startswith(ALIKE) or NAME_ELSEWHERE in evidence or CAUSED.search(ranking.query):
        return False
    parts = _parts(ranking.query)
    if any(one.likelihood >= UNSURE for one in ranking.candidates):
        before = _before_where_or_when(parts[0]) if len(parts) == 1 else ""
        came_after = before and AFTER.match(parts[0], len(before))
        return bool(came_after) and _has_no_word_of(before, ranking.candidates[0])
    return len(parts) > 1 or (len(parts) == 1 and bool(_before_where_or_when(parts[0])))


def for_sure_part(db: Database, whole: Ranking, rank: Callable[[str], Ranking]) -> Ranking | None:
    """The ranking of the first part of a text that is sure; None where the whole stays.

    The whole stays where no part is sure, or a part for which nothing is found comes before one. It stays where a part
    before has the first concept of the whole, unless that is a symptom; a part that is a symptom too does not stand for
    one, and no part that only says where an injury comes from stands for it. It stays where its first concept says more
    of what the part is, standing below that or below the same parent. And it stays where the part leaves out that the
    text is of a pregnancy: all that is said has other names there. What stands before where or when it is is a part
    too, first with the side that stands there, where the name found for the whole has nothing of it: “cyst on ovary” is
    no cyst of the skin.
    """
    best = whole.candidates[0]
    of_symptom = is_symptom(best.concept_id)  # “RIF pain, acute appendicitis”
    parts = _parts(whole.query)[:MOST_PARTS]
    before = _before_where_or_when(parts[0])
    side = next((word for word in parts[0].removeprefix(before).lower().split() if word in LEFT_RIGHT), "")
    sided = [f"{before}, {side}"] if before and side and side not in before.lower() else []
    further = [*sided, before] if before and _has_no_word_of(before, best) else []
    for part in (*(parts if len(parts) > 1 else ()), *further):
        found = rank(part)
        first = found.first
        if first is None:
            return None
        if first.key == best.key:
            if not of_symptom and (part in further or first.likelihood >= GUESS):
                return None
        elif part in further and not _has_no_word_of(first.name, best):
            return None
        elif part not in further and is_external_cause(first.concept_id):
            continue
        elif first.likelihood >= SURE and not (of_symptom and is_symptom(first.concept_id)):
            marked = with_lost_side(found.candidates, whole.query, found.query)
            replaces_whole = _is_of_pregnancy(part) == _is_of_pregnancy(whole.query) and not _says_more(db, best, first)
            return in_place_of(whole.query, found, marked) if replaces_whole else None
    return None


def in_place_of(text: str, ranking: Ranking, candidates: Sequence[Candidate]) -> Ranking:
    """The ranking of what stands in a text as that of the text, with these candidates, and a note that says so."""
    silent = words(ranking.query) == words(text) or ranking.note.startswith(RANKED_FOR)  # which says it of less
    note = ranking.note if silent else f"{RANKED_FOR}“{ranking.query}”. {ranking.note}".strip()
    ranked = tuple(replace(one, rank=place) for place, one in enumerate(candidates, 1))
    return replace(ranking, query=text, note=note, candidates=ranked)


def _parts(text: str) -> list[str]:
    """The parts of a text that have letters and are no codes, as that behind a name is."""
    return [one for one in SEPARATED.split(" ".join(text.split())) if letters(one) and not FULL_CODE.fullmatch(one)]


def _before_where_or_when(text: str) -> str:
    """What a text says before it says where or when that is, as far as it can; "" where it says neither."""
    found = [*WHERE_OR_WHEN.finditer(text)]
    return text[: found[-1].start()] if found else ""


def _has_no_word_of(text: str, one: Candidate) -> bool:
    """Whether a text has no telling word of the names found for a concept."""
    return telling_words(text).isdisjoint(telling_words(one.name) | telling_words(one.preferred_name))


def _is_of_pregnancy(text: str) -> bool:
    return bool(trimester_of(text) or in_pregnancy_or_weeks(text))


def _says_more(db: Database, one: Candidate, other: Candidate) -> bool:
    """Whether a concept stands below another, or below one that is directly above that and no block or chapter."""
    if one.terminology != other.terminology:
        return False
    found = concepts.whole(db, other.terminology, [other.concept_id]).get(other.concept_id)
    above = (other.concept_id, *(one for one in (found.parents if found else ()) if not is_span(one)))
    return any(concepts.is_below(db, one.terminology, one.concept_id, code) for code in above)
