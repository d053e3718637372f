"""Whether a database is whole: its pages and indexes, its foreign keys, how many rows it holds."""

from __future__ import annotations

from store.sqlite import Database

MOST = 20  # lines of damage; one is enough to know
COUNTED = (
    *("terminologies", "names", "edits", "labels", "judgements", "mapping_decisions", "finding_decisions", "history"),
    *("runs", "models", "normalisations"),
)


def damage_of(db: Database) -> list[str]:
    """What SQLite finds wrong in pages, indexes and foreign keys, a line each; [] where nothing is."""
    lines = [str(row[0]) for row in db.execute(f"PRAGMA integrity_check({MOST})").fetchall()]
    if lines != ["ok"]:
        return lines
    loose = db.execute("PRAGMA foreign_key_check").fetchmany(MOST)
    return [f"row {row} of {table} points to a row of {parent} that is not there" for table, row, parent, _ in loose]


def counts(db: Database) -> dict[str, int]:
    """The number of rows of the tables that people's work stands in; a table that is not there yet has none."""
    there = set(db.table_names())
    return {
        table: int(db.execute(f"SELECT count(*) FROM {table}").fetchone()[0]) if table in there else 0
        for table in COUNTED
    }
