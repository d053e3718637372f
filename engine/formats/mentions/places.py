"""Where mentions stand in their texts."""

from __future__ import annotations

import re

from store.records.normalisation import Line


def place_of(line: Line, text: str) -> tuple[int, int]:
    """[start, end) of the mention of a line in its text, (-1, -1) where it does not stand there.

    The place that the file gives counts where the mention stands there; else its first occurrence in any case, one of
    whole words before one within a word.
    """
    if 0 <= line.start < line.end <= len(text) and text[line.start : line.end] == line.text:
        return line.start, line.end
    mention = re.escape(line.text)
    found = re.search(rf"(?<!\w){mention}(?!\w)", text, re.IGNORECASE) or re.search(mention, text, re.IGNORECASE)
    return found.span() if found else (-1, -1)
