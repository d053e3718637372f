"""Answers for a person's eyes: tables that fit the window, the telling columns first."""

from __future__ import annotations

import json
import shutil
import sys
import textwrap
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from typing import Any

WIDEST = 60  # characters of a column; a longer cell, such as an address, stands whole and moves what is behind it
EASY, NARROW = 18, 12  # characters of a column, and of a heading, that are easily read where there is no more room
LONGEST = 40  # characters of a word, such as the id of an encoder, for which there is to be room
ADDRESS = "://"  # what is in an address, which is never broken: it moves what is behind it
GAP = "  "
EACH = {"ranks": "rank", "scores": "score"}  # columns of a number for each encoder


def ordered(records: Iterable[Any], *first: str) -> list[dict[str, Any]]:
    """Records as rows whose columns begin with these."""
    rows = [asdict(one) for one in records]
    return [{column: row[column] for column in (*first, *row)} for row in rows]


def write_tables(answer: dict[str, Any]) -> None:
    """A table for each list of rows, in the width of a terminal where one shows it; a line for each other fact."""
    shown = sys.stdout is not None and sys.stdout.isatty()  # None where it is closed, as of some services
    width = shutil.get_terminal_size().columns if shown else 0
    for key, value in answer.items():
        if isinstance(value, list) and value and isinstance(value[0], dict):
            rows = [_with_scores(row) for row in value]
            columns = _columns(rows)
            cells = [[" ".join(_cell(row.get(column)).split()) for column in columns] for row in rows]
            print("\n".join(_table(columns, cells, width)))
        else:
            print(
                f"{key}: {json.dumps(value, ensure_ascii=False) if isinstance(value, (dict, list)) else _cell(value)}"
            )


def _table(columns: Sequence[str], cells: Sequence[Sequence[str]], width: int) -> list[str]:
    """The lines of a table. Within a `width` (0: any) long cells go on in the next line, and columns for which there is
    no room are named below."""
    rows = [columns, *cells]
    widths = [max(len(row[place]) for row in rows) for place in range(len(columns))]
    if not width:
        return [_line(row, [min(WIDEST, wide) for wide in widths]) for row in rows]
    least = [_least([row[at] for row in cells], column) for at, column in enumerate(columns)]
    shown = max(1, sum(sum(least[:end]) + len(GAP) * (end - 1) <= width for end in range(1, len(columns) + 1)))
    fitted = _widened(least[:shown], widths, width - len(GAP) * (shown - 1))
    lines = []
    for row in rows:
        parts = [_wrapped(cell, wide) for cell, wide in zip(row, fitted, strict=False)]
        for at in range(max(map(len, parts), default=1)):
            lines.append(_line([part[at] if at < len(part) else "" for part in parts], fitted))
    if left_out := columns[shown:]:
        note = f"Not shown here: {', '.join(left_out)}; a wider window shows more, --json all."
        lines += textwrap.wrap(note, max(width, EASY))
    return lines


def _least(cells: Sequence[str], column: str) -> int:
    """The width from which on a column is read with ease: no id in it is broken, though its heading may be."""
    word = max(len(word) for cell in cells for word in cell.split() or [""])
    return max(min(max(map(len, cells)), max(EASY, min(word, LONGEST))), min(len(column), NARROW))


def _wrapped(cell: str, width: int) -> list[str]:
    whole = ADDRESS in cell  # it is to be copied or pressed
    return textwrap.wrap(cell, width, break_long_words=not whole, break_on_hyphens=not whole) or [""]


def _widened(least: Sequence[int], whole: Sequence[int], room: int) -> list[int]:
    """Widths from `least` on, up to what is `whole`, the narrowest first, as long as there is room."""
    widths = list(least)
    for _ in range(room - sum(widths)):
        if short := [at for at, wide in enumerate(widths) if wide < whole[at]]:
            widths[min(short, key=widths.__getitem__)] += 1
    return widths


def _line(row: Sequence[str], widths: Sequence[int]) -> str:
    return GAP.join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()


def _with_scores(row: dict[str, Any]) -> dict[str, Any]:
    """A row whose scores with intervals, ranks and similarities, encoder by encoder, are columns of their own."""
    found: dict[str, Any] = {}
    for column, value in row.items():
        if isinstance(value, dict) and value and all(map(_is_score, value.values())):
            for encoder, score in value.items():
                found |= {encoder: score["value"]} if "value" in score else {f"{encoder} more": score["difference"]}
        elif column in EACH and isinstance(value, dict):
            found |= {f"{EACH[column]} {encoder}": number for encoder, number in value.items()}
        else:
            found[column] = value
    return found


def _columns(rows: Sequence[dict[str, Any]]) -> list[str]:
    """The columns of all rows that have something in one, in the order in which they come first; none that has an
    object, or a list of other things than texts."""
    found = dict.fromkeys(column for row in rows for column in row)
    return [column for column in found if _is_shown([row.get(column) for row in rows])]


def _is_shown(values: Sequence[Any]) -> bool:
    lists = [one for value in values if isinstance(value, list) for one in value]
    return (
        all(isinstance(one, str) for one in lists)
        and not any(isinstance(value, dict) for value in values)
        and (any(value not in ("", []) for value in values))
    )


def _is_score(value: Any) -> bool:
    return isinstance(value, dict) and bool({"value", "difference"} & value.keys())


def _cell(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(value)
    return "–" if value is None else f"{value:.3f}" if isinstance(value, float) else str(value)
