"""The server: on loopback alone, with a new token in its path at each start."""

from __future__ import annotations

import secrets
import socket
from collections.abc import Collection
from dataclasses import dataclass
from urllib.parse import urlsplit

from engine.errors import BadInput, Unavailable
from engine.serving.loopback import NAMES
from engine.workbench import Workbench

WAITING = 64  # connections that may wait to be taken


@dataclass(frozen=True)
class Listening:
    """A socket of this machine that is bound, and the address under which it answers."""

    socket: socket.socket
    token: str
    address: str


def listen(port: int) -> Listening:
    """Bind a port of the loopback address, 0 for any that is free; Unavailable where it is taken."""
    if not 0 <= port < 2**16:
        raise BadInput(f"{port} is no port; choose one from 1024 to 65535, or 0 for any.")
    # asyncio sends at once, and does not wait 40 ms for the other side, where the socket says that it is TCP's
    bound = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.bind((NAMES[0], port))
        bound.listen(WAITING)
    except OSError as error:
        bound.close()
        raise Unavailable(f"Port {port} cannot be used ({error.strerror}); choose another one with --port.") from None
    token = secrets.token_urlsafe(24)
    return Listening(bound, token, f"http://{NAMES[0]}:{bound.getsockname()[1]}/{token}")


def check_origins(origins: Collection[str]) -> None:
    """BadInput for what is no origin, such as http://127.0.0.1:3333."""
    for origin in origins:
        parts = urlsplit(origin)
        whole = f"{parts.scheme}://{parts.netloc}"
        if parts.scheme not in ("http", "https") or not parts.hostname or whole != origin or not origin.isascii():
            raise BadInput(f"“{origin[:200]}” is no origin; write it as http://127.0.0.1:3333, without a path.")


def run(workbench: Workbench, listening: Listening, origins: Collection[str] = ()) -> None:
    """Answer until the process is asked to stop."""
    import uvicorn

    from engine.serving.application import application

    app = application(workbench, listening.token, origins)
    settings = uvicorn.Config(
        app, log_level="warning", access_log=False, server_header=False, proxy_headers=False, ws="none"
    )
    try:
        uvicorn.Server(settings).run(sockets=[listening.socket])
    except KeyboardInterrupt:  # how it ends
        pass
    finally:
        listening.socket.close()
