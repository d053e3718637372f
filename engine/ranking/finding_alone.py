"""A finding without what stands behind it, where that says nothing that any name says of it: “gallstones, silent”."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from engine.ranking.findings_apart import is_finding
from engine.ranking.typed_parts import index_with, is_denied, ways_of
from engine.retrieval.word_index import EMPTY, WordIndex, telling_words
from engine.text.clinical_dictionary import ClinicalDictionary
from engine.text.defaults import giving_way


def finding_alone(parts: Sequence[str], dictionary: ClinicalDictionary, indexes: Sequence[WordIndex]) -> str:
    """What stands first of the parts of a text, where it is a finding and the rest says little, else ""; what it stands
    for, where a default of that gives way to the rest: “C. diff colitis, relapsed”."""
    if len(parts) < 2:
        return ""
    first, *behind = parts
    ways = ways_of(first, dictionary)
    index = index_with(ways, indexes)
    if index is None or not say_little(behind, ways, index, dictionary, indexes):
        return ""
    given_way = ((way, giving_way(way, ", ".join(behind))) for way in ways)
    return next((other for way, other in given_way if other != way), first)


def say_little(
    parts: Sequence[str],
    ways: Sequence[str],
    index: WordIndex,
    dictionary: ClinicalDictionary,
    indexes: Sequence[WordIndex],
) -> bool:
    """Whether each part is denied, or no finding and in words that no name of `index` has beside one of a finding,
    which is written in several `ways`. What is in capitals or in words that no name has may say anything."""
    own = {word for way in ways for word in telling_words(way) - EMPTY}
    for one in parts:
        if is_denied(one):
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
