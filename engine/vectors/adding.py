"""A file of vectors taken into a workspace: read once, to know that it can be, then copied."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from engine.errors import BadInput
from engine.events import Event, Finished, Progress
from engine.vectors.averaging import WordAverage
from engine.vectors.ids import id_of
from engine.workspace import written_whole

AT_ONCE = 64 * 1024 * 1024  # bytes copied between two words about the progress
_ROWS = 8192  # read at once


def added(path: Path, out: Path) -> Iterator[Event]:
    """Copy the vectors at `path` to `out`, which appears when it is whole; Finished with {"encoder", "size"}, and
    "lines_not_used" where there are any.

    BadInput or Damaged, and nothing copied, for a file that cannot be read as vectors or holds what is no number.
    """
    from engine.vectors import load_vectors

    size = path.stat().st_size
    yield Progress(0, size, f"Reading {path.name}")
    vectors = load_vectors(path)
    if isinstance(vectors, WordAverage):
        refuse_not_finite(vectors)
    copied = 0
    with written_whole(out) as temporary, open(path, "rb") as file, open(temporary, "wb") as copy:
        while part := file.read(AT_ONCE):
            copy.write(part)
            copied += len(part)
            yield Progress(copied, size, f"Copying {path.name}")
    yield Finished({"encoder": id_of(out), "size": size, **not_used(vectors)})


def not_used(vectors: Any) -> dict[str, int]:
    """{"lines_not_used": n} for vectors from a file with lines that no text can ask for; else nothing."""
    unused = getattr(vectors, "unused", 0)
    return {"lines_not_used": unused} if unused else {}


def refuse_not_finite(vectors: WordAverage) -> None:
    """Raise BadInput, which names the first word, unless all values of the file are numbers; reads it whole."""
    names = list(getattr(vectors, "keys", vectors.words))
    table = getattr(vectors, "table", None)  # the file's own rows: of the words, then of their parts
    for start in range(0, len(names) if table is None else len(table), _ROWS):
        part = slice(start, start + _ROWS)
        rows = vectors.rows(names[part])[0] if table is None else table[part]
        wrong = np.flatnonzero(~np.isfinite(rows).all(axis=1))
        if len(wrong):
            at = start + int(wrong[0])
            where = f"for “{names[at]}”" if at < len(names) else f"in row {at - len(names) + 1:,} after the words"
            raise BadInput(f"{vectors.path} holds a value that is not a number {where}; save or download it again.")
