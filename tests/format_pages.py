"""The guide's pages of formats: their examples as files, and the counts that they state."""

from __future__ import annotations

import csv
import re
from pathlib import Path

from engine.formats.registry import FORMATS, ROWS, TERMINOLOGY

PAGES = Path(__file__).parents[1] / "docs" / "guide" / "formats"
WITHIN = {name for name, one in FORMATS.items() if one.within and not one.anywhere}  # stand on the plainer one's page
READ = [name for name, one in FORMATS.items() if TERMINOLOGY in one.reads and not one.installed and name not in WITHIN]
OF_MAPPINGS = "sssom"
FILE = re.compile(r"^File `([^`]+)`:\n\n```\n(.*?)^```$", re.MULTILINE | re.DOTALL)
GIVES = re.compile(r"It gives (\d+) concepts?, (\d+) names? and (\d+) parent links?\.")


def text_of(name: str) -> str:
    """The page of a format."""
    return (PAGES / f"{name}.md").read_text(encoding="utf-8")


def written_example(name: str, folder: Path) -> Path:
    """The example of a page as a file, with those beside it, in a folder; of a binary format its table is written."""
    files = FILE.findall(text_of(name))
    for file, text in files:
        if file.endswith((".xlsx", ".parquet")):
            assert ROWS in FORMATS[name].writes
            heading, *rows = csv.reader(text.splitlines())
            FORMATS[name].load().write_rows(folder / file, heading, rows, "table")
        else:
            (folder / file).write_text(text, encoding="utf-8", newline="\n")
    return folder / str(files[0][0])


def stated(name: str) -> tuple[int, ...]:
    """How many concepts, names and parent links a page says that its example gives."""
    (found,) = GIVES.findall(text_of(name))
    return tuple(map(int, found))
