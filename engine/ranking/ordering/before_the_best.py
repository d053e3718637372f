"""Rules by which another candidate of a terminology goes before the best: the text is read as its name, it is no block,
it is congenital or has the side, trimester or number as typed, or it is the code that is taken by default."""

from __future__ import annotations

import re

from engine.ranking.ordering.calibration import LENT_NAME, SAME_WORDS_READ
from engine.ranking.ordering.evidence import TIED, ConceptEvidence
from engine.ranking.ordering.moved_sums import BY_DEFAULT, FROM_BIRTH, NO_BLOCK, READ_AS, SPECIFIC
from engine.ranking.ordering.of_terminology import Codes, OfTerminology
from engine.ranking.ordering.order import AS_READ, CODE_BLOCK, LEAF
from engine.retrieval.word_index import telling_words
from engine.text import normalise
from engine.text.icd_codes import is_from_birth
from engine.text.numbers import unified
from engine.text.qualifiers import qualifiers

FIRST_READING = 1  # its place among the variants of a question, after the text as typed
SLIGHTLY = 1e-6  # what a heading is before what follows it
NEAR = 10  # candidates among which what the text is read as is looked for
CONGENITAL = re.compile(r"\bcongenital\b(?! or acquired)", re.IGNORECASE)
MARKS = re.compile(r",? ?\b(?:(?:first|second|third|unspecified) trimester|left|right|bilateral|unspecified)\b")


def as_read_first(these: OfTerminology) -> None:
    """What the text is read as to the letter goes first, where the best has no such name.

    That is a concept with the very same words: “left eye, normal vision right eye”, where “right eye, normal vision
    left eye” was best. Or it is any, where only a name lent to that reading speaks for the best: “SOB” is R06.0 by
    HPO's Dyspnea.
    """
    first, *others = these.best_first()
    best = these[first]
    if best.features[AS_READ]:
        return
    words, lent = telling_words(best.name.text), best.kind == LENT_NAME
    for at in others[:NEAR]:
        other = these[at]
        by_reading = lent and other.variant <= FIRST_READING
        if other.features[AS_READ] and (by_reading or telling_words(other.name.text) == words):
            these.adjusted.exchange(first, at, READ_AS)
            return


def no_block_first(these: OfTerminology) -> None:
    """Another concept goes before a block that is first, since nobody codes a block: the best whose name the text is
    read as, else the best that is none. “Head injury” is read as S09.90 “Unspecified injury of head”, and S00-S09 has
    its words too."""
    first, *others = these.best_first()[:NEAR]
    if not _is_block(these[first]):
        return
    codes = [at for at in others if not _is_block(these[at])]
    read = [at for at in codes if these[at].kind == SAME_WORDS_READ]
    if (place := next(iter(read or codes), None)) is not None:
        these.adjusted.exchange(first, place, NO_BLOCK)


def congenital_first(these: OfTerminology) -> None:
    """A malformation, or what a newborn has, goes before the best where the text says that it is congenital and the
    best is an acquired condition, but for one that another terminology has for it: “congenital ranula”, K11.6 and
    Q38.4."""
    first, *others = these.best_first()[:NEAR]
    best = these[first]
    if not CONGENITAL.search(these.gathered[first].question.text) or _is_congenital(best):
        return
    if best.kind == LENT_NAME or best.named_in & TIED:
        return
    place = next((at for at in others if is_from_birth(these[at].name.concept)), None)
    if place is not None:
        these.adjusted.exchange(first, place, FROM_BIRTH)


def specific_first(these: OfTerminology, codes: Codes) -> None:
    """What has the side, the trimester or the number that is asked for goes before the best, where that leaves it out,
    or has another number, and the other is below it or of its name but for that: “carpal tunnel left”, G56.0 and
    G56.02; “obstetric cholestasis 34/40”, O26.649 and O26.643; “T1DM presenting in DKA”, E11.10 and E10.10."""
    first, *others = these.best_first()
    best = these[first]
    if not best.lacking:
        return
    plain = _without_marks(best.name.preferred)
    for at in others:
        other = these[at]
        if other.lacking:
            continue
        if (
            codes.is_below(these.slug, other.name.concept, best.name.concept)
            or _without_marks(other.name.preferred) == plain
        ):
            these.adjusted.exchange(first, at, SPECIFIC)
            return


def code_by_default_first(these: OfTerminology, codes: Codes) -> list[tuple[int, int]]:
    """The code that is taken by default below the best goes before it, since a heading cannot be coded: “acute
    pancreatitis, EtOH, no necrosis”, K85.2 and K85.20. Where none is, a billable code below it goes whose name the text
    is read as too. The heading follows. What another terminology has as a name stays the heading's, as whoever ties
    terminologies takes it. The places of the code and of the heading; none where nothing was moved."""
    first, *others = these.best_first()[:NEAR]
    best = these[first]
    if best.features[LEAF] or best.named_in & TIED:
        return []
    heading = best.name.concept
    here = {at: these[at].name.concept for at in others}
    by_default = codes.default_below(these.slug, heading)
    places = [at for at, code in here.items() if code == by_default]
    if not places and _is_read_as(best):
        read = (at for at in here if _is_read_as(these[at]) and codes.is_below(these.slug, here[at], heading))
        places = [at for at in read if codes.is_billable(these.slug, here[at])]
    if not places:
        return []
    code = places[0]
    behind = max(float(these.adjusted.sums[at]) + SLIGHTLY * (at != code) for at in others)
    these.adjusted.exchange(first, code, BY_DEFAULT)
    these.adjusted.sums[first] = behind
    return [(code, first)]


def _is_read_as(one: ConceptEvidence) -> bool:
    return one.kind == SAME_WORDS_READ and bool(one.features[AS_READ])


def _is_congenital(one: ConceptEvidence) -> bool:
    return is_from_birth(one.name.concept) or CONGENITAL.search(one.name.preferred) is not None


def _is_block(one: ConceptEvidence) -> bool:
    return bool(one.features[CODE_BLOCK])


def _without_marks(name: str) -> str:
    numbers = qualifiers(name).numbers
    return " ".join(word for word in MARKS.sub(" ", normalise(unified(name))).split() if word not in numbers)
