"""What the window sends goes out at once, and does not wait until the browser has confirmed what was sent before."""

from __future__ import annotations

import asyncio
import socket
from typing import Any


def send_at_once(loop: asyncio.AbstractEventLoop) -> None:
    """Sets TCP_NODELAY for every connection to a socket that this loop is given to listen on from now on.

    asyncio sets it where a socket says that it is TCP's; Streamlit binds its own and does not say so. A small message
    then waits until the one before is confirmed, which a browser puts off by 40 ms: longer than a ranking takes.
    """
    listen = loop.create_server

    async def listening(*args: Any, **given: Any) -> asyncio.Server:
        bound = given.get("sock")
        if bound is not None and bound.family in (socket.AF_INET, socket.AF_INET6):
            bound.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # connections inherit it
        return await listen(*args, **given)

    loop.create_server = listening  # type: ignore[method-assign]
