"""Times written in files or typed, taken only where they name one."""

from __future__ import annotations

from datetime import UTC, datetime

DAY = "2026-05-03"


def in_utc(text: str, end: bool = False) -> str | None:
    """A time (ISO 8601; local where it names no zone), or the start of a day (with `end` its end), as the store keeps
    times: UTC, to the millisecond. None for a text that names none.

    >>> in_utc("2026-05-03T14:05+02:00"), in_utc("last year")
    ('2026-05-03T12:05:00.000+00:00', None)
    """
    try:
        read = datetime.fromisoformat(text.strip())
        if end and len(text.strip()) == len(DAY):
            read = read.replace(hour=23, minute=59, second=59, microsecond=999_000)
        return read.astimezone(UTC).isoformat(timespec="milliseconds")
    except (ValueError, OverflowError):  # the first and the last day there are have no other zone
        return None
