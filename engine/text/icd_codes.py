"""Codes of ICD-10: their shapes, spans of them, and what their letters say."""

from __future__ import annotations

import re

ONE = r"[A-Z]\d[0-9A-Z](?:\.[0-9A-Z]{1,4})?"
CODE = re.compile(ONE)
BLOCK, CHAPTER = re.compile(r"[A-Z]\d[0-9A-Z]-[A-Z]\d[0-9A-Z]"), re.compile(r"\d{1,2}")
SPAN = re.compile(rf"({ONE})(?:-({ONE})|\.?-)?")
SYMPTOM = re.compile(r"R\d\d(?:\.\d+)?")  # of the chapter of symptoms and signs
EXTERNAL_CAUSE = re.compile(r"[V-Y]\d")
FROM_BIRTH = re.compile(r"[PQ]\d")  # of the chapters of newborns and of malformations
DISEASE = re.compile(r"[A-QST]\d")  # and no cause or status


def span(text: str) -> tuple[str, str] | None:
    """First and last code of “E10.-”, “E10” or “E10-E14”, both the same of one code; None of another text."""
    found = SPAN.fullmatch(text.strip())
    return (found[1], found[2] or found[1]) if found else None


def within(code: str, codes: tuple[str, str]) -> bool:
    """Whether a code is in the span, or below a code of it.

    >>> within("E10.9", ("E10", "E10")), within("O14", ("O10", "O11"))
    (True, False)
    """
    first, last = codes
    return first <= code and code[: len(last)] <= last


def category(id: str) -> str:
    """The category of a code, its first three characters; ids of other terminologies mostly begin alike.

    >>> category("E10.9"), category("HP:0001658")
    ('E10', 'HP:')
    """
    return id[:3]


def is_span(id: str) -> bool:
    """Whether an id is that of a block or chapter, which spans codes.

    >>> is_span("E70-E88"), is_span("4"), is_span("E72.3")
    (True, True, False)
    """
    return (BLOCK.fullmatch(id) or CHAPTER.fullmatch(id)) is not None


def is_symptom(id: str) -> bool:
    """Whether an id is that of a symptom or sign, which coders put behind the disease that explains it."""
    return SYMPTOM.fullmatch(id) is not None


def is_disease(id: str) -> bool:
    """Whether an id is that of a disease or injury, and no cause or status."""
    return DISEASE.match(id) is not None


def is_from_birth(id: str) -> bool:
    """Whether an id is that of a malformation, or of what a newborn has."""
    return FROM_BIRTH.match(id) is not None


def is_external_cause(id: str) -> bool:
    """Whether an id is that of what an injury or poisoning came from, which coders put behind it."""
    return EXTERNAL_CAUSE.match(id) is not None
