"""What sessions left is collected beside them, and not after every run of a script."""

from __future__ import annotations

import asyncio
import ctypes
import gc
import os
import subprocess
import sys
import tomllib
import weakref
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from engine.device import give_back_memory
from pages.parts.shell import memory

SETTINGS = Path(__file__).parents[4] / ".streamlit" / "config.toml"


class Left:
    """Something that holds itself."""

    def __init__(self) -> None:
        self.itself = self


def test_a_circle_that_nobody_holds_is_collected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "COLLECT_EVERY", 0.01)
    left = weakref.ref(Left())

    async def some_time() -> None:
        collecting = asyncio.create_task(memory.collect_garbage())
        while left() is not None:
            await asyncio.sleep(0.01)
        collecting.cancel()

    gc.disable()
    try:
        with ThreadPoolExecutor(1) as apart:  # a browser test of this process may have left its own loop running
            apart.submit(lambda: asyncio.run(asyncio.wait_for(some_time(), 30))).result()
    finally:
        gc.enable()
    assert left() is None


def test_no_run_of_a_script_waits_for_a_collection_or_goes_through_a_tree_of_python() -> None:
    assert tomllib.loads(SETTINGS.read_text(encoding="utf-8"))["runner"] == {
        "postScriptGC": False,
        "magicEnabled": False,
    }


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="how much memory is held is read as on Linux")
def test_what_a_thread_freed_between_what_it_holds_goes_back() -> None:
    held: list[bytes] = []

    def holes() -> None:
        pieces = [b"x" * 60_000 for _ in range(3_000)]  # as small as an answer's arrays, below what is mapped alone
        held.extend(pieces[::4])

    with ThreadPoolExecutor(1) as apart:
        apart.submit(holes).result()
    before = _resident()
    give_back_memory()

    assert before - _resident() > 100e6
    assert len(held) == 750


HEAPS = """
import ctypes, sys, threading
from pages.parts.shell.memory import share_heaps

share_heaps()
barrier, held = threading.Barrier(16), []

def run():
    barrier.wait()
    held.append([bytes(60_000 + place) for place in range(200)])
    barrier.wait()

threads = [threading.Thread(target=run) for _ in range(16)]
[thread.start() for thread in threads]
[thread.join() for thread in threads]
libc = ctypes.CDLL(None)
libc.fopen.restype = ctypes.c_void_p
file = ctypes.c_void_p(libc.fopen(sys.argv[1].encode(), b"w"))
libc.malloc_info(0, file)
libc.fclose(file)
"""


@pytest.mark.skipif(not hasattr(ctypes.CDLL(None), "malloc_info"), reason="another C library has heaps of its own")
def test_threads_share_two_heaps(tmp_path: Path) -> None:
    """Each run of a page is a thread: with eight heaps a core, memory grew by a tenth in ten minutes."""
    report = tmp_path / "heaps.xml"
    subprocess.run([sys.executable, "-c", HEAPS, str(report)], cwd=SETTINGS.parents[1], check=True)
    assert 1 <= report.read_text(encoding="ascii").count("<heap nr=") <= memory.MOST_HEAPS


def _resident() -> int:
    return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")
