"""Whose connection it is: any user of a machine can read the secret off the command line that opens the browser."""

from __future__ import annotations

import os
import socket
import struct
from pathlib import Path

TABLE = Path("/proc/net/tcp")


def belongs_to_another(client: tuple[str, int] | None, server: tuple[str, int]) -> bool:
    """Whether the system says that the client's end of a connection belongs to another user than the window.

    False where nothing can be known: only Linux has the table, and only for IPv4 is it read.
    """
    if client is None or not TABLE.exists():
        return False
    try:
        ends = f"{_written(client)} {_written(server)}"
        rows = TABLE.read_text(encoding="ascii").splitlines()[1:]
    except OSError:
        return False
    owners = [int(row.split()[7]) for row in rows if " ".join(row.split()[1:3]) == ends]
    return any(owner != os.getuid() for owner in owners)


def _written(end: tuple[str, int]) -> str:
    """An address and a port as the table has them: hexadecimal, the address in the machine's own order of bytes."""
    (number,) = struct.unpack("=I", socket.inet_aton(end[0]))
    return f"{number:08X}:{end[1]:04X}"
