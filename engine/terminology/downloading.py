"""A file from the web: in parts where the server can, taken up again where it stopped, and checked by its sha256."""

from __future__ import annotations

import json
import re
import urllib.error
import urllib.request
from collections.abc import Generator
from contextlib import suppress
from dataclasses import asdict, dataclass
from http.client import HTTPException, HTTPMessage
from pathlib import Path
from typing import IO, Any
from urllib.parse import urlsplit

from engine.errors import BadInput, Damaged, Unavailable
from engine.events import Event, Progress
from engine.workspace import written_whole
from store.files import replace, sha256_of, sync_file

AT_ONCE = 1 << 16  # bytes between two looks
STEP = 1 << 20  # bytes between two words on progress
MOST = 8 << 30  # bytes of a file
PATIENCE = 60.0  # seconds without a byte
LONGEST_CHECKSUM = 10_000  # bytes of a file with a checksum
PROGRAM = {"User-Agent": "Nomenclator (terminology workbench)", "Accept-Encoding": "identity"}
SHA256 = re.compile(r"\b[0-9a-fA-F]{64}\b")


@dataclass(frozen=True)
class Download:
    """What lies on the disk: where from, which state of it (`tag`, as the server says), its bytes and sha256."""

    address: str
    tag: str
    size: int
    sha256: str


def download(address: str, path: Path, checksum: str = "") -> Generator[Event, None, Download]:
    """Fetch a file to `path`, with the record of it beside; yields Progress.

    A part that an earlier call left is taken up if the file is still the same at the publisher's. With `checksum`, the
    sha256 itself, other content is refused; without, the first fetch records it, and the same state of the file with
    other content is refused. BadInput for an address that is not of the web, Unavailable where it cannot be had now,
    Damaged for other content than was promised.
    """
    check_address(address)
    part = path.with_name(f".{path.name}.fetched")
    yield from _received(address, part)
    tag = _read(_about(part)).get("tag", "")
    found = Download(address, tag, part.stat().st_size, sha256_of(part))
    before = recorded(path)
    wrong = bool(checksum) and found.sha256 != checksum.lower()
    same = before is not None and tag and (before.address, before.tag) == (address, tag)
    if wrong or (not checksum and same and before is not None and before.sha256 != found.sha256):
        _forget(part)
        expected = checksum or (before.sha256 if before else "")
        raise Damaged(
            f"{path.name} has the sha256 {found.sha256}, not {expected} as "
            f"{'its publisher says' if checksum else 'at the first fetch'}; it was thrown away. Fetch it again."
        )
    sync_file(part)
    replace(part, path)
    _forget(part)
    _write(_record(path), asdict(found))
    return found


def check_address(address: str) -> None:
    """BadInput for what is no address of the web."""
    parts = urlsplit(address)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise BadInput(f"“{address[:200]}” is no address of the web; it begins with https://.")


def published_checksum(address: str) -> str:
    """The sha256 that stands at an address; Unavailable where there is none."""
    check_address(address)
    with _answer(address, {}) as answer:
        found = SHA256.search(answer.read(LONGEST_CHECKSUM).decode("ascii", "replace"))
    if not found:
        raise Unavailable(f"{address} holds no sha256; leave the file, or compare it by hand.")
    return found[0].lower()


def recorded(path: Path) -> Download | None:
    """What was recorded of a file at its last fetch; None where it was never fetched, or the record is damaged."""
    with suppress(TypeError):
        return Download(**_read(_record(path)))
    return None


def _received(address: str, part: Path) -> Generator[Event, None, None]:
    """Bring the part to its whole length."""
    known = _read(_about(part))
    start = part.stat().st_size if part.is_file() and known.get("address") == address and known.get("tag") else 0
    headers = {"Range": f"bytes={start}-", "If-Range": str(known["tag"])} if start else {}
    try:
        answer = _answer(address, headers)
    except _OutOfRange:  # the part is as long as the file, or longer than a newer one
        _forget(part)
        start, answer = 0, _answer(address, {})
    with answer:
        goes_on = answer.status == 206 and _begins(answer.headers) == start
        start = start if goes_on else 0
        tag = answer.headers.get("ETag") or answer.headers.get("Last-Modified") or ""
        whole = start + int(answer.headers.get("Content-Length") or 0)
        if max(start, whole) > MOST:
            raise BadInput(f"{address} has {whole:,} bytes, more than {MOST:,}; fetch it by hand.")
        _write(_about(part), {"address": address, "tag": "" if tag.startswith("W/") else tag})
        yield from _copied(answer, part, start, whole)


def _copied(answer: Any, part: Path, start: int, whole: int) -> Generator[Event, None, None]:
    name, received, reported = part.name.removeprefix(".").removesuffix(".fetched"), start, start
    with open(part, "ab" if start else "wb") as file:
        while True:
            try:
                block = answer.read(AT_ONCE)
            except (OSError, HTTPException) as error:
                raise Unavailable(_stopped(name, received, error)) from None
            if not block:
                break
            file.write(block)
            received += len(block)
            if received > MOST:
                raise BadInput(f"{name} has more than {MOST:,} bytes; fetch it by hand.")
            if received - reported >= STEP:
                reported = received
                yield Progress(received, max(whole, received), f"Fetching {name}: {received / 1e6:,.1f} MB")
    if answer.headers.get("Content-Length") and received < whole:
        raise Unavailable(_stopped(name, received, None))
    yield Progress(received, received, f"Fetched {name}: {received / 1e6:,.1f} MB")


def _stopped(name: str, received: int, error: Exception | None) -> str:
    why = f" ({error})" if error and str(error) else ""
    return f"{name} stopped after {received:,} bytes{why}; do it again, and it goes on from there."


class _OutOfRange(Exception):
    """The part begins where the file has ended."""


class _Redirects(urllib.request.HTTPRedirectHandler):
    """Follows a publisher to another address, never from https to http."""

    def redirect_request(
        self, req: urllib.request.Request, fp: IO[bytes], code: int, msg: str, headers: HTTPMessage, newurl: str
    ) -> urllib.request.Request | None:
        if req.full_url.startswith("https:") and not newurl.startswith("https:"):
            raise Unavailable(f"{req.full_url} leads to {newurl[:200]}, which is not encrypted; nothing was fetched.")
        return super().redirect_request(req, fp, code, msg, headers, newurl)


def _answer(address: str, headers: dict[str, str]) -> Any:
    """The response to a GET; Unavailable, in a sentence, for anything but the file."""
    opener = urllib.request.OpenerDirector()
    for handler in (
        urllib.request.ProxyHandler(),
        urllib.request.HTTPHandler(),
        urllib.request.HTTPSHandler(),
        urllib.request.HTTPDefaultErrorHandler(),
        urllib.request.HTTPErrorProcessor(),
        _Redirects(),
    ):
        opener.add_handler(handler)
    remedy = "look whether the publisher has moved it, and give the new address with --address"
    try:
        return opener.open(urllib.request.Request(address, headers=PROGRAM | headers), timeout=PATIENCE)
    except urllib.error.HTTPError as error:
        error.close()
        if error.code == 416:
            raise _OutOfRange from None
        raise Unavailable(f"{address} answers with {error.code} ({error.reason}); {remedy}.") from None
    except (OSError, HTTPException, ValueError) as error:
        reason = getattr(error, "reason", error)
        raise Unavailable(f"{address} cannot be reached ({reason}); look after the network, or {remedy}.") from None


def _begins(headers: Any) -> int:
    found = re.match(r"bytes (\d+)-", headers.get("Content-Range") or "")
    return int(found[1]) if found else -1


def _about(part: Path) -> Path:
    return part.with_name(f"{part.name}.json")


def _record(path: Path) -> Path:
    return path.with_name(f"{path.name}.fetched.json")


def _read(path: Path) -> dict[str, Any]:
    with suppress(OSError, ValueError):
        found = json.loads(path.read_text(encoding="utf-8"))
        return found if isinstance(found, dict) else {}
    return {}


def _write(path: Path, content: dict[str, Any]) -> None:
    with written_whole(path) as temporary:
        temporary.write_text(json.dumps(content), encoding="utf-8")


def _forget(part: Path) -> None:
    part.unlink(missing_ok=True)
    _about(part).unlink(missing_ok=True)
