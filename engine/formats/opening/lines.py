"""Lines of text, plain or compressed, read one after another; none longer than the limit stands in memory."""

from __future__ import annotations

import gzip
import lzma
import os
import re
import zipfile
import zlib
from codecs import BOM_UTF16, BOM_UTF16_BE, BOM_UTF16_LE, getincrementaldecoder
from collections.abc import Callable, Iterator
from io import BufferedIOBase, BytesIO
from pathlib import Path
from typing import IO, Any, TextIO

from engine.errors import BadInput, Damaged
from engine.events import SELDOM, say
from engine.formats.opening.limits import LONGEST_LINE, TIMES_UNPACKED, unpacked_limit

GZIP, XZ = b"\x1f\x8b", b"\xfd7zXZ\x00"
WINDOWS, UTF8 = "cp1252", "utf-8-sig"
READ_AS_WINDOWS = "Read as Windows-1252; look whether umlauts and accents are right, else save it as CSV UTF-8."
NOT_WINDOWS = re.compile(rb"[\x00-\x08\x0b\x0e-\x1f\x7f\x81\x8d\x8f\x90\x9d]")  # bytes that no text in it has
BLOCK = 1 << 20  # bytes of a file that are read at once
TOO_LONG = "{path}, line {number:,}, is longer than {most:,} characters; break it into shorter lines."


class CountedBytes(BytesIO):
    """Bytes in memory as a stream that knows how many it `holds`."""

    def __init__(self, content: bytes) -> None:
        super().__init__(content)
        self.holds = len(content)


def share_read(stream: IO[Any] | BufferedIOBase) -> float | None:
    """How much of the file, or member of an archive, below a stream is read, from 0 to 1; None where there is none."""
    below = getattr(stream, "buffer", stream)
    if holds := getattr(below, "holds", 0):
        return float(below.tell() / holds)
    try:
        number = stream.fileno()
        return os.lseek(number, 0, os.SEEK_CUR) / (os.fstat(number).st_size or 1)
    except (OSError, AttributeError):
        return None


def encoding_of(start: bytes) -> str:
    """The encoding of a text that begins with these bytes: UTF-16 where they are its mark, else UTF-8, with a mark or
    without."""
    return "utf-16" if start.startswith((BOM_UTF16_LE, BOM_UTF16_BE)) else UTF8


def encoding_of_file(path: Path) -> str:
    """The same of a whole file, or WINDOWS where it is a text as older spreadsheets save it: no UTF-8, with no byte
    that such a text has not, and with fewer characters beyond ASCII that are UTF-8 than bytes that are not."""
    with open(path, "rb") as file:
        encoding = encoding_of(file.read(len(BOM_UTF16)))
        if encoding != UTF8 or _is_utf8(file):
            return encoding
        file.seek(0)
        decoder, right, wrong = getincrementaldecoder("utf-8")("replace"), 0, 0
        while block := file.read(BLOCK):
            if NOT_WINDOWS.search(block):
                return UTF8
            text = decoder.decode(block)
            bad = text.count("\ufffd")
            right, wrong = right + len(text) - len(text.encode("ascii", "ignore")) - bad, wrong + bad
    return WINDOWS if wrong > right else UTF8


def encoding_note(path: Path) -> str:
    """READ_AS_WINDOWS of a file that is read in WINDOWS, for whoever loads it; "" of any other."""
    return READ_AS_WINDOWS if encoding_of_file(path) == WINDOWS else ""


def _is_utf8(file: IO[bytes]) -> bool:
    file.seek(0)
    decoder = getincrementaldecoder("utf-8")()
    try:
        while block := file.read(BLOCK):
            decoder.decode(block)
        decoder.decode(b"", True)
    except UnicodeDecodeError:
        return False
    return True


def text_lines(path: Path, remedy: str = "save it as UTF-8 and try again", encoding: str = "") -> Iterator[str]:
    """The lines of a UTF-8 text with their ends, as they stand; a mark of byte order at the start is passed over.

    A text with the mark of UTF-16 is read as that: Excel's “Unicode text”; any in the `encoding` that is named.
    BadInput, with the line, where it is in none of these or a line is longer than LONGEST_LINE.
    """
    with open(path, "rb") as start:
        detected = encoding_of(start.read(len(BOM_UTF16)))
    with open(path, encoding=encoding or detected, newline="") as file:
        yield from decoded_lines(file, path.name, remedy)


def decoded_lines(file: TextIO, name: str, remedy: str) -> Iterator[str]:
    """The lines of an open text, as `text_lines` gives those of a file; `name` is that of errors."""
    number = 0
    try:
        while line := file.readline(LONGEST_LINE + 1):
            number += 1
            if len(line) > LONGEST_LINE:
                raise BadInput(TOO_LONG.format(path=name, number=number, most=LONGEST_LINE))
            if not number % SELDOM:
                say(f"{number:,} lines of {name}", share_read(file))
            yield line
    except UnicodeDecodeError:
        place = f" (after line {number:,})" if number else ""
        raise BadInput(f"{name} is not UTF-8 text{place}; {remedy}.") from None
    except (zipfile.BadZipFile, zlib.error, EOFError):
        raise Damaged(f"{name} is damaged in its archive (after line {number:,}); copy the archive again.") from None


def byte_lines(path: Path) -> Iterator[bytes]:
    """The lines of a file, unpacked where it is gzip or xz, which its first bytes or its ending tell.

    Damaged for a compressed file that is cut short; BadInput for a line longer than LONGEST_LINE bytes, and for a file
    that unpacks to more than `unpacked_limit`.
    """
    for number, (line, stream) in enumerate(_parts(path, lambda stream: stream.readline(LONGEST_LINE + 1)), 1):
        if len(line) > LONGEST_LINE:
            raise BadInput(TOO_LONG.format(path=path, number=number, most=LONGEST_LINE))
        if not number % SELDOM:
            say(f"{number:,} lines of {path.name}", share_read(stream))
        yield line


def whole_content(path: Path, most: int) -> bytes:
    """All bytes of a file that holds no more than `most`, unpacked as `byte_lines` does, with its errors.

    For what is read whole, and may stand in one line. How much is read is said.
    """
    parts: list[bytes] = []
    size = 0
    for part, stream in _parts(path, lambda stream: stream.read(BLOCK)):
        parts.append(part)
        size += len(part)
        if size > most:
            raise BadInput(f"{path.name} is larger than {most // 2**20} MiB; split it.")
        say(f"{size / 1e6:,.0f} MB of {path.name}", share_read(stream))
    return b"".join(parts)


def _parts(path: Path, take: Callable[[BufferedIOBase], bytes]) -> Iterator[tuple[bytes, BufferedIOBase]]:
    """What is taken from a file, unpacked, time after time, with its stream; errors as `byte_lines` says."""
    with path.open("rb") as file:
        head = file.read(len(XZ))
    packed = head.startswith((GZIP, XZ)) or path.suffix in (".gz", ".xz")
    most = unpacked_limit(path)
    size = 0
    try:
        with _open(path, head) as stream:
            while part := take(stream):
                size += len(part)
                if packed and size > most:
                    raise BadInput(
                        f"{path} unpacks to more than {TIMES_UNPACKED} times its size, as no text does; "
                        "unpack it yourself if you trust it."
                    )
                yield part, stream
    except (EOFError, zlib.error, lzma.LZMAError, gzip.BadGzipFile, MemoryError) as error:
        raise Damaged(f"The compressed file {path} is cut short or damaged; copy it again.") from error


def _open(path: Path, head: bytes) -> BufferedIOBase:
    if head.startswith(GZIP) or path.suffix == ".gz":
        return gzip.open(path)
    return lzma.open(path) if head == XZ or path.suffix == ".xz" else path.open("rb")
