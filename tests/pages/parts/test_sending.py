"""Connections to a socket that was bound before, as Streamlit binds it, wait for no confirmation."""

from __future__ import annotations

import asyncio
import socket

from pages.parts.shell.sending import send_at_once


async def waits(bound: socket.socket, at_once: bool) -> bool:
    """Whether the server's end of a connection holds small messages back."""
    loop = asyncio.get_running_loop()
    if at_once:
        send_at_once(loop)
    there: asyncio.Future[bool] = loop.create_future()

    class End(asyncio.Protocol):
        def connection_made(self, transport: asyncio.BaseTransport) -> None:
            its = transport.get_extra_info("socket")
            there.set_result(not its.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
            transport.close()

    server = await loop.create_server(End, sock=bound)
    _, writer = await asyncio.open_connection(*bound.getsockname())
    try:
        return await there
    finally:
        writer.close()
        server.close()


def test_a_connection_sends_at_once() -> None:
    with socket.socket() as bound:
        bound.bind(("127.0.0.1", 0))
        assert not asyncio.run(waits(bound, at_once=True))


def test_without_it_a_connection_may_wait() -> None:
    """So the test above would fail without it; where this one fails, the file may go."""
    with socket.socket() as bound:
        bound.bind(("127.0.0.1", 0))
        assert asyncio.run(waits(bound, at_once=False))
