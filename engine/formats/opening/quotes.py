"""Quotation marks that are not closed in their row: the cell behind one swallows the rows below, up to the next one."""

from __future__ import annotations

from collections.abc import Sequence

QUOTE = '"'
WHOLE_ROWS = 3  # lines within a cell, each with as many separators as a row, that are rows and no text
SHOWN = 40  # characters


def swallowed(
    lines: Sequence[str], separator: str, columns: int, last: int, after_blanks: bool = False
) -> tuple[int, str] | None:
    """(line, what is wrong with it) of the first cell of a row that seems to hold rows below its own; else None.

    `lines` are those of the row, the `last` of them by its number in the file; `columns` are those of the row above;
    with `after_blanks` a cell's quotation mark may stand behind blanks.
    A cell over several lines holds rows where its quotation mark is never closed, where the one that closes it has a
    text behind it, or where all lines within have the separators of a row. Any other line break is a cell's own.
    """
    text, at = "".join(lines).replace("\r\n", "\n").replace("\r", "\n"), 0
    while at < len(text):
        while after_blanks and text.startswith(" ", at):
            at += 1
        end = at
        if text.startswith(QUOTE, at):
            end = _closing(text, at + 1)
            cell, behind = text[at + 1 : end], text[end + 1 :].lstrip(" ")[:1]
            doubtful = end == len(text) or behind not in (separator, "\n", "")
            cell = cell.rstrip() if end == len(text) else cell
            if "\n" in cell and (doubtful or _is_rows(cell, separator, columns)):
                line = last - len(lines) + 1 + text.count("\n", 0, at)
                return line, _sentence(cell, line, line + cell.count("\n"))
        ends = [found for mark in (separator, "\n") if (found := text.find(mark, end)) >= 0]
        at = min(ends, default=len(text)) + 1
    return None


def _closing(text: str, at: int) -> int:
    """Where the quotation mark stands that closes a cell, doubled ones passed over; the end of the text for none."""
    while (at := text.find(QUOTE, at)) >= 0:
        if not text.startswith(QUOTE, at + 1):
            return at
        at += 2
    return len(text)


def _is_rows(cell: str, separator: str, columns: int) -> bool:
    within = cell.split("\n")[1:-1]
    return columns > 1 and len(within) >= WHOLE_ROWS and all(line.count(separator) == columns - 1 for line in within)


def _sentence(cell: str, line: int, last: int) -> str:
    start = cell.partition("\n")[0].strip()
    shown = f"before “{start[:SHOWN]}”" if start else "at the end of the line"
    rows = f"row {last:,} was" if last == line + 1 else f"rows {line + 1:,} to {last:,} were"
    return (
        f"The quotation mark {shown} is not closed in its row, and {rows} read as part of its cell; close it or take "
        "it out, and double one that belongs to a text."
    )
