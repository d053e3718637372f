"""A text that joins several findings has an answer for each: what stands for one part of it says nothing of the others.

Each part is ranked as if it were typed alone. What is found for the whole stays first where it is sure, and each part
that it does not speak of follows; where it is a guess, the parts stand for it in the order in which they were typed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

from engine.ranking.beside_their_cause import name_beside
from engine.ranking.marks.part_answered import is_long
from engine.ranking.ordering.each_finding import ONE_OF_SEVERAL
from engine.ranking.sure_part import RANKED_FOR
from engine.retrieval.word_index import EMPTY, GENERIC, telling_words
from engine.text.counts import joined_with_and
from engine.text.dictionary.form_words import SIDE_WORDS
from engine.text.findings.weeks_of_pregnancy import OF_CHILD, gestation, in_pregnancy_or_weeks, trimester_of
from engine.text.icd_codes import CODE, is_disease, is_external_cause, is_span, is_symptom
from engine.text.word_forms import alike
from store.records.terminology import Candidate, Ranking

SURE, SURE_OF_KNOWN = 0.9, 0.6  # shares of one category from which a text has a first concept; of a known finding
MOST_PARTS = 12  # parts of a text that are ranked
SAY_NOTHING = ("A49", "B95", "B96", "B97")  # by themselves: which germ an infection beside them is of
OF_THE_BRAIN = re.compile(r"\b(?:cva|strokes?|infarct\w*|mca|bleed|hemi\w*|sdh)\b", re.IGNORECASE)
LIKELY = 0.6  # probability from which the first of a whole may be more than its parts
OF_NEWBORNS = ("P", "Q", "Z38")
STROKES, SEQUELA = ("I60", "I61", "I62", "I63", "Z86.73"), "I69"  # of a stroke, and of what it has left
LEFT_AND_RIGHT = frozenset(["left", "right"])
BY_DEFAULT = frozenset(["essential", "primary"])  # what a disease is called where nothing more is said
PREGNANT = ("Z33", "Z34")  # which no complication of a pregnancy has beside it
Rank = Callable[[str], Ranking]
Split = Callable[[str], Sequence[str]]
Ways = Callable[[str], tuple[str, ...]]
Known = Callable[[str], bool]


class PartSearch(NamedTuple):
    """What is asked about parts: see `with_each_part`."""

    rank: Rank
    ways: Ways
    is_known: Known


class Found(NamedTuple):
    """A part of a text, what stands for it, and the part in each way to write it."""

    text: str
    first: Candidate
    ways: tuple[str, ...] = ()


def with_each_part(whole: Ranking, splits: Sequence[Split], rank: Rank, ways: Ways, is_known: Known) -> Ranking | None:
    """The ranking of a text with what stands for each of its parts before all others; None where it has no more than
    the whole.

    `splits` part the text, then each of the parts, and so on; `rank` ranks a part; `ways` are those to write it, and
    `is_known` says whether it is a finding by itself. A part is sure where nearly all that is found for it is of one
    category. It adds nothing where the whole's first concept is it, stands above or below it, or says all of it.
    """
    if not whole.candidates or (whole.candidates[0].exact and not whole.note.startswith(RANKED_FOR)):
        return None
    if is_long(whole.query):  # a note, which Normalise answers sentence by sentence
        return None
    search = PartSearch(rank, ways, is_known)
    found = _of_whom(whole.query, _findings(whole, splits, search))
    found = [_beside_its_cause(one, found, rank) for one in found]
    if weeks := gestation(whole.query):
        found = _with_weeks(found or [Found(whole.query, whole.candidates[0])], weeks, rank)
    if len(found) < 2 or _is_whole(whole, found):
        return None
    led = found if _on_other_sides(whole.query) else _whole_first(whole, found)
    return _in_front(whole, led) if len(led) > 1 else None


def _findings(ranking: Ranking, splits: Sequence[Split], search: PartSearch) -> list[Found]:
    """What stands for a text, or for each of its parts."""
    split, *further = splits or [_none]
    parts = list(dict.fromkeys(split(ranking.query)))[:MOST_PARTS]
    if further and parts in ([], [ranking.query]):
        return _findings(ranking, further, search)
    own = _own(ranking, search, several=len(parts) > 1)
    if any(one not in ranking.query for one in parts):  # what is said of all of them: “allergic to sulfa and pcn”
        own = [one for one in own if one.first.evidence != ONE_OF_SEVERAL]
    if len(parts) < 2 or len(parts) <= sum(one.first.evidence == ONE_OF_SEVERAL for one in own):
        return own
    if own and not ranking.note.startswith(RANKED_FOR):
        parts = [one for one in parts if search.is_known(one)]
    of_parts = [one for part in parts for one in _findings(search.rank(part), further, search)]
    if not own and not (own := _likely_whole(ranking, of_parts)):
        return _different(of_parts)
    named = [next((part for part in of_parts if _is_same(part.first, one.first)), one) for one in own]
    own = [one._replace(text=part.text) for one, part in zip(own, named, strict=True)]
    beside = [one for one in of_parts if not _is_said(one, own) and not _is_left_by(one, own)]
    if not any(_is_same(one.first, other.first) for one in own for other in of_parts):
        beside = [one for one in _without_same_category(beside, own) if not _is_touched(one, own)]
    return _different([*own, *beside])


def _of_whom(text: str, found: list[Found]) -> list[Found]:
    """What is found for the parts of a text, as far as it has the same names in whom the text is of: in a pregnancy all
    has others, and in a newborn."""
    if OF_CHILD.search(text):
        return found if all(one.first.concept_id.startswith(OF_NEWBORNS) for one in found) else []
    found = [one for one in found if not one.first.concept_id.startswith(PREGNANT)]
    of_pregnancy = any(one.first.concept_id.startswith("O") for one in found)
    if not (of_pregnancy or in_pregnancy_or_weeks(text) or trimester_of(text)):
        return found
    ids = [one.first.concept_id for one in found] or [""]
    if ids[0].startswith("O"):
        return found
    return [one for one in found if one.first.concept_id.startswith(("O", "Z3", "Z8"))]


def _likely_whole(ranking: Ranking, of_parts: Sequence[Found]) -> list[Found]:
    """The first of a text that is none of its parts', where it is likely and names something of one of them."""
    if not ranking.candidates or _on_other_sides(ranking.query):
        return []
    if (ranking.candidates[0].probability or 0.0) < LIKELY:
        return []
    whole = Found(ranking.query, ranking.candidates[0])
    if is_symptom(whole.first.concept_id) or any(_is_same(one.first, whole.first) for one in of_parts):
        return []
    diseases = (one for one in of_parts if is_disease(one.first.concept_id))
    return [whole] if any(_is_touched(one, [whole]) for one in diseases) else []


def _none(text: str) -> list[str]:
    return []


def _own(ranking: Ranking, search: PartSearch, several: bool) -> list[Found]:
    """What is found for a text as one: the first of it where that is sure, the first of each where it lists several;
    nothing of one that has `several` parts on other sides, which no concept has."""
    if each := [one for one in ranking.candidates if one.evidence == ONE_OF_SEVERAL]:
        return [Found(one.name, one, (one.name,)) for one in each]
    if several and _on_other_sides(ranking.query):
        return []
    if not ranking.candidates or not _is_sure(ranking, not several and search.is_known(ranking.query)):
        return []
    first = ranking.candidates[0]
    is_none = is_span(first.concept_id) or first.concept_id.startswith(SAY_NOTHING)
    return [] if is_none else [Found(ranking.query, first, search.ways(ranking.query))]


def _on_other_sides(text: str) -> bool:
    """Whether a text speaks of things on both sides; a brain's right side is that of a weak left one."""
    if OF_THE_BRAIN.search(text):
        return False
    return {SIDE_WORDS.get(word.strip(",;.").lower()) for word in text.split()} >= LEFT_AND_RIGHT


def _is_sure(ranking: Ranking, is_known: bool) -> bool:
    """Whether nearly all that is found for a text is of the category of the first concept: of a finding most of it."""
    first = ranking.candidates[0]
    if first.exact or not CODE.match(first.concept_id):
        return first.exact or (first.probability or 0.0) >= SURE
    near = (one.probability or 0.0 for one in ranking.candidates if _category(one) == _category(first))
    return sum(near) >= (SURE_OF_KNOWN if is_known else SURE)


def _category(one: Candidate) -> str:
    return one.concept_id[:3]


def _is_same(one: Candidate, other: Candidate) -> bool:
    """Whether two concepts are one, or one stands above the other by its code."""
    ids = sorted((one.concept_id, other.concept_id), key=len)
    return ids[0] == ids[1] or (CODE.match(ids[0]) is not None and ids[1].startswith(ids[0]))


def _is_said(part: Found, own: Sequence[Found]) -> bool:
    """Whether one of some concepts is that of a part, or says all of it in one of the ways to write it."""
    for one in own:
        if _is_same(part.first, one.first):
            return True
        named_words = telling_words(one.first.name) | telling_words(one.first.preferred_name)
        for way in part.ways:
            words = {SIDE_WORDS.get(word, word) for word in telling_words(way) - EMPTY - GENERIC - BY_DEFAULT}
            if words and all(any(alike(word, other) for other in named_words) for word in words):
                return True
    return False


def _is_left_by(part: Found, own: Sequence[Found]) -> bool:
    """Whether a part says what one of some concepts has left: no stroke of former days stands beside its sequela."""
    return part.first.concept_id.startswith(STROKES) and any(one.first.concept_id.startswith(SEQUELA) for one in own)


def _is_touched(part: Found, own: Sequence[Found]) -> bool:
    """Whether the names of some concepts that join parts have a word of one in any way to write it."""
    named_words = set[str]().union(*(telling_words(f"{one.first.name} {one.first.preferred_name}") for one in own))
    words = set[str]().union(*map(telling_words, part.ways)) - EMPTY - GENERIC - BY_DEFAULT
    return is_disease(part.first.concept_id) and any(alike(word, other) for word in words for other in named_words)


def _without_same_category(parts: Sequence[Found], own: Sequence[Found]) -> list[Found]:
    """The parts without the first one of a category that one of the whole's has, which says more of it."""
    left = list(parts)
    for one in own:
        same = next((part for part in left if _category(part.first) == _category(one.first)), None)
        if same:
            left.remove(same)
    return left


def _different(found: Iterable[Found]) -> list[Found]:
    """What is found, each once: of two of which one stands above the other the one below, in the first place."""
    different: list[Found] = []
    for one in found:
        place = next((at for at, other in enumerate(different) if _is_same(one.first, other.first)), None)
        if place is None:
            different.append(one)
        elif len(one.first.concept_id) > len(different[place].first.concept_id):
            different[place] = one
    return different


def _symptoms_last(found: Sequence[Found]) -> list[Found]:
    """Symptoms behind the diseases beside them, and what an injury came from behind all."""
    ids = [one.first.concept_id for one in found]
    if not any(map(is_disease, ids)):
        return list(found)
    return sorted(found, key=lambda one: is_symptom(one.first.concept_id) or is_external_cause(one.first.concept_id))


def _whole_first(whole: Ranking, found: Sequence[Found]) -> list[Found]:
    """What is found, led by the first concept of the whole where it is among it, unless that is a symptom behind a
    disease, or in place of one of its category, where it says more that is typed, and without what says that. Else
    symptoms go last."""
    first = whole.candidates[0]
    ids = [one.first.concept_id for one in found]
    place = next((at for at, one in enumerate(found) if _is_same(one.first, first)), None)
    if place is not None and is_symptom(first.concept_id) and any(map(is_disease, ids[:place])):
        return _symptoms_last(found)
    if place is None and CODE.match(first.concept_id) and not is_symptom(first.concept_id):
        place = next((at for at, one in enumerate(found) if _category(one.first) == _category(first)), None)
        if place is not None and not _more(first, found[place]) & telling_words(whole.query):
            place = None
    if place is None:
        return _symptoms_last(found)
    more = _more(first, found[place])
    others = [one for at, one in enumerate(found) if at != place and not more & telling_words(one.text)]
    return [found[place]._replace(first=first), *others]


def _more(first: Candidate, part: Found) -> frozenset[str]:
    """The words of a name that neither a part nor the name found for it has."""
    return telling_words(first.name) - telling_words(part.first.name) - telling_words(part.text)


def _beside_its_cause(part: Found, found: Sequence[Found], rank: Rank) -> Found:
    name = name_beside(part.first.concept_id, [one.first.concept_id for one in found])
    first = next(iter(rank(name).candidates), None) if name else None
    return part._replace(first=first) if first else part


def _with_weeks(found: Sequence[Found], weeks: int, rank: Rank) -> list[Found]:
    """What is found with how far a pregnancy is, where one of it is of a pregnancy."""
    if not any(one.first.concept_id.startswith("O") for one in found):
        return list(found)
    text = f"{weeks} weeks gestation of pregnancy"
    first = next(iter(rank(text).candidates), None)
    return _different([*found, Found(text, first)]) if first and first.exact else list(found)


def _is_whole(whole: Ranking, found: Sequence[Found]) -> bool:
    """Whether the ranking of the whole begins with these."""
    ids = [one.concept_id for one in whole.candidates[: len(found)]]
    return set(ids) == {one.first.concept_id for one in found}


def _in_front(whole: Ranking, found: Sequence[Found]) -> Ranking:
    """The ranking of the whole behind what stands for each part."""
    first = [replace(one.first, evidence=ONE_OF_SEVERAL, exact=False) for one in found]
    ids = {one.concept_id for one in first}
    every = [*first, *(one for one in whole.candidates if one.concept_id not in ids)][: max(len(whole.candidates), 1)]
    texts = [f"“{one.text}”" for one in found if one.text != whole.query]
    note = f"Read as {joined_with_and(texts)}, each by itself."
    if len(texts) < len(found):  # one stands for the whole
        note = f"{whole.note} Beside that: {joined_with_and(texts)}.".strip()
    return replace(whole, candidates=tuple(replace(one, rank=at) for at, one in enumerate(every, 1)), note=note)
