"""A heading and a concept of its name with nothing below it: the latter is meant, since a record can be coded with it.

ICD-10-CM has 735 headings with a child of their own name, R79.8 and R79.89 “Other specified abnormal findings of blood
chemistry”: nothing but that one has children tells the two apart, and a heading cannot be billed. Many more have a
child that only adds “unspecified”: L50 “Urticaria”, L50.9. For a disease's name the heading is as good an answer; for
a word that somebody uses in its place (“hives”) it is the child.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from engine.ranking.ordering.calibration import LENT_NAME, SAME_WORDS_READ
from engine.ranking.ordering.evidence import TIED, ConceptEvidence
from engine.ranking.ordering.order import FEATURES
from engine.retrieval.word_index import telling_words
from engine.text import normalise

LEAF, BLOCK, AS_READ = (FEATURES.index(one) for one in ("leaf", "block", "a reading is the name"))
FIRST_READING = 1  # its place among the variants of a question, after the text as typed
SLIGHTLY = 1e-6  # what a heading is before what follows it
NEAR = 10  # candidates among which what the text is read as is looked for
UNSPECIFIED = re.compile(r"^unspecified |, unspecified$")
MARKS = re.compile(r",? ?\b(?:(?:first|second|third|unspecified) trimester|left|right|bilateral|unspecified)\b")


class Codes(NamedTuple):
    """What is known of the concepts of a terminology, the first argument: whether one stands below another, whether it
    may be sent in as a code, and which code below a heading is taken by default, "" where none is."""

    is_below: Callable[[str, str, str], bool]
    is_billable: Callable[[str, str], bool]
    default_below: Callable[[str, str], str]


def leaves_first(
    found: Sequence[tuple[str, ConceptEvidence]], sums: np.ndarray, codes: Codes
) -> tuple[np.ndarray, tuple[int, int] | None]:
    """`sums` [n] with those of a heading and of a leaf of its name exchanged where the heading's is the higher; and the
    places of a code and of the heading that it is before, where such a code is first.

    found: the terminology of each candidate, and the candidate. Where a heading is found in other words than those
    typed, the same with a leaf of its name and “unspecified”. What has the side or the trimester asked for goes before
    a heading that it is below; so does the code that is taken by default below one that is first.
    """
    exchanged = sums.copy()
    for unspecified in (False, True)[: 1 + any(one.in_other_words for _, one in found)]:
        best: dict[tuple[str, str, bool], int] = {}
        for place in np.argsort(-exchanged, kind="stable").tolist():
            slug, one = found[place]
            name = normalise(one.name.preferred)
            best.setdefault((slug, UNSPECIFIED.sub("", name) if unspecified else name, bool(one.features[LEAF])), place)
        for (slug, name, leaf), place in best.items():
            heading = best.get((slug, name, False))
            if not leaf or heading is None or exchanged[heading] <= exchanged[place]:
                continue
            if not unspecified or found[heading][1].in_other_words:
                exchanged[[place, heading]] = exchanged[[heading, place]]
    read = _read_first(found, _as_read_first(found, exchanged))
    return _coded_first(found, _specific_first(found, read, codes), codes)


def _as_read_first(found: Sequence[tuple[str, ConceptEvidence]], sums: np.ndarray) -> np.ndarray:
    """The sums of the best exchanged with those of another whose name the text is read as to the letter, where the
    best's is not: one of the very same words (“left eye, normal vision right eye”, and “right eye, normal vision left
    eye”), or any where only a name lent to that reading speaks for the best (“SOB”: R06.0 by HPO's Dyspnea)."""
    first, *others = np.argsort(-sums, kind="stable").tolist() or [0]
    if len(sums) and not found[first][1].features[AS_READ]:
        slug, best = found[first]
        words, lent = telling_words(best.name.text), best.kind == LENT_NAME
        for at in others[:NEAR]:
            other = found[at][1]
            read = found[at][0] == slug and other.features[AS_READ]
            if read and ((lent and other.variant <= FIRST_READING) or telling_words(other.name.text) == words):
                sums[[first, at]] = sums[[at, first]]
                break
    return sums


def _read_first(found: Sequence[tuple[str, ConceptEvidence]], sums: np.ndarray) -> np.ndarray:
    """The sums of a block that is first and of another concept exchanged, since nobody codes a block: of the best whose
    name the text is read as, else of the best that is none. “Head injury” is read as S09.90 “Unspecified injury of
    head”, and S00-S09 has its words too."""
    first, *others = np.argsort(-sums, kind="stable")[:NEAR].tolist() or [0]
    if len(sums) and _is_block(found[first][1]):
        codes = [at for at in others if found[at][0] == found[first][0] and not _is_block(found[at][1])]
        read = [at for at in codes if found[at][1].kind == SAME_WORDS_READ]
        if (place := next(iter(read or codes), None)) is not None:
            sums[[first, place]] = sums[[place, first]]
    return sums


def _coded_first(
    found: Sequence[tuple[str, ConceptEvidence]], sums: np.ndarray, codes: Codes
) -> tuple[np.ndarray, tuple[int, int] | None]:
    """The sums with that of the best for the code that is taken by default below it, since a heading cannot be coded:
    “acute pancreatitis, EtOH, no necrosis”, K85.2 and K85.20; where none is, for a billable code below it whose name
    the text is read as too. The heading follows. What another terminology has as a name stays the heading's, as whoever
    ties terminologies takes it."""
    first, *others = np.argsort(-sums, kind="stable")[:NEAR].tolist() or [0]
    if len(sums) and not found[first][1].features[LEAF] and not found[first][1].named_in & TIED:
        slug, heading = found[first][0], found[first][1].name.concept
        here = {at: found[at][1].name.concept for at in others if found[at][0] == slug}
        by_default = codes.default_below(slug, heading)
        places = [at for at, code in here.items() if code == by_default]
        if not places and _is_read_as(found[first][1]):
            read = (at for at in here if _is_read_as(found[at][1]) and codes.is_below(slug, here[at], heading))
            places = [at for at in read if codes.is_billable(slug, here[at])]
        if places:
            highest, code = sums[first], places[0]
            sums[first] = max(float(sums[at]) + SLIGHTLY * (at != code) for at in others)
            sums[code] = highest
            return sums, (code, first)
    return sums, None


def _is_read_as(one: ConceptEvidence) -> bool:
    return one.kind == SAME_WORDS_READ and bool(one.features[AS_READ])


def _is_block(one: ConceptEvidence) -> bool:
    return bool(one.features[BLOCK])


def _specific_first(found: Sequence[tuple[str, ConceptEvidence]], sums: np.ndarray, codes: Codes) -> np.ndarray:
    """The sums of the best and of the next exchanged where the best leaves out the side or the trimester that is asked
    for, and the other has it and is below the best or of its name but for that: “carpal tunnel left”, G56.0 and G56.02;
    “obstetric cholestasis 34/40”, O26.649 and O26.643."""
    first, *others = np.argsort(-sums, kind="stable").tolist() or [0]
    if len(sums) and (lacking := found[first][1].lacking):
        slug, best = found[first]
        plain = _without_marks(best.name.preferred)
        for at in others:
            other = found[at][1]
            if found[at][0] != slug or other.lacking & lacking:
                continue
            if (
                codes.is_below(slug, other.name.concept, best.name.concept)
                or _without_marks(other.name.preferred) == plain
            ):
                sums[[first, at]] = sums[[at, first]]
                break
    return sums


def _without_marks(name: str) -> str:
    return " ".join(MARKS.sub(" ", normalise(name)).split())
