"""A heading and a concept of its name with nothing below it: the latter is meant, since a record can be coded with it.

ICD-10-CM has 735 headings with a child of their own name, R79.8 and R79.89 “Other specified abnormal findings of blood
chemistry”: nothing but that one has children tells the two apart, and a heading cannot be billed. Many more have a
child that only adds “unspecified”: L50 “Urticaria”, L50.9. For a disease's name the heading is as good an answer; for
a word that somebody uses in its place (“hives”) it is the child.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

import numpy as np

from engine.ranking.ordering.calibration import LENT_NAME, SAME_WORDS_READ
from engine.ranking.ordering.evidence import TIED, ConceptEvidence
from engine.ranking.ordering.moved_sums import BY_DEFAULT, NO_BLOCK, READ_AS, SAME_NAME, SPECIFIC, MovedSums
from engine.ranking.ordering.order import FEATURES
from engine.retrieval.word_index import telling_words
from engine.text import normalise

LEAF, CODE_BLOCK, AS_READ = (FEATURES.index(one) for one in ("leaf", "block", "a reading is the name"))
FIRST_READING = 1  # its place among the variants of a question, after the text as typed
SLIGHTLY = 1e-6  # what a heading is before what follows it
NEAR = 10  # candidates among which what the text is read as is looked for
UNSPECIFIED_AT_END = re.compile(r"^unspecified |, unspecified$")
MARKS = re.compile(r",? ?\b(?:(?:first|second|third|unspecified) trimester|left|right|bilateral|unspecified)\b")


class Codes(NamedTuple):
    """What is known of the concepts of a terminology, the first argument: whether one stands below another, whether it
    may be sent in as a code, and which code below a heading is taken by default, "" where none is."""

    is_below: Callable[[str, str, str], bool]
    is_billable: Callable[[str, str], bool]
    default_below: Callable[[str, str], str]


Found = Sequence[tuple[str, ConceptEvidence]]  # candidates, each with its terminology
BestFirst = Callable[[], list[int]]  # the places of the candidates of one terminology as they stand, best first


def leaves_first(found: Found, sums: np.ndarray, codes: Codes) -> tuple[MovedSums, list[tuple[int, int]]]:
    """`sums` [n] with those of a heading and of a leaf of its name exchanged where the heading's is the higher; and the
    places of a code and of the heading that it is before, for each terminology in which such a code is first.

    Where a heading is found in other words than those typed, the same with a leaf of its name and “unspecified”. In
    each terminology what has the side or the trimester asked for goes before a heading that it is below, and the code
    that is taken by default before the heading that is best.
    """
    adjusted = MovedSums(sums)
    for unspecified in (False, True)[: 1 + any(one.in_other_words for _, one in found)]:
        best: dict[tuple[str, str, bool], int] = {}
        for place in adjusted.best_first():
            slug, one = found[place]
            name = normalise(one.name.preferred)
            best.setdefault(
                (slug, UNSPECIFIED_AT_END.sub("", name) if unspecified else name, bool(one.features[LEAF])), place
            )
        for (slug, name, leaf), place in best.items():
            heading = best.get((slug, name, False))
            if not leaf or heading is None or adjusted.sums[heading] <= adjusted.sums[place]:
                continue
            if not unspecified or found[heading][1].in_other_words:
                adjusted.exchange(heading, place, SAME_NAME)
    places: dict[str, list[int]] = {}
    for place, (slug, _) in enumerate(found):
        places.setdefault(slug, []).append(place)
    coded = []
    for of_one in places.values():
        near = partial(adjusted.best_first, of_one)
        _as_read_first(found, near, adjusted)
        _read_first(found, near, adjusted)
        _specific_first(found, near, adjusted, codes)
        coded += _coded_first(found, near, adjusted, codes)
    return adjusted, coded


def _as_read_first(found: Found, near: BestFirst, adjusted: MovedSums) -> None:
    """What the text is read as to the letter goes first, where the best has no such name.

    That is a concept with the very same words: “left eye, normal vision right eye”, where “right eye, normal vision
    left eye” was best. Or it is any, where only a name lent to that reading speaks for the best: “SOB” is R06.0 by
    HPO's Dyspnea.
    """
    first, *others = near()
    best = found[first][1]
    if best.features[AS_READ]:
        return
    words, lent = telling_words(best.name.text), best.kind == LENT_NAME
    for at in others[:NEAR]:
        other = found[at][1]
        by_reading = lent and other.variant <= FIRST_READING
        if other.features[AS_READ] and (by_reading or telling_words(other.name.text) == words):
            adjusted.exchange(first, at, READ_AS)
            return


def _read_first(found: Found, near: BestFirst, adjusted: MovedSums) -> None:
    """Another concept goes before a block that is first, since nobody codes a block: the best whose name the text is
    read as, else the best that is none. “Head injury” is read as S09.90 “Unspecified injury of head”, and S00-S09 has
    its words too."""
    first, *others = near()[:NEAR]
    if not _is_block(found[first][1]):
        return
    codes = [at for at in others if not _is_block(found[at][1])]
    read = [at for at in codes if found[at][1].kind == SAME_WORDS_READ]
    if (place := next(iter(read or codes), None)) is not None:
        adjusted.exchange(first, place, NO_BLOCK)


def _specific_first(found: Found, near: BestFirst, adjusted: MovedSums, codes: Codes) -> None:
    """What has the side or the trimester that is asked for goes before the best, where that leaves it out and the other
    is below it or of its name but for that: “carpal tunnel left”, G56.0 and G56.02; “obstetric cholestasis 34/40”,
    O26.649 and O26.643."""
    first, *others = near()
    slug, best = found[first]
    if not best.lacking:
        return
    plain = _without_marks(best.name.preferred)
    for at in others:
        other = found[at][1]
        if other.lacking & best.lacking:
            continue
        if codes.is_below(slug, other.name.concept, best.name.concept) or _without_marks(other.name.preferred) == plain:
            adjusted.exchange(first, at, SPECIFIC)
            return


def _coded_first(found: Found, near: BestFirst, adjusted: MovedSums, codes: Codes) -> list[tuple[int, int]]:
    """The code that is taken by default below the best goes before it, since a heading cannot be coded: “acute
    pancreatitis, EtOH, no necrosis”, K85.2 and K85.20. Where none is, a billable code below it goes whose name the text
    is read as too. The heading follows. What another terminology has as a name stays the heading's, as whoever ties
    terminologies takes it. The places of the code and of the heading; none where nothing was moved."""
    first, *others = near()[:NEAR]
    slug, best = found[first]
    if best.features[LEAF] or best.named_in & TIED:
        return []
    heading = best.name.concept
    here = {at: found[at][1].name.concept for at in others}
    by_default = codes.default_below(slug, heading)
    places = [at for at, code in here.items() if code == by_default]
    if not places and _is_read_as(best):
        read = (at for at in here if _is_read_as(found[at][1]) and codes.is_below(slug, here[at], heading))
        places = [at for at in read if codes.is_billable(slug, here[at])]
    if not places:
        return []
    code = places[0]
    behind = max(float(adjusted.sums[at]) + SLIGHTLY * (at != code) for at in others)
    adjusted.exchange(first, code, BY_DEFAULT)
    adjusted.sums[first] = behind
    return [(code, first)]


def _is_read_as(one: ConceptEvidence) -> bool:
    return one.kind == SAME_WORDS_READ and bool(one.features[AS_READ])


def _is_block(one: ConceptEvidence) -> bool:
    return bool(one.features[CODE_BLOCK])


def _without_marks(name: str) -> str:
    return " ".join(MARKS.sub(" ", normalise(name)).split())
