"""Memory that sessions no longer use goes back to the machine, while the window is open."""

from __future__ import annotations

import asyncio
import gc

COLLECT_EVERY = 20.0  # seconds


async def collect_garbage() -> None:
    """Collects what sessions left, again and again, and gives back what that freed.

    Streamlit would collect after every run of a script, and nobody is answered meanwhile: with four people at once
    those collections took so much of the time that the first answer came after a minute (runner.postScriptGC is off).
    """
    while True:
        await asyncio.sleep(COLLECT_EVERY)
        from engine.workbench import give_back_memory  # the first page needs it, and the start does not wait for it

        gc.collect()
        await asyncio.to_thread(give_back_memory)
