"""What a typed text may mean: as it stands, with words corrected, with short forms and lay words written out."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from engine.retrieval.word_index import SHORTEST, WordIndex
from engine.text import normalise
from engine.text.clinical_dictionary import ClinicalDictionary, expansions
from engine.text.word_variants import content_words

TYPED, CORRECTED, EXPANDED = "typed", "corrected", "expanded"
MOST = 6  # readings of one text
WORD = re.compile(r"[^\W\d_]+")


@dataclass(frozen=True)
class Reading:
    """One way to read a text; `kind` is TYPED, CORRECTED or EXPANDED."""

    text: str
    kind: str = TYPED


def readings(text: str, indexes: Sequence[WordIndex], dictionary: ClinicalDictionary) -> list[Reading]:
    """The readings of `text`, as typed first, at most MOST.

    A word is misspelt when no name of `indexes` has it in any form and the dictionary does not know it; the nearest
    word that names have stands in its place, or one that goes on as it begins, since somebody may still be typing.
    """
    typed = normalise(text)
    found = [Reading(typed)]
    written_out = expansions(text, dictionary)
    if not written_out and (corrected := _corrected(typed, indexes)) != typed:
        found.append(Reading(corrected, CORRECTED))
        written_out = expansions(corrected, dictionary)
    known = {reading.text for reading in found}
    for one in written_out:
        if (reading := normalise(one)) not in known:
            known.add(reading)
            found.append(Reading(reading, EXPANDED))
    return found[:MOST]


def _corrected(text: str, indexes: Sequence[WordIndex]) -> str:
    def replaced(match: re.Match[str]) -> str:
        word = match[0]
        if len(word) < SHORTEST or _known(word, indexes):
            return word
        nearest = [one for index in indexes if (one := index.nearest_word(word)) is not None]
        return min(nearest)[2] if nearest else word

    return WORD.sub(replaced, text)


def _known(word: str, indexes: Sequence[WordIndex]) -> bool:
    content = content_words(word)[0]
    return any(word in index.surface or content <= index.vocabulary.keys() for index in indexes)
