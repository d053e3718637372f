"""How rows are read: one value, one column, a record of the same fields, and many keys a few hundred at a time."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields
from functools import cache
from typing import Any, TypeVar

from store.sqlite import Database

Record = TypeVar("Record")
Values = Sequence[Any] | dict[str, Any]
CHUNK = 500  # bound parameters in one statement


def value(db: Database, sql: str, values: Values = ()) -> Any:
    """The first column of the first row; None where there is no row."""
    row = db.execute(sql, values).fetchone()
    return row[0] if row else None


def column(db: Database, sql: str, values: Values = ()) -> list[Any]:
    """The first column of every row."""
    return [row[0] for row in db.execute(sql, values)]


def containing(text: str) -> str:
    """The pattern for texts that hold this one, for LIKE with ESCAPE '\\'."""
    return "%" + re.sub(r"([\\%_])", r"\\\1", text) + "%"


def last_id(db: Database, table: str) -> int:
    """The highest number of a table's rows; 0 where it has none."""
    return int(value(db, f"SELECT coalesce(max(id), 0) FROM {table}"))


def first(db: Database, sql: str, values: Values = ()) -> dict[str, Any] | None:
    """The first row by its columns; None where there is none."""
    return next(db.query(sql, values), None)


def record(kind: type[Record], row: Mapping[str, Any], **own: Any) -> Record:
    """A record whose fields are columns of the row, but for those given as `own`; its `when` is the column `at`."""
    there = {"when": row["at"], **row} if "at" in row else row
    names = _names(kind)  # type: ignore[arg-type]  # a class can be hashed
    return kind(**{name: there[name] for name in names if name in there and name not in own}, **own)


@cache
def _names(kind: type[Any]) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind))


def by_key(rows: Iterable[tuple[Any, ...]]) -> dict[Any, list[Any]]:
    """Key -> its values, in the order of the rows, each of a key and a value."""
    found: dict[Any, list[Any]] = {}
    for key, one in rows:
        found.setdefault(key, []).append(one)
    return found


def in_parts(db: Database, sql: str, keys: Iterable[Any], *before: Any) -> Iterator[tuple[Any, ...]]:
    """The rows of a query for many keys: `{}` in it stands for their marks, `before` are the values ahead of them."""
    every = list(keys)
    for start in range(0, len(every), CHUNK):
        part = every[start : start + CHUNK]
        yield from db.execute(sql.format(",".join("?" * len(part))), [*before, *part])
