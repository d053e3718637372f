"""Who may talk to the window: this machine, under its own address, with the secret of this start.

A request is refused before Streamlit sees it, which would otherwise look up this machine's address on the network.
"""

from __future__ import annotations

import html
import json
import textwrap
from collections.abc import Iterable
from hmac import compare_digest
from http.cookies import CookieError, SimpleCookie
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl, quote, urlencode

from engine.serving.loopback import answer, own_origin, values_of
from pages.parts.shell.peer import belongs_to_another

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

KEY = "key"
HEADERS = (
    (b"x-frame-options", b"DENY"),
    (b"content-security-policy", b"frame-ancestors 'none'"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
)
FOREIGN = "Nomenclator answers on this computer only, under its own address: open the one printed in the terminal."
CLOSED = "This window is open to whoever started it: open the address printed in the terminal, which ends in its key."
AGAIN = "Nomenclator was started again: open the address printed in the terminal then, which ends in a new key."
OTHER = "The key belongs to another user of this computer: start Nomenclator yourself."
PINGS = "/_stcore/"  # what an open tab asks by itself
LINE = 44  # characters of an answer that stand side by side there
PAGE = '<!doctype html><html lang="en"><meta charset="utf-8"><title>Nomenclator</title>{}</html>'


class Guard:
    """ASGI middleware: foreign names, foreign pages, frames and whoever lacks the cookie of this start stay outside."""

    def __init__(self, app: ASGIApp, secret: str) -> None:
        self.app, self.secret = app, secret

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes on what may enter; opens the door for the address with the secret; refuses all else in a sentence."""
        if scope["type"] not in ("http", "websocket"):
            return await self.app(scope, receive, send)
        if not _ours(scope):
            return await _refuse(scope, send, FOREIGN)
        cookie = f"nomenclator-{scope['server'][1]}"  # cookies know no ports
        if scope["type"] == "http" and (given := _key(scope)):
            if not self._right(given):
                return await _refuse(scope, send, CLOSED)
            if belongs_to_another(scope.get("client"), scope["server"]):
                return await _refuse(scope, send, OTHER)
            return await _admit(scope, send, f"{cookie}={self.secret}; HttpOnly; SameSite=Strict; Path=/")
        secrets = [*_cookies(scope, cookie)]
        if not any(self._right(one) for one in secrets):
            return await _refuse(scope, send, AGAIN if secrets else CLOSED)

        async def framed(message: Message) -> None:
            if message["type"] == "http.response.start":
                message = {**message, "headers": _with_headers(message.get("headers", ()))}
            await send(message)

        await self.app(scope, receive, framed)

    def _right(self, given: str) -> bool:
        return compare_digest(given.encode(), self.secret.encode())


def _ours(scope: Scope) -> bool:
    """Whether the Host is one of ours, and the Origin the very same; a page that is just being opened has none."""
    own, origins = own_origin(scope), values_of(scope, b"origin")
    return bool(own) and (origins == [own] or (scope["type"] == "http" and not origins))


def _key(scope: Scope) -> str:
    """The secret in the address, empty for none."""
    return dict(parse_qsl(scope.get("query_string", b"").decode("latin-1"))).get(KEY, "")


def _cookies(scope: Scope, name: str) -> Iterable[str]:
    for header in values_of(scope, b"cookie"):
        try:
            jar = SimpleCookie(header)
        except CookieError:
            continue
        if name in jar:
            yield jar[name].value


def _with_headers(headers: Iterable[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    framing = HEADERS[0][0]
    return [*((name, value) for name, value in headers if name.lower() != framing), *HEADERS]


async def _admit(scope: Scope, send: Send, cookie: str) -> None:
    """Sets the cookie and sends the browser to the same address without the secret.

    By a page and not by a status of 303: a browser that came from another program keeps a strict cookie back until the
    request comes from a page of ours.
    """
    pairs = parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True)
    rest = urlencode([pair for pair in pairs if pair[0] != KEY])
    clean = "/" + quote(scope["path"].lstrip("/\\")) + (f"?{rest}" if rest else "")
    page = PAGE.format(f'<meta http-equiv="refresh" content="0;url={html.escape(clean)}">')
    await _answer(send, 200, page, "text/html", [(b"set-cookie", cookie.encode())])


async def _refuse(scope: Scope, send: Send, sentence: str) -> None:
    """Says the sentence on a page; to an open tab as JSON, which it shows, where of a 403 it would speak of CORS."""
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1008, "reason": sentence})
    elif scope["path"].startswith(PINGS):
        await _answer(send, 401, json.dumps(textwrap.fill(sentence, LINE)), "application/json", [])
    else:
        await _answer(send, 403, PAGE.format(f"<p>{html.escape(sentence)}</p>"), "text/html", [])


async def _answer(send: Send, status: int, text: str, kind: str, headers: list[tuple[bytes, bytes]]) -> None:
    await answer(send, status, text, kind, _with_headers([(b"cache-control", b"no-store"), *headers]))
