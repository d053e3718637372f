"""Cells that no spreadsheet takes for a formula.

A text that begins with = + - @, a tab or a line break is run as a formula by the programs that open the file, some of
which pass over blanks and characters that are not seen (a zero-width space, a mark of byte order).
Such a text gets an apostrophe in front, which reading back takes away again; so does one that already looks like that,
which makes the way back exact.
"""

from __future__ import annotations

import re

UNSEEN = r"\s\x00-\x1f\x7f\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff"
RISKY = re.compile(rf"'*(?:[\t\r\n]|[{UNSEEN}]*[=+\-@＝＋－＠])")


def guarded(text: str) -> str:
    """`text` with an apostrophe in front where a spreadsheet would run it.

    >>> guarded("=1+1"), guarded("fever")
    ("'=1+1", 'fever')
    """
    return f"'{text}" if RISKY.match(text) else text


def unguarded(cell: str) -> str:
    """The text that `guarded` was given: the cell less the apostrophe that it put in front."""
    return cell[1:] if cell.startswith("'") and RISKY.match(cell) else cell
