"""Lines of text as an array of bytes, as files of arrays hold them."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np


def text_array(lines: Iterable[str], between: str = "\n") -> np.ndarray:
    """Lines in UTF-8 with `between` between them, uint8 [bytes]: no line may hold it, and what UTF-8 has no bytes for
    is a question mark.

    `lines_of` gives them back. No bytes are no lines, so one empty line by itself is not kept.

    >>> text_array(["é", "b"]).tolist()
    [195, 169, 10, 98]
    >>> lines_of(text_array(["heart", "", "attack"])), lines_of(text_array([]))
    (['heart', '', 'attack'], [])
    """
    return np.frombuffer(between.join(lines).encode("utf-8", "replace"), np.uint8)


def lines_of(array: np.ndarray, between: str = "\n") -> list[str]:
    """The lines of a `text_array`; bytes that are no UTF-8 are read as the mark for such, U+FFFD."""
    return array.tobytes().decode("utf-8", "replace").split(between) if len(array) else []
