"""Which form an index takes, and why: every row as it is, compact rows, or lists before them."""

from __future__ import annotations

from pathlib import Path

from engine.retrieval.compact_file import MOST_WITHOUT_COMPACT, compact_path
from engine.retrieval.inverted_file import MANY, inverted_path, lists_and_read


def form_of(path: Path, names: int) -> str:
    """The form of the index file at `path`, of so many names, in a sentence with its reason.

    It is told by the files beside it, which are not read whole: damaged ones are made again when they are opened.
    """
    counted = f"{names:,} names"
    if names <= MOST_WITHOUT_COMPACT:
        return f"exact rows: {counted}, and up to {MOST_WITHOUT_COMPACT:,} every row is compared as it is"
    if not compact_path(path).is_file():
        return f"exact rows: {counted}; the next search makes compact ones, as above {MOST_WITHOUT_COMPACT:,}"
    if names <= MANY:
        return (
            f"compact rows: {counted}; above {MOST_WITHOUT_COMPACT:,} a byte a number is scanned, and what comes near "
            "is scored by the rows themselves"
        )
    found = lists_and_read(inverted_path(path))
    if found is None:
        return f"compact rows: {counted}; the next search makes lists, as above {MANY:,}"
    lists, read = found
    return (
        f"IVF: {counted}; above {MANY:,} a query reads the nearest {read:,} of {lists:,} lists, as many as found "
        "enough when they were made, and what is found is scored by the rows themselves"
    )
