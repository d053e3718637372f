"""XML read as a stream: no entities from elsewhere, nothing deep, no more between two records than a limit."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Collection
from typing import IO, Any
from xml.parsers import expat

from engine.errors import BadInput
from engine.events import say
from engine.formats.opening.limits import DEEPEST, LARGEST_RECORD, MOST_RECORDS
from engine.formats.opening.lines import CountedBytes, share_read

ELEMENT = 100  # bytes that an element takes in memory, beside its text
AT_ONCE = 1 << 16
LONGEST_TAG = 2_000_000  # bytes of a tag or a comment
MOST_ENTITIES, LONGEST_ENTITY = 1_000, 500  # short forms of addresses, as OWL files declare them
PROLOG = re.compile(r"\s*(<\?.*?\?>|<!--.*?-->|<!DOCTYPE[^>\[]*(\[.*?\]\s*)?>)", re.S | re.I)
ROOT = re.compile(r"\s*<(?:[\w.-]+:)?([\w.-]+)([^>]*)")


def root_of(head: str) -> tuple[str, str]:
    """The local name of the first element of XML with this head, and its attributes as they stand; "", "" for none."""
    place = 0
    while found := PROLOG.match(head, place):
        place = found.end()
    root = ROOT.match(head, place)
    return (root[1], root[2]) if root else ("", "")


def check_document(content: bytes, name: str) -> None:
    """BadInput, with `name` and the line, for XML that is not well-formed, deep, or declares more than short names."""
    checked = CheckedMarkup(CountedBytes(content), name, doctype=True, most=len(content) * ELEMENT + LARGEST_RECORD)
    while checked.read(AT_ONCE):
        pass


class CheckedMarkup:
    """A stream of XML for a parser that builds a tree and clears it after each record, such as `iterparse`.

    What is read is first seen by expat, which builds nothing. BadInput, with `name`, for a document type, elements
    deeper than DEEPEST, more than MOST_RECORDS elements called as one of `records`, and more than `most` bytes
    between the ends of two of them: what the other parser would hold in memory. With `doctype` a document type may be
    named, which is not fetched, and declare entities that are short plain texts. `starts` are the lines of the records.
    """

    def __init__(
        self,
        stream: IO[bytes],
        name: str,
        records: Collection[str] = (),
        doctype: bool = False,
        most: int = LARGEST_RECORD,
    ) -> None:
        self._most, self._entities, self._inside = most, 0, 0
        self.starts: deque[int] = deque()
        self._stream, self._name, self._records = stream, name, frozenset(records)
        self._depth = self._size = self._count = self._given = 0
        self._seen = expat.ParserCreate()
        self._seen.buffer_text = True
        if doctype:
            self._seen.EntityDeclHandler = self._entity
        else:
            self._seen.StartDoctypeDeclHandler = self._doctype
        self._seen.StartElementHandler = self._start
        self._seen.EndElementHandler = self._end
        self._seen.CharacterDataHandler = self._text
        self._seen.CommentHandler = self._text
        self._seen.StartCdataSectionHandler = lambda: self._add(ELEMENT)

    def read(self, size: int = -1) -> bytes:
        """The next bytes, at most AT_ONCE of them; b"" at the end. BadInput for what is no well-formed XML."""
        if size < 0:
            return b"".join(iter(lambda: self.read(AT_ONCE), b""))
        data = self._stream.read(min(size, AT_ONCE))
        self._given += len(data)
        say(f"{self._given / 1e6:,.1f} MB of {self._name}", share_read(self._stream))
        try:
            self._seen.Parse(data, not data)
            if self._given - self._seen.CurrentByteIndex > LONGEST_TAG:  # which expat reads from its start each time
                self._add(LARGEST_RECORD)
        except (expat.ExpatError, LookupError, ValueError) as problem:  # of the encoding it names
            raise BadInput(f"{self._name} is not well-formed XML ({problem}); save it again.") from None
        return data

    def close(self) -> None:
        """Close the stream below."""
        self._stream.close()

    def __enter__(self) -> CheckedMarkup:
        return self

    def __exit__(self, *problem: object) -> None:
        self.close()

    def _doctype(self, *what: Any) -> None:
        raise BadInput(f"{self._name} declares a document type, which is not read; save it without.")

    def _entity(self, name: str, parameter: int, value: str | None, *about: Any) -> None:
        self._entities += 1
        if parameter or value is None or "&" in value or "%" in value or len(value) > LONGEST_ENTITY:
            raise BadInput(f"{self._name} declares the entity {name[:40]}, which is not read; save it without.")
        if self._entities > MOST_ENTITIES:
            raise BadInput(f"{self._name} declares more than {MOST_ENTITIES:,} entities; save it without.")

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        self._depth += 1
        if self._records and tag.rpartition(":")[2] in self._records:
            self._inside += 1
            if self._inside == 1:
                self.starts.append(self._seen.CurrentLineNumber)
        if self._depth > DEEPEST:
            raise BadInput(f"{self._name} has elements more than {DEEPEST} deep; save it again.")
        self._add(ELEMENT + sum(map(len, attributes.values())))

    def _end(self, tag: str) -> None:
        self._depth -= 1
        if tag.rpartition(":")[2] in self._records:
            self._size = 0
            self._count += 1
            self._inside -= 1
            if self._count > MOST_RECORDS:
                raise BadInput(f"{self._name} has more than {MOST_RECORDS:,} rows or texts; save it as CSV.")

    def _text(self, text: str) -> None:
        self._add(len(text))

    def _add(self, size: int) -> None:
        self._size += size
        if self._size > self._most:
            raise BadInput(
                f"{self._name} holds more than {LARGEST_RECORD // 10**6} MB in one row; shorten it, or save it as CSV."
            )
