"""Which format a file is in: told by its first characters, by its ending, or by a person."""

from __future__ import annotations

from pathlib import Path

from engine.errors import BadInput
from engine.formats import FORMATS, TERMINOLOGY, writers

HEAD = 65_536  # characters by which a file is recognised


def format_of(path: Path, content: str = TERMINOLOGY) -> str:
    """The format of a file to be read, by its head and its ending; BadInput when neither tells.

    A head tells among the formats that have the file's ending, and among all where no format has it.
    """
    possible = {name: one for name, one in FORMATS.items() if content in one.reads and not one.installed}
    ending = path.suffix.lower()
    alike = {name: one for name, one in possible.items() if ending in one.endings}
    head = head_of(path)
    for name, one in (alike or possible).items():
        if one.recognises(head):
            return name
    for name, one in alike.items():
        if len(alike) == 1 or not hasattr(one.load(), "recognises"):
            return name
    raise BadInput(
        f"{path.name}: the ending “{ending}” tells no format; rename it to .obo, .csv or .tsv, or choose one."
    )


def written_format(file: str, *contents: str) -> str:
    """The format that a file's ending names for writing one of these contents and reading it again; "" for none."""
    endings = {ending: name for name, one in writers(*contents).items() for ending in one.written}
    longest = sorted(endings, key=len, reverse=True)
    return next((endings[ending] for ending in longest if file.lower().endswith(ending)), "")


def head_of(path: Path) -> str:
    """The first characters of a file, by which formats recognise it; "" without the file."""
    if not path.is_file():
        return ""
    with open(path, encoding="utf-8-sig", errors="replace") as file:
        return file.read(HEAD)


def chosen_format(path: Path, format: str | None = None, columns: bool = False) -> str:
    """The format that a terminology's file is read in: the one named, or the one that the file's head or ending tells.

    A file of a format within the one named is read in its own, unless a person says which column is which.
    """
    try:
        found = format_of(path)
    except BadInput:
        if format is None:
            raise
        return format
    within = FORMATS[found].within
    if columns and within and format in (None, within):
        return within
    return found if format in (None, within) else str(format)


def may_name_columns(path: Path, format: str | None = None) -> bool:
    """Whether the file is read in a format in which a person may say which column is which."""
    try:
        return FORMATS[chosen_format(path, format, columns=True)].columns
    except BadInput:
        return False
