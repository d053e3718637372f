"""A plain table: real HTML, so that it can be read aloud, tabbed through and copied; rows can be picked or acted on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from pages.parts.component import component, heard

_draw = component("sheet", __file__)


@dataclass(frozen=True)
class Col:
    """One column: the row's `key` under `title`; `help` says in one sentence what its numbers mean.

    `kind` is text, whole (a text whose words are never broken, however long), number, code, quiet, when (a time, quiet
    and on one line), bar (a share from 0 to 1 under the text in `key`_text), mark (a small label) or action (a button
    that says `title` in each row).

    `spoken` is what a screen reader calls a column without a title to see.

    A `spare` one is left out on a small laptop, where the others need its place.

    With `once` a cell that says what the one above says is shown only to a screen reader, and where it is pointed at.
    """

    key: str
    title: str
    kind: str = "text"
    help: str = ""
    once: bool = False
    spoken: str = ""
    spare: bool = False


def row_of(one: object, columns: Sequence[Col], id: object, **own: Any) -> dict[str, Any]:
    """A row out of a record: the columns' keys are its fields, but for those given as `own`; counts in thousands."""
    keys = [column.key for column in columns if column.key not in own and column.kind != "action"]
    found = {key: getattr(one, key) for key in keys}
    return {"id": f"{id}", **{key: f"{it:,}" if isinstance(it, int) else it for key, it in found.items()}, **own}


def without_empty(columns: Sequence[Col], rows: Sequence[dict[str, Any]], *keys: str) -> list[Col]:
    """The columns but for those of `keys` that say nothing in any row."""
    return [one for one in columns if one.key not in keys or any(row[one.key] for row in rows)]


def sheet(
    key: str,
    label: str,
    columns: Sequence[Col],
    rows: Sequence[dict[str, Any]],
    empty: str = "",
    picked: str = "",
    on_pick: Callable[[str], None] | None = None,
    on_act: Callable[[str], None] | None = None,
    tallest: int = 0,
    around: int = 0,
) -> None:
    """Draws `rows` (each with an "id"; "best" lists the keys to set bold; "quiet" greys a row).

    on_pick, on_act: given the id of the row that was picked, or whose action was pressed; with `on_pick` the first
    column is a button. `picked` is the id of the picked row. `tallest` is the height in pixels above which the table
    scrolls; 0 lets it grow; with `around`, all of a higher window but for so many pixels. `empty` says what to do when
    there is no row.
    """
    data = {
        "label": label,
        "columns": [asdict(column) for column in columns],
        "rows": list(rows),
        "empty": empty,
        "picked": picked,
        "pickable": on_pick is not None,
        "tallest": tallest,
        "around": around,
    }
    _draw(key=key, data=data, on_pick_change=heard(key, "pick", on_pick), on_act_change=heard(key, "act", on_act))
