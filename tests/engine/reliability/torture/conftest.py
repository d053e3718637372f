"""What a reader says of a broken file."""

from __future__ import annotations

from pathlib import Path

from engine.errors import BadInput, Damaged
from engine.reliability.torture.reader_list import READERS

LONG = "9" * 5_000  # more digits than Python turns into a number
DEEP = "[" * 100_000


def refusal(name: str, folder: Path, file: str, content: bytes, **beside: bytes) -> str:
    """The sentence that a reader refuses a file with; "" when it reads it."""
    reader = READERS[name](folder)
    for other, inside in {**beside, file: content}.items():
        (folder / other).write_bytes(inside)
    try:
        reader.read(folder / file)
    except (BadInput, Damaged) as error:
        return str(error)
    return ""
