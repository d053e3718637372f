"""Connections to a socket that was bound before, as Streamlit binds it, wait for no confirmation."""

from __future__ import annotations

import socket

from pages.parts.shell.sending import send_at_once
from tests.connections import sends_at_once


def test_a_connection_sends_at_once() -> None:
    with socket.create_server(("127.0.0.1", 0)) as bound:
        assert sends_at_once(bound, send_at_once)


def test_without_it_a_connection_may_wait() -> None:
    """So the test above would fail without it; where this one fails, the file may go."""
    with socket.create_server(("127.0.0.1", 0)) as bound:
        assert not sends_at_once(bound)
