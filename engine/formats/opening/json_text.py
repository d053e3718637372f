"""JSON from a file: of a size and depth that can be kept, with numbers that JSON can write again."""

from __future__ import annotations

import json
import math
import re
from pathlib import Path
from typing import Any

from engine.errors import BadInput, NomenclatorError
from engine.events import SELDOM, say
from engine.formats.opening.limits import DEEPEST, LARGEST_JSON, LARGEST_WHOLE
from engine.formats.opening.lines import whole_content

LARGE = 1 << 20  # characters, from which on it is said how far a text is read
HALF = re.compile(r"\\u[dD][89a-fA-F]")  # half a character, as an escape


def read_json_file(path: Path) -> Any:
    """The value of a terminology's JSON, plain, gzip or xz; BadInput as `read_json`, and beyond LARGEST_WHOLE bytes.

    How much is read, and how many objects, is said: no other thread runs while JSON without a hook is parsed.
    """
    content = whole_content(path, LARGEST_WHOLE).removeprefix(b"\xef\xbb\xbf")
    return read_json(content, path.name, "save it again, whole", most=LARGEST_WHOLE)


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
        hook = _Counted(place, text.count("{")) if len(text) > LARGE else None
        found = json.loads(text, object_hook=hook, parse_constant=_finite, parse_float=_finite)
        _refuse_deep(found)
        if HALF.search(text):
            json.dumps(found, ensure_ascii=False).encode()  # a lone surrogate cannot be written anywhere
    except (ValueError, RecursionError):
        raise error(f"{place} is not well-formed JSON; {remedy}.") from None
    return found


def dicts(value: Any) -> list[dict[str, Any]]:
    """The objects of a list; none where it is no list, or is not there."""
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []


def text_of(value: Any) -> str:
    """A text without blanks at its ends; “” where it is none, or is not there."""
    return value.strip() if isinstance(value, str) else ""


class _Counted:
    """Says how many objects of a large JSON are read, of how many at most."""

    def __init__(self, place: str, most: int) -> None:
        self.number, self.most, self.place = 0, most, place

    def __call__(self, one: dict[str, Any]) -> dict[str, Any]:
        self.number += 1
        if not self.number % SELDOM:
            say(f"{self.number:,} of {self.most:,} objects of {self.place}", self.number / self.most)
        return one


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
