"""The columns of a table that nothing is taken from though something stands in them, told in a sentence."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from engine.formats.tables.column_headings import FIELDS
from engine.text.counts import joined_with_and

MOST_NAMED = 5  # columns
Row = tuple[int, list[str]]


class UnreadColumns:
    """Looks, as rows pass, which columns besides those at the places `read` have something in them."""

    def __init__(self, heading: Sequence[str], read: Collection[int]) -> None:
        self._heading = heading
        self._empty = [place for place in range(len(heading)) if place not in read]  # as far as rows have passed
        self._filled: list[int] = []

    def seen(self, rows: Iterable[Row]) -> Iterator[Row]:
        """The rows as they are, looked at as they are taken."""
        for number, row in rows:
            filled = [place for place in self._empty if place < len(row) and row[place].strip()]
            if filled:
                self._filled += filled
                self._empty = [place for place in self._empty if place not in filled]
            yield number, row

    def sentence(self, found: Collection[str]) -> str:
        """Which columns are not read, and how one is named for a field that is not among those `found`; "" for none."""
        names = [f"“{self._heading[place].strip()[:40]}”" for place in sorted(self._filled)]
        if not names:
            return ""
        more = [f"{len(names) - MOST_NAMED} more"] if names[MOST_NAMED:] else []
        what = joined_with_and([*names[:MOST_NAMED], *more])
        unread = f"The columns {what} are not read" if len(names) > 1 else f"The column {what} is not read"
        free = [field for field in FIELDS if field not in found]
        if not free:
            return f"{unread}."
        fields = " or ".join([", ".join(free[:-1]), free[-1]] if free[1:] else free)
        where = "one of them holds" if len(names) > 1 else "it holds"
        return f"{unread}; where {where} {fields}, name it, on the command line as --column {free[0]}=HEADING."
