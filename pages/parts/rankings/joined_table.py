"""Encoders side by side in one table: a row a candidate, with each encoder's rank and score of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from pages.parts.candidate_table import CELLS, CandidateColumn
from pages.parts.component import component, heard
from pages.parts.rankings.ranking_rows import DIFFERS, SCORE, candidate_key, candidate_row
from store.records.terminology import Ranking

DISAGREEMENT = "disagreement"

_draw = component("joined_table", __file__, f"../{CELLS}", "joined_table.js")


def joined_data(
    query: str,
    columns: Sequence[CandidateColumn[Ranking]],
    unit: str,
    opened: tuple[str, str] | None,
    terminologies: dict[str, str],
    sort: str = "",
) -> dict[str, Any]:
    """What the component draws: "encoders", and "rows" with a cell for each, None where it does not show the candidate.

    sort: the key of a column, whose ranks then rise (the first's where none is known), or DISAGREEMENT: the candidates
    first whose ranks lie furthest apart, one that an encoder does not show counting as just behind its last. A key is
    the encoder's id, with “ 2” behind it for the second version that it answers for. An encoder that cannot answer has
    no cells, and a sentence in "notes".
    """
    silent = [f"{column.title}: {column.problem}" for column in columns if not column.answer]
    columns = [column for column in columns if column.answer]
    answers = [column.answer.candidates for column in columns if column.answer]
    last = max(map(len, answers), default=0) + 1
    rows: dict[tuple[str, ...], dict[str, Any]] = {}
    for at, candidates in enumerate(answers):
        for one in candidates:
            row = candidate_row(query, one, terminologies)
            found = rows.setdefault(candidate_key(one, unit), row | {"cells": [None] * len(columns)})
            found["cells"][at] = {"rank": one.rank, "score": row["score"], "sure": row["sure"], "exact": one.exact}
    for row in rows.values():
        ranks = _ranks(row, last)
        row["apart"] = max(ranks) - min(ranks)
    ids = [column.encoder for column in columns]
    keys = [f"{id} {ids[:at].count(id) + 1}" if id in ids[:at] else id for at, id in enumerate(ids)]
    by = keys.index(sort) if sort in keys else 0
    notes = [column.answer.note for column in columns if column.answer and column.answer.note]
    return {
        "query": query,
        "field": ".st-key-q input",
        "score": SCORE,
        "differs": DIFFERS,
        "last": last,
        "sort": DISAGREEMENT if sort == DISAGREEMENT else "".join(keys[by : by + 1]),
        "notes": list(dict.fromkeys([*silent, *notes])),
        "disagreement": DISAGREEMENT,
        "opened": " ".join(opened or ()),
        "encoders": [
            {
                "id": column.encoder,
                "key": key,
                "title": column.title,
                "current": column.current,
                "took": f"{column.answer.milliseconds:.0f} ms" if column.answer else "",
            }
            for key, column in zip(keys, columns, strict=True)
        ],
        "rows": sorted(rows.values(), key=lambda row: _order(row, by, sort, last)),
    }


def _order(row: dict[str, Any], by: int, sort: str, last: int) -> tuple[int, ...]:
    ranks = _ranks(row, last)
    return (-row["apart"] if sort == DISAGREEMENT else ranks[by], *ranks)


def _ranks(row: dict[str, Any], last: int) -> list[int]:
    return [cell["rank"] if cell else last for cell in row["cells"]]


def joined_table(
    key: str, data: dict[str, Any], on_open: Callable[[dict[str, Any]], None], on_sort: Callable[[str], None]
) -> None:
    """Draws `data`; gives a row that is clicked or entered to `on_open` as the candidate table does, and what a heading
    that is pressed sorts by to `on_sort`."""
    _draw(key=key, data=data, on_open_change=heard(key, "open", on_open), on_sort_change=heard(key, "sort", on_sort))
