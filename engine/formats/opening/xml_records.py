"""XML with many records of one kind, one after another, so that no more than one stands in memory."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import IO, Any, cast

from engine.errors import Damaged
from engine.formats.opening.limits import refused
from engine.formats.opening.lines import GZIP
from engine.formats.opening.markup import CheckedMarkup


def xml_records(path: Path, tags: Collection[str]) -> Iterator[tuple[int, Any]]:
    """(its first line, the element) of each outermost element with one of these local names, whatever its namespace.

    An element is emptied when the next one is taken. A document type may be named and is not fetched. BadInput for what
    is no well-formed XML or beyond a limit, Damaged for a .gz that is cut short.
    """
    from defusedxml.ElementTree import iterparse

    with path.open("rb") as file:
        stream: IO[bytes] = file
        if file.read(2) == GZIP:
            stream = cast(IO[bytes], gzip.GzipFile(path))
        file.seek(0)
        checked = CheckedMarkup(stream, path.name, tags, doctype=True)
        sentence = f"{path.name} is not well-formed XML; save it again, whole."
        try:
            with refused(sentence):
                events = iterparse(checked, ("start", "end"), forbid_entities=False)
                open_ones: list[Any] = []
                depth = 0
            while True:
                with refused(sentence):
                    event, element = next(events, ("", None))
                if element is None:
                    return
                record = local(element.tag) in tags
                if event == "start":
                    depth += record
                    open_ones.append(element)
                    continue
                open_ones.pop()
                depth -= record
                if record and depth == 0:
                    yield checked.starts.popleft() if checked.starts else 0, element
                if depth == 0 and open_ones:
                    open_ones[-1].remove(element) if record else None
        except (EOFError, zlib.error, gzip.BadGzipFile) as problem:
            raise Damaged(f"The compressed file {path} is cut short or damaged; copy it again.") from problem


def local(tag: Any) -> str:
    """The name of an element without its namespace; "" for a comment."""
    return tag.rpartition("}")[2] if isinstance(tag, str) else ""


def inner_text(element: Any) -> str:
    """All text within an element, with one blank between its words."""
    return " ".join("".join(element.itertext()).split())
