"""Memory that sessions no longer use goes back to the machine, while the window is open; not while it starts."""

from __future__ import annotations

import asyncio
import ctypes
import gc
from contextlib import suppress

COLLECT_EVERY = 20.0  # seconds
HEAPS, MOST_HEAPS = -8, 2  # M_ARENA_MAX of glibc's malloc.h, and how many there may be


def share_heaps() -> None:
    """Lets the threads of this program share two heaps (glibc; elsewhere nothing is done).

    By default there are eight a core. Each run of a page is a thread, which leaves what it keeps in the heap that it
    happened upon: as many have holes around it, and the memory grows by a tenth in a few hundred queries.
    """
    with suppress(AttributeError, OSError, TypeError):
        ctypes.CDLL(None).mallopt(HEAPS, MOST_HEAPS)


def put_off_collecting() -> None:
    """Collects no garbage until `collect_garbage` or the first answer does: libraries and indexes that are being read
    are none, and walking over their objects took a fifth of the start."""
    gc.disable()


async def collect_garbage() -> None:
    """Collects what sessions left, again and again, and gives back what that freed.

    Streamlit would collect after every run of a script, and nobody is answered meanwhile: with four people at once
    those collections took so much of the time that the first answer came after a minute (runner.postScriptGC is off).
    """
    while True:
        await asyncio.sleep(COLLECT_EVERY)
        from engine.workbench import give_back_memory  # the first page needs it, and the start does not wait for it

        gc.enable()
        gc.collect()
        await asyncio.to_thread(give_back_memory)
