"""Memory that sessions no longer use goes back to the machine, while the window is open."""

from __future__ import annotations

import asyncio
import ctypes
import gc
from contextlib import suppress

COLLECT_EVERY = 20.0  # seconds


async def collect_garbage() -> None:
    """Collects what sessions left, again and again, and gives back what that freed.

    Streamlit would collect after every run of a script, and nobody is answered meanwhile: with four people at once
    those collections took so much of the time that the first answer came after a minute (runner.postScriptGC is off).
    """
    while True:
        await asyncio.sleep(COLLECT_EVERY)
        gc.collect()
        await asyncio.to_thread(give_back)


def give_back() -> None:
    """Returns freed memory to the system, where the C library keeps it for each thread that ever used it (glibc).

    Each run of a script is a thread of its own, and an answer's arrays leave holes in the heap of its thread.
    """
    with suppress(AttributeError, OSError, TypeError):  # another C library: there is nothing to do
        ctypes.CDLL(None).malloc_trim(0)
