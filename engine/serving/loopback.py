"""A server that answers this machine alone, under its own address: whether a request names that address, and a reply.

Nothing but Python is imported here: the window's first answer does not wait for the rest of the engine.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from starlette.types import Scope, Send

NAMES = ("127.0.0.1", "localhost")
SCHEMES = {"http": "http", "https": "https", "ws": "http", "wss": "https"}
PORTS = {"http": 80, "https": 443}  # which a browser leaves out


def values_of(scope: Scope, header: bytes) -> list[str]:
    """What a request has under a header, as often as that is there."""
    return [value.decode("latin-1") for name, value in scope["headers"] if name.lower() == header]


def own_origin(scope: Scope) -> str:
    """The origin of this server as its one Host header names it, http://127.0.0.1:8501; "" where it names another."""
    scheme, port = SCHEMES[scope.get("scheme", "http")], scope["server"][1]
    hosts = values_of(scope, b"host")
    ours = {f"{name}:{port}" for name in NAMES} | ({*NAMES} if port == PORTS[scheme] else set())
    return f"{scheme}://{hosts[0]}" if len(hosts) == 1 and hosts[0] in ours else ""


async def answer(send: Send, status: int, text: str, kind: str, headers: Iterable[tuple[bytes, bytes]]) -> None:
    """Send a text of a kind, such as text/plain, as the whole reply, with these headers."""
    body = text.encode()
    given = [(b"content-type", f"{kind}; charset=utf-8".encode()), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": [*given, *headers]})
    await send({"type": "http.response.body", "body": body})
