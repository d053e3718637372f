"""Moments of the history: the number of an entry, or a time; and filters that name times."""

from __future__ import annotations

from dataclasses import replace

from engine.errors import BadInput, NotFound
from engine.formats.opening import times
from engine.formats.opening.numbers import whole_number
from store import history
from store.database import now
from store.records.terminology import Entry, HistoryFilter
from store.sqlite import Database

Moment = int | str  # the number of an entry, or a time (ISO 8601; local where it names no zone)
HIGHEST_ROW = 2**63 - 1  # no row has a higher number, and SQLite takes none


def entry_of(db: Database, number: int) -> Entry:
    """The entry with this number; NotFound when there is none."""
    found = history.get(db, _storable(number))
    if found is None:
        raise NotFound(f"The history has no entry {number}; look at the list again.")
    return found


def number_of(db: Database, moment: Moment) -> int:
    """The number of the last entry up to a moment; NotFound or BadInput for one that is none, or is still to come."""
    number = whole_number(moment.strip()) if isinstance(moment, str) else moment
    if number is None:
        if (then := in_utc(str(moment))) > now():
            raise BadInput(f"“{moment}” is still to come; give a time that has passed, or an entry's number.")
        return history.at_moment(db, then)
    return entry_of(db, number).id if number else 0


def in_utc(moment: str, end: bool = False) -> str:
    """A time, or a day (from its start, or with `end` to its end), in UTC, as the history stores times.

    BadInput for a text that names none.
    """
    if (found := times.in_utc(moment, end)) is None:
        raise BadInput(f"“{moment}” is no moment; give a time as 2026-05-03T14:05, a day, or an entry's number.")
    return found


def checked_filter(filter: HistoryFilter | None) -> HistoryFilter:
    """The filter with its times in UTC, an empty one for None; BadInput for a kind or time that is none."""
    filter = filter or HistoryFilter()
    if filter.kind and filter.kind not in history.KINDS:
        raise BadInput(f"There is no kind of change “{filter.kind}”; choose one of {', '.join(history.KINDS)}.")
    return replace(
        filter,
        entry=_storable(filter.entry),
        act=_storable(filter.act),
        since=filter.since and in_utc(filter.since),
        until=filter.until and in_utc(filter.until, end=True),
        text=" ".join(filter.text.split()),
    )


def _storable(number: int) -> int:
    """The number, or where no row can have it the highest that one can have, which none has."""
    return number if abs(number) <= HIGHEST_ROW else HIGHEST_ROW
