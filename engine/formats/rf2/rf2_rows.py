"""The rows of the files of a release: of each component the newest, read by Arrow a block at a time.

What Arrow cannot read is read again line by line, which says in which line what is wrong.
"""

from __future__ import annotations

import zipfile
import zlib
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from types import MappingProxyType

from engine.errors import BadInput
from engine.events import say
from engine.formats.opening.lines import share_read
from engine.formats.release_file import ReleaseFile
from engine.formats.rf2.rf2_release import headings

SNAPSHOT = "Snapshot"  # a type of file
FIXED = frozenset(["typeid"])  # columns that no later row of a component changes
Rows = list[tuple[str, ...]]
Where = Mapping[str, frozenset[str]]  # column -> what may stand in it
NOTHING: Where = MappingProxyType({})
BLOCK = 2**22  # bytes


def newest(
    files: Sequence[ReleaseFile], columns: tuple[str, ...], date: str = "", where: Where = NOTHING
) -> Iterator[tuple[str, ...]]:
    """These columns of the rows of the latest date of each component, of those that say `where` in other columns.

    The Snapshot of one release has each id once, so that its rows go by without standing in memory.
    """
    releases = {tuple(file.name.split("_")[-2:]) for file in files}  # country and date
    if not date and len(releases) == 1 and all(file.type == SNAPSHOT for file in files):
        for file in files:
            yield from rows(file, columns, where)
        return
    found: dict[str, tuple[str, ...]] = {}
    fixed = {column: value for column, value in where.items() if column in FIXED}
    changing = [column for column in where if column not in FIXED]
    for file in files:
        for row in rows(file, ("id", "effectivetime", *changing, *columns), fixed):
            if not date or row[1] <= date:
                there = found.get(row[0])
                if there is None or row[1] >= there[1]:
                    found[row[0]] = row
    first, allowed = 2 + len(changing), [where[column] for column in changing]
    for row in found.values():
        if all(cell in may for cell, may in zip(row[2:first], allowed, strict=True)):
            yield row[first:]


def rows(file: ReleaseFile, columns: tuple[str, ...], where: Where = NOTHING) -> Iterator[tuple[str, ...]]:
    """These columns of every row that says `where` in other columns; quotation marks are themselves.

    BadInput, with the row, where one has more or fewer columns than the heading, and where the heading lacks one.
    """
    from pyarrow import ArrowException

    passed = 0
    try:
        for block, share in _blocks(file, columns, where):
            yield from block
            passed += len(block)
            say(f"{passed:,} rows of {file.name}", share)
    except (ArrowException, OSError, EOFError, zipfile.BadZipFile, zlib.error):
        yield from islice(_line_by_line(file, columns, where), passed, None)


def _blocks(file: ReleaseFile, columns: tuple[str, ...], where: Where) -> Iterator[tuple[Rows, float | None]]:
    import pyarrow
    from pyarrow import compute
    from pyarrow.csv import ConvertOptions, ParseOptions, ReadOptions, open_csv

    number, heading = _heading(file)
    if not heading:
        return
    chosen = [str(place) for place in _places(file, heading, (*columns, *where))]
    reading = ReadOptions(
        block_size=BLOCK, skip_rows=number, column_names=[str(place) for place in range(len(heading))]
    )
    parsing = ParseOptions(delimiter="\t", quote_char=False, double_quote=False)
    texts = ConvertOptions(
        column_types=dict.fromkeys(chosen, pyarrow.string()), include_columns=chosen, strings_can_be_null=False
    )
    with file.opened() as stream, open_csv(stream, reading, parsing, texts) as batches:
        for batch in batches:
            for place, may in enumerate(where.values(), len(columns)):
                batch = batch.filter(compute.is_in(batch.column(place), value_set=pyarrow.array(sorted(may))))
            block = list(zip(*(column.to_pylist() for column in batch.columns[: len(columns)]), strict=True))
            yield block, share_read(stream)
    pyarrow.default_memory_pool().release_unused()


def _line_by_line(file: ReleaseFile, columns: tuple[str, ...], where: Where) -> Iterator[tuple[str, ...]]:
    start, heading = _heading(file)
    places = _places(file, heading, (*columns, *where)) if heading else []
    chosen, conditions = places[: len(columns)], list(zip(places[len(columns) :], where.values(), strict=False))
    for number, line in islice(enumerate(file.lines(), 1), start, None):
        if not line.strip():
            continue
        cells = line.rstrip("\r\n").split("\t")
        if len(cells) != len(heading):
            raise BadInput(
                f"{file.name}, row {number}: {len(cells)} columns where the heading has {len(heading)}; "
                "the file is cut or was edited, copy it again from the release."
            )
        if all(cells[place] in may for place, may in conditions):
            yield tuple(cells[place] for place in chosen)


def _heading(file: ReleaseFile) -> tuple[int, list[str]]:
    """The number of the line of the headings, and these; none of a file of blanks."""
    return next(((number, headings(line)) for number, line in enumerate(file.lines(), 1) if line.strip()), (0, []))


def _places(file: ReleaseFile, heading: list[str], columns: tuple[str, ...]) -> list[int]:
    if missing := set(columns) - set(heading):
        raise BadInput(f"{file.name} has no column {', '.join(sorted(missing))}; copy it again.")
    return [heading.index(column) for column in columns]
