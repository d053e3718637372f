"""Tables whose rows are never changed or taken out: the database itself refuses."""

from store.sqlite import Database

INVERSE, NEWER = "add the inverse instead", "add a newer row instead"


def append_only(db: Database, tables: tuple[str, ...], remedy: str) -> None:
    """Refuse every UPDATE and DELETE on these tables from now on, saying what to do instead."""
    for table in tables:
        for verb in ("UPDATE", "DELETE"):
            db.execute(
                f"CREATE TRIGGER IF NOT EXISTS {table}_no_{verb.lower()} BEFORE {verb} ON {table} "
                f"BEGIN SELECT RAISE(ABORT, '{table} are append-only: {remedy}'); END"
            )
