"""Who may ask: this machine, under its own address, with the token of this start; of pages only those named."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from hmac import compare_digest
from typing import TYPE_CHECKING

from engine.serving.loopback import answer, own_origin, values_of

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

FRAMED = "x-may-be-framed"  # set by the application for the door, which takes it off
FOREIGN = "Nomenclator answers on this computer only, under its own address: use the one that “serve” printed."
CLOSED = "There is nothing at this address: use the one that “serve” printed, which has the token of this start."
UNNAMED = "Pages of {} are not let in; start “serve” with --allow-origin {}."
HEADERS = (
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cache-control", b"no-store"),
)
CONTENT = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors {}"
LOCAL = "http://127.0.0.1:* http://localhost:*"


class Door:
    """Middleware: a foreign name, a page that is not named, or a wrong token stays outside; replies get headers."""

    def __init__(self, app: ASGIApp, token: str, origins: Collection[str] = ()) -> None:
        self.app, self.token, self.origins = app, token, frozenset(origins)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes on what may enter, with the headers that its reply needs; refuses all else in a sentence."""
        if scope["type"] == "lifespan":
            return await self.app(scope, receive, send)
        if scope["type"] != "http":
            return await send({"type": "websocket.close", "code": 1008, "reason": FOREIGN})
        own, origins = own_origin(scope), values_of(scope, b"origin")
        if not own:
            return await _refuse(send, 403, FOREIGN)
        origin = origins[0] if origins else ""
        if len(origins) > 1 or (origin and origin not in self.origins and origin != own):
            name = origin[:200] if origin.isprintable() else "that origin"
            return await _refuse(send, 403, UNNAMED.format(name, name))
        given = scope["path"].removeprefix("/").partition("/")[0]
        if not compare_digest(given.encode(), self.token.encode()):
            return await _refuse(send, 404, CLOSED)
        named = origin if origin in self.origins else ""
        if scope["method"] == "OPTIONS" and named:
            return await _answer(send, 204, "", _cors(named))

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                message = {**message, "headers": self._with_headers(message.get("headers", ()), named)}
            await send(message)

        await self.app(scope, receive, guarded)

    def _with_headers(self, headers: Iterable[tuple[bytes, bytes]], named: str) -> list[tuple[bytes, bytes]]:
        given = [(name.lower(), value) for name, value in headers]
        framed = any(name == FRAMED.encode() for name, _ in given)
        ancestors = " ".join([LOCAL, *sorted(self.origins)]) if framed else "'none'"
        app_headers = [pair for pair in given if pair[0] != FRAMED.encode()]
        more = [(b"content-security-policy", CONTENT.format(ancestors).encode("latin-1"))]
        if not framed:
            more.append((b"x-frame-options", b"DENY"))
        return [*app_headers, *HEADERS, *more, *_cors(named)]


def _cors(origin: str) -> list[tuple[bytes, bytes]]:
    if not origin:
        return [(b"vary", b"Origin")]
    return [
        (b"vary", b"Origin"),
        (b"access-control-allow-origin", origin.encode("latin-1")),
        (b"access-control-allow-methods", b"GET, POST"),
        (b"access-control-allow-headers", b"Content-Type"),
    ]


async def _refuse(send: Send, status: int, sentence: str) -> None:
    await _answer(send, status, sentence + "\n", [])


async def _answer(send: Send, status: int, text: str, more: list[tuple[bytes, bytes]]) -> None:
    await answer(send, status, text, "text/plain", [*HEADERS, (b"x-frame-options", b"DENY"), *more])
