"""One component that draws the rankings of one to four encoders beside each other, and says which row was opened."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import streamlit as st

from pages.parts.highlight import shared_parts
from store.records.terminology import Candidate, Ranking

HERE = Path(__file__)
KEY = "ranking_table"

_draw = st.components.v2.component(
    "nomenclator_ranking_table",
    js=HERE.with_suffix(".js").read_text(encoding="utf-8"),
    css=HERE.with_suffix(".css").read_text(encoding="utf-8"),
)


@dataclass(frozen=True)
class Column:
    """One encoder's answer; `problem` is the sentence to show in its place when it has none."""

    encoder: str
    title: str
    ranking: Ranking | None
    problem: str = ""
    current: bool = False


def ranking_table(
    query: str,
    columns: Sequence[Column],
    unit: str,
    opened: tuple[str, str] | None,
    terminologies: dict[str, str],
    on_open: Callable[[], None],
) -> None:
    """Draws `columns` side by side and calls `on_open` when a row is clicked; the rest is as in `ranking_data`."""
    _draw(key=KEY, data=ranking_data(query, columns, unit, opened, terminologies), on_open_change=on_open)


def ranking_data(
    query: str,
    columns: Sequence[Column],
    unit: str,
    opened: tuple[str, str] | None,
    terminologies: dict[str, str],
) -> dict[str, Any]:
    """What the component draws: a column an encoder, a row a candidate, with its shift against the first column.

    `opened` is the (terminology, concept id) whose card is open; `terminologies` maps a slug to the short title to
    show with each row, and is empty when all rows are from one. A row's "shift" is how many places higher it stands
    than in the first column, "new" when it is not there, and "only" for a row of the first column that no other has.
    """
    return {
        "query": query,
        "unit": unit,
        "opened": " ".join(opened) if opened else "",
        "columns": [_column(query, columns, at, unit, terminologies) for at in range(len(columns))],
    }


def row_opened() -> dict[str, Any] | None:
    """What the person clicked, inside `on_open`: terminology, concept, name, rank, score, encoder and query."""
    value = st.session_state[KEY].open
    return dict(value) if value else None


def _column(query: str, columns: Sequence[Column], at: int, unit: str, terminologies: dict[str, str]) -> dict[str, Any]:
    column = columns[at]
    candidates = column.ranking.candidates if column.ranking else ()
    first = _ranks(columns[0], unit)
    elsewhere = [_ranks(other, unit) for place, other in enumerate(columns) if place != at and other.ranking]
    rows = []
    for candidate in candidates:
        key = _identity(candidate, unit)
        row = _row(query, candidate, terminologies)
        if at and first and columns[at].ranking:
            row["shift"] = first[key] - candidate.rank if key in first else "new"
        elif elsewhere and not any(key in ranks for ranks in elsewhere):
            row["shift"] = "only"
        rows.append(row)
    return {
        "encoder": column.encoder,
        "title": column.title,
        "current": column.current,
        "against": columns[0].title if at else "",
        "note": column.problem or (column.ranking.note if column.ranking else ""),
        "took": f"{column.ranking.milliseconds:.0f} ms" if column.ranking else "",
        "rows": rows,
    }


def _identity(candidate: Candidate, unit: str) -> tuple[str, ...]:
    concept = (candidate.terminology, candidate.concept_id)
    return (*concept, candidate.name) if unit == "name" else concept


def _ranks(column: Column, unit: str) -> dict[tuple[str, ...], int]:
    if column.ranking is None:
        return {}
    return {_identity(candidate, unit): candidate.rank for candidate in column.ranking.candidates}


def _row(query: str, candidate: Candidate, terminologies: dict[str, str]) -> dict[str, Any]:
    return {
        "rank": candidate.rank,
        "score": round(candidate.score, 4),
        "name": candidate.name,
        "parts": shared_parts(query, candidate.name),
        "concept": candidate.concept_id,
        "preferred": candidate.preferred_name,
        "terminology": candidate.terminology,
        "where": terminologies.get(candidate.terminology, ""),
        "source": candidate.source,
        "scope": candidate.scope,
        "exact": candidate.exact,
        "added": candidate.added,
        "obsolete": candidate.obsolete,
        "replaced_by": candidate.replaced_by,
        "differs": list(candidate.differs),
    }
