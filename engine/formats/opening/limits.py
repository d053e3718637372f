"""How much a file may hold before it is refused, and how much a compressed one may unpack to."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from engine.errors import BadInput, NomenclatorError

LONGEST_CELL = 1_000_000  # characters of a cell
LONGEST_LINE = 10_000_000  # characters of a line of text, and of a row, however many lines it has
MOST_ROWS = 20_000_000  # of a table
MOST_SHEET_ROWS = 1_048_576  # of a spreadsheet, its heading counted
MOST_COLUMNS = 16_384  # of a table, as of a spreadsheet
LARGEST_RECORD = 50_000_000  # bytes of a row of a workbook in memory, about
MOST_RECORDS = 3_000_000  # of a part of a workbook: rows, or texts that cells share
LARGEST_JSON = 64 * 2**20  # bytes
LARGEST_WHOLE = 512 * 2**20  # bytes of a terminology that is read whole: of RDF, of JSON
DEEPEST = 100  # objects within objects, elements within elements
MOST_MEMBERS = 10_000  # of an archive
TIMES_UNPACKED = 100  # a compressed file holds at most so many times its own size …
LEAST_UNPACKED = 256 * 2**20  # … or so many bytes, whichever is more


def unpacked_limit(path: Path) -> int:
    """How many bytes the compressed file at `path` may unpack to: texts shrink to a third, bombs to a thousandth."""
    return max(LEAST_UNPACKED, TIMES_UNPACKED * path.stat().st_size)


@contextmanager
def refused(sentence: str, error: type[NomenclatorError] = BadInput) -> Iterator[None]:
    """Around a library that parses a stranger's bytes: whatever it trips over becomes `error` with this sentence.

    Errors of ours pass as they are.
    """
    try:
        yield
    except NomenclatorError:
        raise
    except Exception as problem:  # parsers raise dozens of kinds on bytes that nobody wrote on purpose
        raise error(sentence) from problem
