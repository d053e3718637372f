"""Texts, numbers and times as a person reads them. Names are untrusted: Streamlit would draw them as Markdown."""

from __future__ import annotations

import re
from datetime import UTC, datetime

from engine.workbench import count as count  # pages take these from here, with all else that writes a number
from engine.workbench import duration as duration
from engine.workbench import percent as with_plain_space
from engine.workbench import sureness

_MARKDOWN = re.compile(r"([!-/:-@\[-`{-~])")
# A domain that Streamlit makes a link of ends in a letter: “kh@2026-11-26.” is none, and is copied as it is.
_DOMAIN = r"[-\w]+(?:\.[-\w]+)*\.[-\w]*[^\W\d_](?![-\w]|\.[-\w])"
_ADDRESS = re.compile(rf"(https?(?=://)|www(?=\.)|@(?={_DOMAIN}))", re.IGNORECASE | re.ASCII)
_BLANKS = re.compile(r"[^\S\u00a0]+")  # but that at which no line breaks
_SIZES = ("B", "kB", "MB", "GB")


def plain(text: object) -> str:
    """`text` so that Streamlit's Markdown shows it as written: no image, link, colour or formula comes out of a name.

    A bare address would become a link whatever is escaped, so an invisible word joiner stands in it.

    >>> plain("[a](http://b) :red[c]")
    '\\\\[a\\\\]\\\\(http\\u2060\\\\:\\\\/\\\\/b\\\\) \\\\:red\\\\[c\\\\]'
    """
    return _MARKDOWN.sub(r"\\\1", _ADDRESS.sub("\\1\u2060", _BLANKS.sub(" ", str(text)).strip()))


def shortened(text: str, longest: int = 60) -> str:
    """`text`, cut with an ellipsis when it has more than `longest` characters."""
    return text if len(text) <= longest else text[: longest - 1].rstrip() + "…"


def with_id(name: str, id: str) -> str:
    """A name with its id behind it, where it does not stand there already.

    >>> with_id("Heart failure", "I50"), with_id("Influenza and pneumonia (J09-J18)", "J09-J18")
    ('Heart failure (I50)', 'Influenza and pneumonia (J09-J18)')
    """
    return name if name.endswith(f"({id})") else f"{name} ({id})"


def size(number: float) -> str:
    """Bytes in the unit a person would choose: '23.1 MB'."""
    step = 0
    while number >= 1000 and step < len(_SIZES) - 1:
        number, step = number / 1000, step + 1
    return f"{number:.0f} {_SIZES[step]}" if step == 0 or number >= 100 else f"{number:.1f} {_SIZES[step]}"


def percent(share: float) -> str:
    """A share from 0 to 1 as a person reads it: '40 %', with a space that no line breaks at."""
    return with_plain_space(share).replace(" ", "\u00a0")


def probability(share: float | None) -> str:
    """How probable something is, told as in every list: '89 %', and beyond the ends of what is told '> 99 %'."""
    return "" if share is None else sureness(share, False)[-1].replace(" ", "\u00a0")


def moment(written: str) -> datetime | None:
    """The moment that a record's timestamp names, in local time; None when there is none."""
    try:
        read = datetime.fromisoformat(written)
    except ValueError:
        return None
    return (read if read.tzinfo else read.replace(tzinfo=UTC)).astimezone()


def clock(written: str) -> str:
    """The timestamp of a record in local time: '14:05' today, '3 May, 14:05' this year, else with the year."""
    at = moment(written)
    if at is None:
        return ""
    now = datetime.now().astimezone()
    if at.date() == now.date():
        return f"{at:%H:%M}"
    return f"{at.day} {at:%b, %H:%M}" if at.year == now.year else f"{at.day} {at:%b %Y}"
