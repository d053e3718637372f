"""Cells that no spreadsheet takes for a formula.

A text that begins with = + - @, a tab or a line break is run as a formula by the programs that open the file. Such a
text gets an apostrophe in front, which reading back takes away again; so does one that already looks like that, which
makes the way back exact.
"""

from __future__ import annotations

import re

RISKY = re.compile(r"'*[=+\-@\t\r\n＝＋－＠]")
GUARDED = re.compile(r"'+[=+\-@\t\r\n＝＋－＠]")


def guarded(text: str) -> str:
    """`text` with an apostrophe in front where a spreadsheet would run it.

    >>> guarded("=1+1"), guarded("fever")
    ("'=1+1", 'fever')
    """
    return f"'{text}" if RISKY.match(text) else text


def unguarded(cell: str) -> str:
    """The text that `guarded` was given."""
    return cell[1:] if GUARDED.match(cell) else cell
