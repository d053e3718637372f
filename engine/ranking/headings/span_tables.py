"""Tables of what a classification has for spans of codes, the special spans first."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from engine.text.dictionary.written_forms import rows_of
from engine.text.icd_codes import span, within

Spans = tuple[tuple[str, str], ...]  # the first and last code of each


def written_spans(text: str) -> Spans:
    """The spans of codes in a text.

    >>> written_spans("A00-A09, B99")
    (('A00', 'A09'), ('B99', 'B99'))
    """
    return tuple(filter(None, map(span, text.replace(",", " ").split())))


def is_within(code: str, spans: Spans) -> bool:
    """Whether a code is in one of these spans, or below a code of it."""
    return any(within(code, one) for one in spans)


def value_for(code: str, table: Path, column: str) -> str:
    """What the first row of a table (conditions, `column`) has whose conditions a code is among; "" where none has."""
    return next((value for spans, value in _rows(table, column) if is_within(code, spans)), "")


@lru_cache(maxsize=8)
def _rows(table: Path, column: str) -> tuple[tuple[Spans, str], ...]:
    return tuple((written_spans(row["conditions"]), row[column]) for row in rows_of(table))
