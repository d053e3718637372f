"""Screening: under which of its encounters a classification puts the search for a condition, by its code."""

from __future__ import annotations

from pathlib import Path

from engine.ranking.headings.span_tables import value_for

TABLE = Path(__file__).with_name("screenings.tsv")  # the special ones first


def screening_for(code: str) -> str:
    """The encounter for a search for what has a code; "" where there is none but for some other disorder.

    >>> screening_for("J44.9"), screening_for("E11.319"), screening_for("N18")
    ('encounter for screening for respiratory disorder NEC', 'encounter for screening for eye and ear disorders', '')
    """
    return value_for(code, TABLE, "screening")
