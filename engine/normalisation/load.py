"""Load: the mentions of a file that are still to be answered, in batches that keep an abstract whole."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from engine.formats.mentions.mentions import MentionFile, MentionRow, Problems

T = TypeVar("T")


def load_rows(file: MentionFile, after: int, size: int, problems: Problems) -> Iterator[list[MentionRow]]:
    """The usable rows of a file behind row number `after`, in batches of about `size`.

    Rows of one abstract that follow each other stay in one batch. Rows that cannot be used are added to `problems`.
    """
    rows = (row for row in file.rows(problems) if row.number > after)
    return batches(rows, size, lambda row: row.mention.context)


def batches(items: Iterable[T], size: int, whole: Callable[[T], str]) -> Iterator[list[T]]:
    """Lists of `size` items; neighbours that `whole` gives the same text, if any, stay together up to twice the size.

    >>> [len(one) for one in batches("aabbbcc", 3, str)]
    [5, 2]
    """
    batch: list[T] = []
    for item in items:
        together = batch and whole(item) and whole(item) == whole(batch[-1])
        if len(batch) >= (2 * size if together else size):
            yield batch
            batch = []
        batch.append(item)
    if batch:
        yield batch
