"""Parquet: a table of columns, read and written a block of rows at a time, as CSV is; every cell is written as text.

pyarrow reads and writes it, which Streamlit brings.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from engine.errors import BadInput
from engine.formats.mentions.answer_columns import Cell
from engine.formats.opening.limits import LONGEST_CELL, MOST_COLUMNS, MOST_ROWS, refused, unpacked_limit
from engine.formats.parsed import ParsedTerminology
from engine.formats.tables import own_export
from engine.formats.tables.table_concepts import read_concepts
from engine.workspace import written_whole

MAGIC = "PAR1"
READ, WRITTEN = 4_096, 65_536  # rows at once
SEPARATOR = "|"  # between the texts of a list in one cell


def recognises(head: str) -> bool:
    """Whether a file begins as Parquet."""
    return head.startswith(MAGIC)


def read(path: Path, columns: dict[str, str] | None = None, title: str = "") -> ParsedTerminology:
    """The concepts of a table; see `engine.formats.tables.table_concepts.read_concepts`.

    A terminology that this program exported is read as that, with scopes, languages and notes. BadInput for what is no
    Parquet, or beyond a limit.
    """
    rows = numbered_rows(path)
    _, heading = next(rows, (0, []))
    if heading == own_export.COLUMNS and not columns:
        return own_export.read(path, title, ([cell or "" for cell in row] for row in read_rows(path)))
    return read_concepts(path, heading, rows, columns or {}, title)


def headings_of(path: Path) -> list[str]:
    """The names of the columns, in order."""
    return next(numbered_rows(path), (0, []))[1]


def numbered_rows(path: Path) -> Iterator[tuple[int, list[str]]]:
    """The names of the columns as row 1, then the rows with their numbers from 2; lists with | between their texts."""
    for number, row in enumerate(read_rows(path), 1):
        yield number, [cell or "" for cell in row]


def read_rows(path: Path) -> Iterator[list[str | None]]:
    """The rows, the names of the columns first, cells as texts, None where there is nothing."""
    sentence = f"{path.name} cannot be read as Parquet; save it again, or as CSV."
    with refused(sentence):
        from pyarrow.parquet import ParquetFile

        file = ParquetFile(path)
    with file:
        with refused(sentence):
            names, parts = list(file.schema_arrow.names), _parts(file, path)
        yield list(names)
        while True:
            with refused(sentence):
                part = next(parts, None)
                rows = part.to_pylist() if part is not None else []
            if part is None:
                return
            for row in rows:
                cells = [_text(row[name]) for name in names]
                if any(cell and len(cell) > LONGEST_CELL for cell in cells):
                    raise BadInput(f"{path.name} has a cell of more than {LONGEST_CELL:,} characters; shorten it.")
                yield cells


def _parts(file: Any, path: Path) -> Iterator[Any]:
    about = file.metadata
    names = file.schema_arrow.names
    if len(set(names)) < len(names):
        raise BadInput(f"{path.name} has two columns of one name; rename one of them.")
    if about.num_rows > MOST_ROWS or len(names) > MOST_COLUMNS:
        raise BadInput(f"{path.name} has more than {MOST_ROWS:,} rows or {MOST_COLUMNS:,} columns; split it.")
    size = sum(about.row_group(place).total_byte_size for place in range(about.num_row_groups))
    if size > unpacked_limit(path):
        raise BadInput(f"{path.name} unpacks to {size:,} bytes, as no table of its size does; save it again.")
    parts: Iterator[Any] = file.iter_batches(batch_size=READ)
    return parts


def _text(value: Any) -> str | None:
    if value is None:
        return None
    if isinstance(value, (list, tuple)):
        return SEPARATOR.join(text for one in value if (text := _text(one)))
    if isinstance(value, bytes):
        return value.decode("utf-8", "replace")
    if isinstance(value, float) and value.is_integer() and abs(value) < 10**15:
        return str(int(value))
    return str(value).strip()


def write_rows(path: Path, heading: Sequence[str], rows: Iterable[Sequence[Cell]], title: str = "") -> int:
    """Write any table, every column one of texts; how many rows. `title` has no place. The file appears when it is
    whole."""
    import pyarrow
    from pyarrow.parquet import ParquetWriter

    schema = pyarrow.schema([(name, pyarrow.string()) for name in heading])
    every, count = iter(rows), 0
    with written_whole(path) as temporary, ParquetWriter(temporary, schema, compression="zstd") as file:
        while part := list(islice(every, WRITTEN)):
            count += len(part)
            columns = [
                [None if cell is None else _written(cell) for cell in column] for column in zip(*part, strict=True)
            ]
            file.write_table(pyarrow.table(columns, schema=schema))
    return count


def _written(cell: str | int | float) -> str:
    text = cell if isinstance(cell, str) else repr(cell)
    return text.encode("utf-8", "replace").decode()  # half a character can be written nowhere
