"""A finding without what stands behind it, where that says nothing that any name says of it: “gallstones, silent”."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from engine.ranking.findings_apart import is_finding
from engine.ranking.typed_parts import index_with, is_denied, ways_of
from engine.retrieval.word_index import EMPTY, WordIndex, telling_words
from engine.text.clinical_dictionary import ClinicalDictionary
from engine.text.defaults import giving_way
from engine.text.lab_values import is_mere_value
from engine.text.signs import only_signs


def finding_alone(parts: Sequence[str], dictionary: ClinicalDictionary, indexes: Sequence[WordIndex]) -> str:
    """What stands first of the parts of a text, where it is a finding and the rest says little, else ""; what it stands
    for, where a default of that gives way to the rest: “C. diff colitis, relapsed”. Of mere signs and one finding it is
    that one: “barking cough, croup”."""
    if len(parts) < 2:
        return ""
    named = [place for place, one in enumerate(parts) if not only_signs(one)]
    for at in dict.fromkeys([named[0], 0] if len(named) == 1 else [0]):
        finding, others = parts[at], [*parts[:at], *parts[at + 1 :]]
        ways = ways_of(finding, dictionary)
        index = index_with(ways, indexes)
        if index is not None and say_little(others, ways, index, dictionary, indexes):
            given_way = ((way, giving_way(way, ", ".join(others))) for way in ways)
            return next((other for way, other in given_way if other != way), finding)
    return ""


def say_little(
    parts: Sequence[str],
    ways: Sequence[str],
    index: WordIndex,
    dictionary: ClinicalDictionary,
    indexes: Sequence[WordIndex],
) -> bool:
    """Whether each part is denied, a mere value, signs that no name of `index` has beside the finding, which is written
    in several `ways`, or no finding and in words that no name has beside one of its words. What is in capitals or in
    words that no name has may say anything."""
    own = {word for way in ways for word in telling_words(way) - EMPTY}
    signs_say = only_signs(ways[0])
    for one in parts:
        if is_denied(one) or is_mere_value(one):
            continue
        if only_signs(one) and not signs_say:
            if any(say_both(index, way, telling_words(sign)) for way in ways for sign in ways_of(one, dictionary)):
                return False
            continue
        if any(len(word) > 1 and word.isupper() for word in one.split()) or is_finding(one, dictionary, indexes):
            return False
        if not are_known(one, indexes) or _have_both(index, own, telling_words(one)):
            return False
    return True


def are_known(text: str, indexes: Sequence[WordIndex]) -> bool:
    """Whether names have each word of a text."""
    return all(any(word in index.vocabulary for index in indexes) for word in telling_words(text))


def _have_both(index: WordIndex, some: Collection[str], others: Collection[str]) -> bool:
    """Whether a name has one word of each, in any form of the others."""
    rows = index.rows_with_any(form for word in others for form in index.forms_of(word))
    return bool(index.shared(rows, some)[0].any())


def say_both(index: WordIndex, way: str, signs: Collection[str]) -> bool:
    """Whether a name has all words of a finding and one of its signs, in any form."""
    rows = index.rows_with_all(telling_words(way) - EMPTY)
    return bool(index.shared(rows, {form for word in signs for form in index.forms_of(word)})[0].any())
