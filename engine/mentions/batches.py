"""Lists of neighbours that keep what belongs together in one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

T = TypeVar("T")


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
