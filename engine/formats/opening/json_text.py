"""JSON from a file: of a size and depth that can be kept, with numbers that JSON can write again."""

from __future__ import annotations

import json
import math
from typing import Any

from engine.errors import BadInput, NomenclatorError
from engine.formats.opening.limits import DEEPEST, LARGEST_JSON


def read_json(
    content: str | bytes,
    place: str,
    remedy: str,
    error: type[NomenclatorError] = BadInput,
    most: int | None = None,
) -> Any:
    """The value of a JSON text. `error` with `place` and `remedy` when it is not well-formed, larger than `most` bytes
    (LARGEST_JSON), deeper than DEEPEST, or holds a number that is none (NaN, 1e400) or half a character."""
    most = most or LARGEST_JSON
    if len(content) > most:
        raise error(f"{place} is larger than {most // 2**20} MiB; {remedy}.")
    try:
        text = content if isinstance(content, str) else content.decode(json.detect_encoding(content))
        found = json.loads(text, parse_constant=_finite, parse_float=_finite)
        _refuse_deep(found)
        if "\\u" in text:
            json.dumps(found, ensure_ascii=False).encode()  # a lone surrogate cannot be written anywhere
    except (ValueError, RecursionError):
        raise error(f"{place} is not well-formed JSON; {remedy}.") from None
    return found


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(text)
    return number


def _refuse_deep(value: Any) -> None:
    level = [value]
    for _ in range(DEEPEST):
        level = [
            below
            for one in level
            if isinstance(one, (dict, list))
            for below in (one.values() if isinstance(one, dict) else one)
        ]
        if not level:
            return
    raise ValueError("too deep")
