"""Whether what is sent to a browser or a client goes out at once: asked of the server's end of a connection."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

Loop = asyncio.AbstractEventLoop


def sends_at_once(bound: socket.socket, prepare: Callable[[Loop], None] = lambda loop: None) -> bool:
    """Whether a connection to this socket, served by a loop of its own after `prepare`, holds no small message back."""

    async def asked() -> bool:
        loop = asyncio.get_running_loop()
        prepare(loop)
        there: asyncio.Future[int] = loop.create_future()

        class End(asyncio.Protocol):
            def connection_made(self, transport: asyncio.BaseTransport) -> None:
                there.set_result(transport.get_extra_info("socket").getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))

        async with await loop.create_server(End, sock=bound):
            _, writer = await asyncio.open_connection(*bound.getsockname())
            writer.close()
            return bool(await there)

    with ThreadPoolExecutor(1) as thread:  # a test of the window has left a loop running in this one
        return thread.submit(lambda: asyncio.run(asked())).result()
