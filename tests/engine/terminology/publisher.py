"""A publisher on this machine: a server that gives files in parts, breaks off, and brings out new ones."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread


@dataclass
class Publisher:
    """Its files by path; `breaks_after` is how many bytes of the next answers are sent before the line goes dead."""

    address: str = ""
    files: dict[str, bytes] = field(default_factory=dict)
    breaks_after: list[int] = field(default_factory=list)
    moved: dict[str, str] = field(default_factory=dict)
    parts: bool = True  # whether it can give the rest of a file
    tags: bool = True
    fixed_tag: str = ""
    asked: list[tuple[str, str]] = field(default_factory=list)  # (path, range) of each request

    def tag(self, path: str) -> str:
        return self.fixed_tag or f'"{hashlib.sha256(self.files[path]).hexdigest()[:16]}"'


@contextmanager
def publisher() -> Iterator[Publisher]:
    """A publisher that answers until the end."""
    house = Publisher()

    class Counter(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            house.asked.append((self.path, self.headers.get("Range") or ""))
            if self.path in house.moved:
                self.send_response(302)
                self.send_header("Location", house.moved[self.path])
                self.end_headers()
                return
            if self.path not in house.files:
                self.send_error(404)
                return
            whole, start = house.files[self.path], 0
            wanted = re.fullmatch(r"bytes=(\d+)-", self.headers.get("Range") or "")
            if house.parts and wanted and self.headers.get("If-Range") == house.tag(self.path):
                start = int(wanted[1])
                if start >= len(whole):
                    self.send_error(416)
                    return
            self.send_response(206 if start else 200)
            if start:
                self.send_header("Content-Range", f"bytes {start}-{len(whole) - 1}/{len(whole)}")
            if house.tags:
                self.send_header("ETag", house.tag(self.path))
            self.send_header("Content-Length", str(len(whole) - start))
            self.end_headers()
            content = whole[start:]
            if house.breaks_after:
                content = content[: house.breaks_after.pop(0)]
            self.wfile.write(content)

        def log_message(self, format: str, *args: object) -> None:
            """Nothing is written while a test runs."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Counter)
    house.address = f"http://127.0.0.1:{server.server_address[1]}"
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield house
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
