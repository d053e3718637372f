"""Asks the application as a server would, in this process."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Collection
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote, urlencode

from engine.serving.application import application
from engine.workbench import Workbench

TOKEN, PORT = "token-of-the-test", 8610
FORM = "application/x-www-form-urlencoded"


@dataclass(frozen=True)
class Answered:
    """A response, read whole."""

    status: int
    headers: dict[str, str]
    text: str

    @property
    def json(self) -> Any:
        return json.loads(self.text)


class Visitor:
    """Another program that asks; `base` is what its addresses begin with."""

    base = f"http://127.0.0.1:{PORT}/{TOKEN}"

    def __init__(self, workbench: Workbench, origins: Collection[str] = ()) -> None:
        self.app = application(workbench, TOKEN, origins)

    def get(self, path: str, headers: dict[str, str] | None = None, **values: str) -> Answered:
        return self.send("GET", f"/{TOKEN}{path}", urlencode(values).encode(), b"", headers or {})

    def post(self, path: str, headers: dict[str, str] | None = None, **values: str) -> Answered:
        given = {"content-type": FORM, **(headers or {})}
        return self.send("POST", f"/{TOKEN}{path}", b"", urlencode(values).encode(), given)

    def send(self, method: str, path: str, query: bytes, body: bytes, headers: dict[str, str]) -> Answered:
        """One request; `path` is decoded."""
        given = {"host": f"127.0.0.1:{PORT}", **headers}
        scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": path,
            "raw_path": quote(path).encode(),
            "root_path": "",
            "query_string": query,
            "headers": [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in given.items()],
            "client": ("127.0.0.1", 50_000),
            "server": ("127.0.0.1", PORT),
        }
        sent: list[dict[str, Any]] = []

        async def receive() -> dict[str, Any]:
            return {"type": "http.request", "body": body, "more_body": False}

        async def send(message: dict[str, Any]) -> None:
            sent.append(message)

        with ThreadPoolExecutor(1) as apart:  # a browser test of this process may have left its own loop running
            apart.submit(lambda: asyncio.run(self.app(scope, receive, send))).result()  # type: ignore[arg-type]
        start = next(one for one in sent if one["type"] == "http.response.start")
        content = b"".join(one.get("body", b"") for one in sent if one["type"] == "http.response.body")
        found = {name.decode().lower(): value.decode("latin-1") for name, value in start["headers"]}
        return Answered(start["status"], found, content.decode("utf-8"))
