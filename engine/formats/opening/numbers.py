"""Numbers written in files, taken only where they are what a number of that kind can be."""

from __future__ import annotations

import math
import re
from typing import Any

MOST_WHOLE = 2**53 - 1  # beyond it a spreadsheet's numbers lose their last digits
MOST_FINITE = 1e9  # scores, distances and weights are far below
_WHOLE = re.compile(r"[0-9]{1,16}")


def whole_number(text: str) -> int | None:
    """The number that `text` writes in digits 0 to 9, at most MOST_WHOLE; None for anything else, “²” and “٣” too.

    >>> whole_number("12"), whole_number("²"), whole_number("-1"), whole_number("9" * 20)
    (12, None, None, None)
    """
    number = int(text) if _WHOLE.fullmatch(text) else None
    return number if number is not None and number <= MOST_WHOLE else None


def finite_number(cell: Any, least: float = -MOST_FINITE, most: float = MOST_FINITE) -> float | None:
    """The number in a cell, a text or a number itself, from `least` to `most`; None for anything else.

    >>> finite_number("0.25"), finite_number("1e400"), finite_number("nan"), finite_number("2", most=1)
    (0.25, None, None, None)
    """
    if isinstance(cell, bool) or not isinstance(cell, (str, int, float)):
        return None
    try:
        number = float(cell)
    except (ValueError, OverflowError):
        return None
    return number if math.isfinite(number) and least <= number <= most else None
