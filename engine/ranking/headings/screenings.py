"""Screening: under which of its encounters a classification puts the search for a condition, by its code."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from engine.ranking.headings.personal_histories import spans_in
from engine.text.dictionary.written_forms import rows_of
from engine.text.icd_codes import within

TABLE = Path(__file__).with_name("screenings.tsv")  # the special ones first


def screening_for(code: str) -> str:
    """The encounter for a search for what has a code; "" where there is none but for some other disorder.

    >>> screening_for("J44.9"), screening_for("E11.319"), screening_for("N18")
    ('encounter for screening for respiratory disorder NEC', 'encounter for screening for eye and ear disorders', '')
    """
    return next((name for spans, name in _screenings() if any(within(code, one) for one in spans)), "")


@lru_cache(maxsize=1)
def _screenings() -> tuple[tuple[tuple[tuple[str, str], ...], str], ...]:
    return tuple((spans_in(row["conditions"]), row["screening"]) for row in rows_of(TABLE))
