"""One component that draws the answers of one to four encoders beside each other, and says which row was opened.

Rankings show concepts in it, Place shows parents; what a row has decides what is drawn of it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

from engine.errors import NomenclatorError
from engine.workbench import UNREAD, EncoderChoice, Placing, Readiness, Workbench
from pages.parts.component import component, heard
from store.records.terminology import Ranking

Answer = TypeVar("Answer", Ranking, Placing)
KEYED = 5  # rows that a digit accepts

CELLS = "candidate_cells.js"

_draw = component("candidate_table", __file__, CELLS, "candidate_table.js")


@dataclass(frozen=True)
class CandidateColumn(Generic[Answer]):
    """One encoder's answer; `problem` is the sentence to show in its place when it has none.

    `ready` says what the encoder has read of what was asked for; None where it could not be opened.
    """

    encoder: str
    title: str
    answer: Answer | None
    problem: str = ""
    current: bool = False
    ready: Readiness | None = None


def ask_encoder(
    workbench: Workbench, choice: EncoderChoice, terminology: str, answer: Callable[[], Answer]
) -> CandidateColumn[Answer]:
    """The column of one encoder: what `answer` gives or, where it cannot, the sentence that says why."""
    ready = None
    try:
        ready = workbench.rankings.readiness(choice.id, terminology)
        if ready.unread and not ready.read:
            return CandidateColumn(choice.id, choice.title, None, UNREAD, choice.current, ready)
        return CandidateColumn(choice.id, choice.title, answer(), "", choice.current, ready)
    except NomenclatorError as error:
        return CandidateColumn(choice.id, choice.title, None, str(error), choice.current, ready)


def comparable(columns: Sequence[CandidateColumn[Answer]]) -> list[CandidateColumn[Answer]]:
    """The columns without the answers of encoders that have not read all that another one here has.

    What such an encoder finds elsewhere is no answer to the question, and every row of it would count as a difference.
    """
    read = {one.slug for column in columns if column.ready for one in column.ready.read}
    return [
        replace(column, answer=None, problem=UNREAD)
        if column.ready and any(one.slug in read for one in column.ready.unread)
        else column
        for column in columns
    ]


def column_data(column: CandidateColumn[Answer], rows: Sequence[dict[str, Any]], **more: Any) -> dict[str, Any]:
    """One column as the component draws it, its rows given; `more` is what else its page says of it.

    A row has "id", "rank", "score", "differs" and what candidate_table.js draws where it is there: of a concept
    "parts", "concept", "preferred", "shift" and its marks; of a parent "preferred", "path", "siblings" and its marks.
    """
    return {
        "encoder": column.encoder,
        "title": column.title,
        "label": column.title,
        "current": column.current,
        "opened": "",
        "keyed": False,
        "note": column.problem or (column.answer.note if column.answer else ""),
        "took": f"{column.answer.milliseconds:.0f} ms" if column.answer else "",
        "rows": list(rows),
        **more,
    }


def candidate_table(key: str, data: dict[str, Any], on_open: Callable[[dict[str, Any]], None]) -> None:
    """Draws `data`; gives a row that is clicked or entered to `on_open`, with "encoder" and "query" beside its fields.

    data: "columns" as `column_data` makes them, "score" (what the score means), "differs" (a kind of difference -> what
    it means), "least" (the least width of a column), "query", and "field", a selector of the field above the table.
    """
    _draw(key=key, data={"query": "", "field": "", "keyed": KEYED, **data}, on_open_change=heard(key, "open", on_open))
