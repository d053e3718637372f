"""Broken files made of whole ones: bytes changed, cut, repeated and mixed, inside archives and compressed files too."""

from __future__ import annotations

import gzip
import io
import json
import lzma
import re
import struct
import zipfile
import zlib
from collections.abc import Sequence
from hashlib import sha256
from random import Random
from typing import Any

TOKENS = (
    *(
        b"\0",
        b"\r",
        b"\n",
        b"\r\n",
        b"\t",
        b'"',
        b"'",
        b",",
        b";",
        b"|",
        b"||",
        b"#",
        b"{",
        b"[",
        b"]",
        b"\\",
        b"<",
        b"&",
    ),
    *("²", "٣", "\u2028", "\x85", "\ufeff", "\u200b", "é", "\U0001f9e0", "\\ud800", "_xD800_"),
    *(
        b"-1",
        b"0",
        b"1e400",
        b"nan",
        b"-inf",
        b"NaN",
        b"1e-400",
        b"0x10",
        b"1_0",
        b"4294967296",
        b"9" * 30,
        b"9" * 5_000,
    ),
    *(b"\xff", b"\xfe\xff", b"\xed\xa0\x80", b"null", b"true", b"[]", b"{}", b'""', b"=1+1", b"~nobody/x", b"../../x"),
)
RUNS = (
    b"a" * 200_000,
    b"[" * 100_000,
    b'{"a":' * 20_000,
    b",",
    b"\t" * 20_000,
    b'"' * 3,
    b"<a>" * 20_000,
    b"\n" * 5_000,
)
NUMBER = re.compile(rb"-?[0-9]+(?:\.[0-9]+)?")
INTEGERS = (-1, 0, 1, 2**31 - 1, 2**31, 2**32 - 1, 2**62, 2**63 - 1, -(2**63))
VALUES: tuple[Any, ...] = (None, True, -1, 0, 1.5, 2**40, 10**400, "", "x", "²", [], {}, [[]], {"a": 1}, "nan", [-1, 2])


def broken(content: bytes, others: Sequence[bytes], rng: Random) -> bytes:
    """`content` broken in one to four ways; `others` are whole files that it may be mixed with.

    What is packed is unpacked first, broken and packed again, three times of four: a file that its own checksum refuses
    says nothing about what reads it.
    """
    if rng.random() < 0.75:
        try:
            if content.startswith(b"PK"):
                return _zip(content, others, rng)
            if content.startswith(b"\x1f\x8b"):
                return gzip.compress(broken(gzip.decompress(content), others, rng), 1)
            if content.startswith(b"\xfd7zXZ"):
                return lzma.compress(broken(lzma.decompress(content), others, rng), preset=0)
            if content[8:9] == b"{":
                return _tensors(content, rng)
        except (ValueError, KeyError, IndexError, OSError, zlib.error, lzma.LZMAError, zipfile.BadZipFile):
            pass
    for _ in range(rng.randint(1, 4)):
        content = rng.choice(WAYS)(content, others, rng)
    return content


def _at(content: bytes, rng: Random) -> int:
    return rng.randint(0, len(content))


def _flip(content: bytes, others: Sequence[bytes], rng: Random) -> bytes:
    changed = bytearray(content)
    for _ in range(rng.randint(1, 8) if changed else 0):
        changed[rng.randrange(len(changed))] = rng.randrange(256)
    return bytes(changed)


def _cut(content: bytes, others: Sequence[bytes], rng: Random) -> bytes:
    return content[: _at(content, rng)]


def _drop(content: bytes, others: Sequence[bytes], rng: Random) -> bytes:
    first, last = sorted((_at(content, rng), _at(content, rng)))
    return content[:first] + content[last:]


def _repeat(content: bytes, others: Sequence[bytes], rng: Random) -> bytes:
    first, last = sorted((_at(content, rng), _at(content, rng)))
    return content[:last] + content[first:last] * rng.choice((1, 2, 50)) + content[last:]


def _insert(content: bytes, others: Sequence[bytes], rng: Random) -> bytes:
    at, token = _at(content, rng), rng.choice(TOKENS)
    return content[:at] + (token if isinstance(token, bytes) else token.encode()) * rng.choice((1, 1, 2)) + content[at:]


def _grow(content: bytes, others: Sequence[bytes], rng: Random) -> bytes:
    at = _at(content, rng)
    return content[:at] + rng.choice(RUNS) + content[at:]


def _splice(content: bytes, others: Sequence[bytes], rng: Random) -> bytes:
    other = rng.choice(others) if others else content
    return content[: _at(content, rng)] + other[_at(other, rng) :]


def _renumber(content: bytes, others: Sequence[bytes], rng: Random) -> bytes:
    found = list(NUMBER.finditer(content))
    if not found:
        return content
    one, token = rng.choice(found), rng.choice(TOKENS[-23:])
    return content[: one.start()] + (token if isinstance(token, bytes) else token.encode()) + content[one.end() :]


def _integer(content: bytes, others: Sequence[bytes], rng: Random) -> bytes:
    """A whole number of a binary layout, four or eight bytes wide, replaced."""
    form = rng.choice(("<i", "<q"))
    number, at = rng.choice(INTEGERS), rng.randrange(0, max(1, min(len(content), 200)))
    packed = struct.pack(form, number if form == "<q" else max(-(2**31), min(number, 2**31 - 1)))
    return content[:at] + packed + content[at + len(packed) :]


def _lines(content: bytes, others: Sequence[bytes], rng: Random) -> bytes:
    lines = content.split(b"\n")
    rng.shuffle(lines)
    return b"\n".join(lines)


def _cells(content: bytes, others: Sequence[bytes], rng: Random) -> bytes:
    """A cell of a table replaced by a token, or swapped with another."""
    separator = max((b",", b"\t", b"|"), key=content.count)
    cells = content.split(separator)
    at = rng.randrange(len(cells))
    token = rng.choice(TOKENS)
    cells[at] = rng.choice((token if isinstance(token, bytes) else token.encode(), rng.choice(cells)))
    return separator.join(cells)


WAYS = (_flip, _cut, _drop, _repeat, _insert, _insert, _grow, _splice, _renumber, _renumber, _integer, _lines, _cells)


def _zip(content: bytes, others: Sequence[bytes], rng: Random) -> bytes:
    """The archive with one member broken, missing, renamed, doubled, empty or marked as encrypted."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        members = [(one.filename, archive.read(one)) for one in archive.infolist()]
    at = rng.randrange(len(members))
    name, inside = members[at]
    what = rng.randrange(10)
    if what < 6:
        members[at] = name, _member(name, inside, others, rng)
    elif what == 6:
        del members[at]
    elif what == 7:
        members[at] = rng.choice(("../x", "", "x" * 300, "manifest.json", "xl/workbook.xml")), inside
    elif what == 8:
        members.append(members[at])
    else:
        members[at] = name, b""
    made = io.BytesIO()
    method = rng.choice((zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2))
    with zipfile.ZipFile(made, "w", method) as archive:
        for name, inside in members:
            archive.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), inside, method)
    found = made.getvalue()
    if rng.random() < 0.05:  # the flag of an encrypted member, in the directory
        found = re.sub(b"(?s)PK\x01\x02(....)..", lambda entry: b"PK\x01\x02" + entry[1] + b"\x01\0", found, count=1)
    return found


def _member(name: str, inside: bytes, others: Sequence[bytes], rng: Random) -> bytes:
    if name.endswith(".json") and rng.random() < 0.7:
        value = json.loads(inside)
        _change(value, rng)
        return json.dumps(value).encode()
    return broken(inside, others, rng)


def _tensors(content: bytes, rng: Random) -> bytes:
    """A safetensors file with its header or its arrays changed, and a hash that fits again."""
    start = 8 + int.from_bytes(content[:8], "little")
    header, data = json.loads(content[8:start]), content[start:]
    about = json.loads(header.get("__metadata__", {}).get("nomenclator", "{}"))
    what = rng.randrange(4)
    if what == 0:
        _change({name: entry for name, entry in header.items() if name != "__metadata__"}, rng)
    elif what == 1:
        _change(about, rng)
    elif what == 2:
        name = rng.choice([name for name in header if name != "__metadata__"])
        header[rng.choice((name, "other"))] = header.pop(name)
    else:
        data = rng.choice((_flip, _cut, _insert))(data, (), rng)
    if about:
        if isinstance(about, dict) and "data_sha256" in about and rng.random() < 0.9:
            about["data_sha256"] = sha256(data).hexdigest()
        header["__metadata__"] = {"nomenclator": json.dumps(about)}
    text = json.dumps(header).encode()
    return len(text).to_bytes(8, "little") + text + data


def _change(value: Any, rng: Random) -> None:
    """One place in a JSON value changed: replaced, taken away or, in a list, doubled."""
    here = value
    while isinstance(here, (dict, list)) and here:
        keys = list(here) if isinstance(here, dict) else list(range(len(here)))
        key = rng.choice(keys)
        inner = here[key]
        if not (isinstance(inner, (dict, list)) and inner) or rng.random() < 0.3:
            what = rng.randrange(4)
            if what == 0:
                del here[key]
            elif what == 1 and isinstance(here, list):
                here.append(inner)
            else:
                here[key] = rng.choice(VALUES)
            return
        here = inner
