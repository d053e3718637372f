"""The parents proposed for a name as the candidate table draws them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.workbench import Placing, difference_word
from pages.parts.candidate_table import CandidateColumn, column_data

SCORE = (
    "A fifth from the concept's own nearest name, four fifths from its three nearest children; "
    "0.1 more when all its words stand in the name; 1 at most."
)


def place_data(
    columns: Sequence[CandidateColumn[Placing]], chosen: tuple[str, str], refused: dict[str, str], keyed: bool = True
) -> dict[str, Any]:
    """What the component draws: a column an encoder, a row a parent; "keyed" tells the column that digits accept.

    `chosen` is the (encoder, parent) whose row is marked, `refused` maps a parent to by whom; without `keyed` no
    digit accepts anything.
    """
    encoder = chosen[0] or (columns[0].encoder if columns else "")
    answers = sum(column.answer is not None for column in columns)
    ids = [{parent.id for parent in column.answer.parents} if column.answer else set() for column in columns]
    return {
        "score": SCORE,
        "differs": {
            difference_word(kind): f"It and the name differ in {difference_word(kind)}, so it is hardly its parent."
            for column in columns
            for parent in (column.answer.parents if column.answer else ())
            for kind in parent.differs
        },
        "least": "15rem",
        "columns": [
            column_data(
                column,
                [
                    {
                        "rank": parent.rank,
                        "id": parent.id,
                        "preferred": parent.preferred,
                        "score": round(parent.score, 4),
                        "path": [title for _, title in parent.path],
                        "siblings": [one.preferred for one in parent.siblings],
                        "more": parent.all_siblings,
                        "differs": [difference_word(kind) for kind in parent.differs],
                        "already": parent.already,
                        "refused": refused.get(parent.id, ""),
                        "only": answers > 1 and sum(parent.id in found for found in ids) == 1,
                    }
                    for parent in (column.answer.parents if column.answer else ())
                ],
                label=f"Parents by {column.title}",
                opened=chosen[1] if column.encoder == chosen[0] else "",
                keyed=keyed and column.encoder == encoder,
            )
            for column in columns
        ],
    }
