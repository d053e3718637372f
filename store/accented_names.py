"""Names with letters beyond plain ones, which people also type without their accents."""

from __future__ import annotations

from sqlite_utils import Database


def beyond_ascii(db: Database, slug: str) -> list[str]:
    """The normalised names of a terminology that hold an accent or another letter beyond ASCII, each once."""
    rows = db.execute(  # more bytes than letters; a pattern would take three times as long
        "SELECT DISTINCT n.norm FROM names n JOIN terminologies t ON t.id = n.terminology "
        "WHERE t.slug = ? AND length(n.norm) <> length(CAST(n.norm AS BLOB))",
        [slug],
    )
    return [row[0] for row in rows]
