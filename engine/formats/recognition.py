"""Which format a file is in: told by its first characters, by its ending, or by a person."""

from __future__ import annotations

import zlib
from contextlib import suppress
from pathlib import Path

from engine.errors import BadInput
from engine.formats.no_terminology import COMPRESSED, held_instead
from engine.formats.opening.lines import GZIP, encoding_of
from engine.formats.registry import FORMATS, TERMINOLOGY, readers, writers

HEAD = 65_536  # characters by which a file is recognised


def format_of(path: Path, content: str = TERMINOLOGY) -> str:
    """The format of a file to be read, by its head and its ending; BadInput when neither tells.

    A head tells among the formats that have the file's ending first, then among those whose files are known by their
    content whatever they are called, then, where no format has the ending, among all.
    """
    possible = {name: one for name, one in FORMATS.items() if content in one.reads and not one.installed}
    ending = path.suffix.lower()
    alike = {name: one for name, one in possible.items() if ending in one.endings}
    head = head_of(path)
    if content == TERMINOLOGY and (instead := held_instead(head)):
        raise BadInput(f"{path.name} {instead}.")
    anywhere = {name: one for name, one in possible.items() if one.anywhere or not alike}
    for name, one in (alike | anywhere).items():
        if one.recognises(head, path):
            return name
    for name, one in alike.items():
        if len(alike) == 1 or not hasattr(one.load(), "recognises"):
            return name
    if path.is_dir():
        raise BadInput(f"{path.name} is a folder, and no release that is read whole; give the path of a file in it.")
    if ending in COMPRESSED:
        raise BadInput(
            f"{path.name} is compressed, and what is in it tells no format; unpack it and choose what is in it."
        )
    titles = ", ".join(one.read_title or one.title for one in readers(content).values())
    raise BadInput(
        f"{path.name}: the ending “{ending}” tells no format, and neither does its content; "
        f"name its format if it is one of {titles}, else convert it to one of them."
    )


def written_format(file: str, *contents: str) -> str:
    """The format that a file's ending names for writing one of these contents and reading it again; "" for none."""
    endings = {ending: name for name, one in writers(*contents).items() for ending in one.written}
    longest = sorted(endings, key=len, reverse=True)
    return next((endings[ending] for ending in longest if file.lower().endswith(ending)), "")


def head_of(path: Path) -> str:
    """The first characters of a file, by which formats recognise it, unpacked where it is gzip; "" without the file."""
    if not path.is_file():
        return ""
    with open(path, "rb") as file:
        start = file.read(4 * HEAD)
    if start.startswith(GZIP):
        with suppress(zlib.error):
            start = zlib.decompressobj(wbits=31).decompress(start, 4 * HEAD)
    return start.decode(encoding_of(start), errors="replace")[:HEAD]


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
