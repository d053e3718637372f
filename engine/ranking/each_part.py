"""A text that joins several findings has an answer for each: what stands for one part of it says nothing of the others.

Each part is ranked as if it were typed alone. What is found for the whole stays first where it is sure, and each part
that it does not speak of follows; where it is a guess, the parts stand for it in the order in which they were typed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

from engine.ranking.beside_their_cause import name_beside
from engine.ranking.found_parts import (
    FoundPart,
    category_of,
    differs_in_side,
    each_once,
    further_words,
    is_left_by,
    is_said,
    is_same,
    is_touched,
    symptoms_last,
    without_same_category,
)
from engine.ranking.marks.part_answered import is_long
from engine.ranking.ordering.calibration import NAME_ELSEWHERE
from engine.ranking.ordering.each_finding import ONE_OF_SEVERAL
from engine.ranking.reading.joined_parts import is_without_joins
from engine.ranking.sure_part import RANKED_FOR
from engine.retrieval.word_index import telling_words
from engine.text.counts import joined_with_and
from engine.text.dictionary.form_words import SIDE_WORDS
from engine.text.findings.weeks_of_pregnancy import (
    IN_PREGNANCY,
    gestation,
    in_pregnancy_or_weeks,
    trimester_at,
    trimester_of,
)
from engine.text.icd_codes import CODE, is_disease, is_external_cause, is_span, is_symptom
from store.records.terminology import Ranking

SURE, SURE_OF_KNOWN = 0.9, 0.6  # shares of one category from which a text has a first concept; of a known finding
MOST_NEAR = 10  # concepts whose probabilities count together
MOST_PARTS = 12  # parts of a text that are ranked
SAY_NOTHING = ("A49", "B95", "B96", "B97", "T14")  # by themselves: which germ it is, that there is an injury
OF_THE_BRAIN = re.compile(r"\b(?:cva|strokes?|infarct\w*|mca|bleed|hemi\w*|sdh)\b", re.IGNORECASE)
LIKELY = 0.6  # probability from which the first of a whole may be more than its parts
NEWBORN = re.compile(r"\b(?:newborn|neonat\w*|baby|born)\b", re.IGNORECASE)
LONG_USE = re.compile(r"on (?=\w)", re.IGNORECASE)  # of a drug
TELLS_SIDE = re.compile(r"\b(?:left|right|both|bilat\w*|[lr])\b", re.IGNORECASE)
CARRIER, UNSPECIFIED_TRIMESTER = "Z22", "unspecified trimester"
SUBCATEGORY = 5  # characters of a code: “O23.0”
OF_NEWBORNS = ("P", "Q", "Z38")
LEFT_AND_RIGHT = frozenset(["left", "right"])
PREGNANT = ("Z33", "Z34")  # which no complication of a pregnancy has beside it
Rank = Callable[[str], Ranking]
Split = Callable[[str], Sequence[str]]
Ways = Callable[[str], tuple[str, ...]]
Known = Callable[[str], bool]


class PartSearch(NamedTuple):
    """What is asked about parts: `rank` ranks one, `ways` are those to write it, `is_known` says whether it is a
    finding by itself, `goes_with` whether a code wants another one beside it."""

    rank: Rank
    ways: Ways
    is_known: Known
    goes_with: Callable[[str, str], bool]


def with_each_part(whole: Ranking, splits: Sequence[Split], search: PartSearch, top: int) -> Ranking | None:
    """The `top` candidates of a text, with what stands for each of its parts before all others; None where it has no
    more than the whole.

    `splits` part the text, then each of the parts, and so on. A part is sure where nearly all that is found for it is
    of one category. It adds nothing where the whole's first concept is it, stands above or below it, or says all of it
    and does not want it beside.
    """
    if not whole.candidates or (whole.candidates[0].exact and not whole.note.startswith(RANKED_FOR)):
        return None
    if NAME_ELSEWHERE in whole.candidates[0].evidence:  # a name of one thing, in another terminology
        return None
    if is_long(whole.query):  # a note, which Normalise answers sentence by sentence
        return None
    found = _of_whom(whole.query, _findings(whole, splits, search), search.rank)
    found = [_beside_its_cause(one, found, search.rank) for one in found]
    if weeks := gestation(whole.query):
        found = _with_weeks(found or [FoundPart(whole.query, whole.candidates[0])], weeks, search.rank)
    if len(found) < 2 or _is_whole(whole, found):
        return None
    led = found if _on_other_sides(whole.query) else _whole_first(whole, found)
    return _in_front(whole, led, top) if len(led) > 1 else None


def _findings(ranking: Ranking, splits: Sequence[Split], search: PartSearch) -> list[FoundPart]:
    """What stands for a text, or for each of its parts."""
    split, *further = splits or [_none]
    parts = list(dict.fromkeys(split(ranking.query)))[:MOST_PARTS]
    if further and parts in ([], [ranking.query]):
        return _findings(ranking, further, search)
    own = _own(ranking, search, several=len(parts) > 1)
    if any(one not in ranking.query for one in parts):  # what is said of all of them: “allergic to sulfa and pcn”
        own = [one for one in own if one.first.evidence != ONE_OF_SEVERAL]
    if len(parts) == 1 and further and not own:  # all but one is denied
        return _findings(search.rank(parts[0]), further, search)
    each = len(parts) <= sum(one.first.evidence == ONE_OF_SEVERAL for one in own)
    if len(parts) < 2 or (each and all(map(is_without_joins, parts))):
        return own
    if own and not ranking.note.startswith(RANKED_FOR):
        parts = [one for one in parts if search.is_known(one)]
    of_parts = [one for part in parts for one in _findings(search.rank(part), further, search)]
    if own and is_without_joins(ranking.query) and ranking.candidates[0].likelihood >= SURE:
        of_parts = [one for one in of_parts if _is_wanted_by(own, one, search)]  # no blister beside a fever
    if not own and not (own := _likely_whole(ranking, of_parts)):
        return each_once(of_parts)
    named = [next((part for part in of_parts if is_same(part.first, one.first)), one) for one in own]
    own = [one._replace(text=part.text) for one, part in zip(own, named, strict=True)]
    beside = [one for one in of_parts if _stands_beside(one, own, search)]
    if not any(is_same(one.first, other.first) for one in own for other in of_parts):
        named_beside = [one for one in beside if _is_wanted_by(own, one, search)]
        others = without_same_category([one for one in beside if one not in named_beside], own)
        beside = [one for one in beside if one in named_beside or (one in others and not is_touched(one, own))]
    return each_once([*own, *beside])


def _stands_beside(part: FoundPart, own: Sequence[FoundPart], search: PartSearch) -> bool:
    """Whether a part says more than the concepts of the whole, or one of them wants its code beside it."""
    return _is_wanted_by(own, part, search) or not (is_said(part, own) or is_left_by(part, own))


def _is_wanted_by(own: Sequence[FoundPart], part: FoundPart, search: PartSearch) -> bool:
    return any(search.goes_with(one.first.concept_id, part.first.concept_id) for one in own)


def _of_whom(text: str, found: list[FoundPart], rank: Rank) -> list[FoundPart]:
    """What is found for the parts of a text, as far as it has the same names in whom the text is of: in a newborn all
    has others, and in a pregnancy, by which it is ranked anew."""
    if NEWBORN.search(text):
        return found if all(one.first.concept_id.startswith(OF_NEWBORNS) for one in found) else []
    found = [one for one in found if not one.first.concept_id.startswith(PREGNANT)]
    of_pregnancy = any(one.first.concept_id.startswith("O") for one in found)
    if not (of_pregnancy or in_pregnancy_or_weeks(text) or trimester_of(text)):
        return found
    ids = [one.first.concept_id for one in found] or [""]
    if ids[0].startswith("O"):
        return [_in_pregnancy(one, gestation(text), rank) for one in found]
    return [one for one in found if one.first.concept_id.startswith(("O", "Z3", "Z8"))]


def _in_pregnancy(part: FoundPart, weeks: int, rank: Rank) -> FoundPart:
    """A part as it is called in a pregnancy, of so many weeks where they are said; itself where that is not likely."""
    id, of_pregnancy = part.first.concept_id, part.first.concept_id.startswith("O")
    if not (is_disease(id) or id.startswith(CARRIER)):
        return part
    if of_pregnancy and not (weeks and part.first.preferred_name.endswith(UNSPECIFIED_TRIMESTER)):
        return part
    first = rank(f"{part.text}{IN_PREGNANCY}{trimester_at(weeks)}".rstrip(", ")).first
    below = id[:SUBCATEGORY] if of_pregnancy else "O"
    is_likely = first and first.concept_id.startswith(below) and first.likelihood >= LIKELY
    return part._replace(first=first) if first and is_likely else part


def _likely_whole(ranking: Ranking, of_parts: Sequence[FoundPart]) -> list[FoundPart]:
    """The first of a text that is none of its parts', where it is likely and names something of one of them."""
    if not ranking.candidates or _on_other_sides(ranking.query):
        return []
    if ranking.candidates[0].likelihood < LIKELY:
        return []
    whole = FoundPart(ranking.query, ranking.candidates[0])
    if is_symptom(whole.first.concept_id) or any(is_same(one.first, whole.first) for one in of_parts):
        return []
    diseases = (one for one in of_parts if is_disease(one.first.concept_id))
    return [whole] if any(is_touched(one, [whole]) for one in diseases) else []


def _none(text: str) -> list[str]:
    return []


def _own(ranking: Ranking, search: PartSearch, several: bool) -> list[FoundPart]:
    """What is found for a text as one: the first of it where that is sure, the first of each where it lists several;
    nothing of one that has `several` parts on other sides, which no concept has."""
    if each := [one for one in ranking.candidates if one.evidence == ONE_OF_SEVERAL]:
        whole = min(1.0, sum(one.likelihood for one in each))  # of which each has a share, and each is meant
        return [FoundPart(one.name, replace(one, probability=whole), (one.name,)) for one in each]
    if not ranking.candidates or (several and _on_other_sides(ranking.query)):
        return []
    if LONG_USE.match(ranking.query) and not ranking.candidates[0].concept_id.startswith("Z"):  # “on exertion”
        return []
    if not _is_sure(ranking, not several and search.is_known(ranking.query)):
        return []
    first = ranking.candidates[0]
    is_none = is_span(first.concept_id) or first.concept_id.startswith(SAY_NOTHING)
    return [] if is_none else [FoundPart(ranking.query, first, search.ways(ranking.query))]


def _on_other_sides(text: str) -> bool:
    """Whether a text speaks of things on both sides; a brain's right side is that of a weak left one."""
    if OF_THE_BRAIN.search(text):
        return False
    return {SIDE_WORDS.get(word.strip(",;.").lower()) for word in text.split()} >= LEFT_AND_RIGHT


def _is_sure(ranking: Ranking, is_known: bool) -> bool:
    """Whether nearly all that is found for a text is of the category of the first concept: of a finding most of it."""
    first = ranking.candidates[0]
    if first.exact or not CODE.fullmatch(first.concept_id):
        return first.exact or first.likelihood >= SURE
    near = (one.likelihood for one in ranking.candidates[:MOST_NEAR] if category_of(one) == category_of(first))
    from_known = is_known and not is_external_cause(first.concept_id)  # “jumping”
    return sum(near) >= (SURE_OF_KNOWN if from_known else SURE)


def _whole_first(whole: Ranking, found: Sequence[FoundPart]) -> list[FoundPart]:
    """What is found, led by the first concept of the whole where it is among it, unless that is a symptom behind a
    disease, or in place of one of its category, where it says more that is typed, and without what says that. Else
    symptoms go last."""
    first = whole.candidates[0]
    ids = [one.first.concept_id for one in found]
    place = next((at for at, one in enumerate(found) if is_same(one.first, first)), None)
    if place is None and TELLS_SIDE.search(whole.query):  # “hearing loss both ears, noise induced”
        place = next((at for at, one in enumerate(found) if differs_in_side(one.first, first)), None)
    if place is not None and is_symptom(first.concept_id) and any(map(is_disease, ids[:place])):
        return symptoms_last(found)
    if place is None and CODE.fullmatch(first.concept_id) and not is_symptom(first.concept_id):
        place = next((at for at, one in enumerate(found) if category_of(one.first) == category_of(first)), None)
        if place is not None and not further_words(first, found[place]) & telling_words(whole.query):
            place = None
    if place is None:
        return symptoms_last(found)
    if found[place].first.concept_id.startswith(first.concept_id):  # the part says more: R06.02 in place of R06.0
        first = found[place].first
    more = further_words(first, found[place])
    typed = [one.text if one.text in whole.query else "" for one in found]
    others = [one for at, one in enumerate(found) if at != place and not more & telling_words(typed[at])]
    return [found[place]._replace(first=first), *others]


def _beside_its_cause(part: FoundPart, found: Sequence[FoundPart], rank: Rank) -> FoundPart:
    name = name_beside(part.first.concept_id, [one.first.concept_id for one in found])
    first = rank(name).first if name else None
    return part._replace(first=first) if first else part


def _with_weeks(found: Sequence[FoundPart], weeks: int, rank: Rank) -> list[FoundPart]:
    """What is found with how far a pregnancy is, where one of it is of a pregnancy."""
    if not any(one.first.concept_id.startswith("O") for one in found):
        return list(found)
    text = f"{weeks} weeks gestation of pregnancy"
    first = rank(text).first
    return each_once([*found, FoundPart(text, first)]) if first and first.exact else list(found)


def _is_whole(whole: Ranking, found: Sequence[FoundPart]) -> bool:
    """Whether the ranking of the whole begins with these."""
    ids = [one.concept_id for one in whole.candidates[: len(found)]]
    return set(ids) == {one.first.concept_id for one in found}


def _in_front(whole: Ranking, found: Sequence[FoundPart], top: int) -> Ranking:
    """The ranking of the whole behind what stands for each part."""
    first = [replace(one.first, evidence=ONE_OF_SEVERAL, exact=False) for one in found]
    keys = {one.key for one in first}
    every = [*first, *(one for one in whole.candidates if one.key not in keys)][:top]
    texts = [f"“{one.text}”" for one in found if one.text != whole.query]
    note = f"Read as {joined_with_and(texts)}, each by itself."
    if len(texts) < len(found):  # one stands for the whole
        note = f"{whole.note} Beside that: {joined_with_and(texts)}.".strip()
    return replace(whole, candidates=tuple(replace(one, rank=at) for at, one in enumerate(every, 1)), note=note)
