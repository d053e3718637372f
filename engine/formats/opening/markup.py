"""XML read as a stream: no declared entities, nothing deep, and no more of it between two records than a limit."""

from __future__ import annotations

from collections.abc import Collection
from typing import IO, Any
from xml.parsers import expat

from engine.errors import BadInput
from engine.formats.opening.limits import DEEPEST, LARGEST_RECORD, MOST_RECORDS

ELEMENT = 100  # bytes that an element takes in memory, beside its text
AT_ONCE = 1 << 16
LONGEST_TAG = 2_000_000  # bytes of a tag or a comment


class CheckedMarkup:
    """A stream of XML for a parser that builds a tree and clears it after each record, such as `iterparse`.

    What is read is first seen by expat, which builds nothing. BadInput, with `name`, for a document type, elements
    deeper than DEEPEST, more than MOST_RECORDS elements called as one of `records`, and more than LARGEST_RECORD bytes
    between the ends of two of them: what the other parser would hold in memory.
    """

    def __init__(self, stream: IO[bytes], name: str, records: Collection[str] = ()) -> None:
        self._stream, self._name, self._records = stream, name, frozenset(records)
        self._depth = self._size = self._count = self._given = 0
        self._seen = expat.ParserCreate()
        self._seen.buffer_text = True
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

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        self._depth += 1
        if self._depth > DEEPEST:
            raise BadInput(f"{self._name} has elements more than {DEEPEST} deep; save it again.")
        self._add(ELEMENT + sum(map(len, attributes.values())))

    def _end(self, tag: str) -> None:
        self._depth -= 1
        if tag.rpartition(":")[2] in self._records:
            self._size = 0
            self._count += 1
            if self._count > MOST_RECORDS:
                raise BadInput(f"{self._name} has more than {MOST_RECORDS:,} rows or texts; save it as CSV.")

    def _text(self, text: str) -> None:
        self._add(len(text))

    def _add(self, size: int) -> None:
        self._size += size
        if self._size > LARGEST_RECORD:
            raise BadInput(
                f"{self._name} holds more than {LARGEST_RECORD // 10**6} MB in one row; shorten it, or save it as CSV."
            )
