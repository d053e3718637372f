"""What says more of the typed text goes before what is merely alike: “intracapsular fracture” before one of an
unspecified part."""

from __future__ import annotations

import re

from engine.ranking.ordering.calibration import ALIKE, ALIKE_READ
from engine.ranking.ordering.evidence import TIED
from engine.ranking.ordering.moved_sums import MORE_TYPED
from engine.ranking.ordering.of_terminology import Codes, OfTerminology
from engine.ranking.reading.typed_parts import there_in
from engine.retrieval.word_index import EMPTY, telling_words

NEAR = 10  # candidates that are looked at
DENIES = re.compile(r"\b(?:without|w/o|no|not|never|neg|non\w*)\b|n't", re.IGNORECASE)
OTHER = re.compile(r"\bother\b", re.IGNORECASE)
OPEN = re.compile(r"\b(?:unspecified|other|not elsewhere classified)\b", re.IGNORECASE)
LITTLE = EMPTY | {"unspecified", "other", "site", "specified", "elsewhere", "classified", "disease", "disorder"}


def more_typed_first(these: OfTerminology, codes: Codes) -> None:
    """A concept below or beside the best goes before it, where a name of it has all typed words that the best has and
    more of them, and no word that the text is not read as.

    Only what is merely alike gives way, no name in another terminology, and nothing where the text denies something or
    joins several findings. “Other …” goes before none, “unspecified …” before none that is not left open too.
    """
    first, *others = these.best_first()[:NEAR]
    question, best = these.gathered[first].question, these[first]
    if best.kind not in (ALIKE, ALIKE_READ) or best.named_in & TIED or DENIES.search(question.text):
        return
    if any(variant.finding for variant in question.variants):
        return
    typed = telling_words(question.text) - LITTLE
    covered = typed & (there_in(best.name.preferred) | there_in(best.name.text))
    read = frozenset[str]().union(*map(there_in, question.typed))
    found, most = first, covered
    for place in others if covered < typed else ():
        one = these[place]
        if one.lacking - best.lacking or _leaves_more_open(one.name.preferred, best.name.preferred):
            continue
        for name in {one.name.preferred, one.name.text}:
            words = telling_words(name) - LITTLE
            more = words <= read and covered < words & typed and len(words & typed) > len(most)
            if more and codes.is_beside(these.slug, one.name.concept, best.name.concept):
                found, most = place, words & typed
    if found != first:
        these.adjusted.exchange(first, found, MORE_TYPED)


def _leaves_more_open(name: str, best: str) -> bool:
    """Whether a name says “other”, or “unspecified” where the best says neither."""
    return OTHER.search(name) is not None or (OPEN.search(name) is not None and not OPEN.search(best))
