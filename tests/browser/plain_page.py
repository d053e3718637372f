"""The least that such a page can be: one field, and what was typed below it. The window is measured beside it."""

from __future__ import annotations

import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

# The pause in the typing is that of Rankings, so that what differs is the work.
PAGE = """
import streamlit as st

text = st.text_input("Name", key="q", live="0ms", type="search", bind="query-params")
st.markdown(text)
"""
STARTS_WITHIN = 90  # seconds


@contextmanager
def plain_page() -> Iterator[str]:
    """The address of the page, which answers until the block is left."""
    with plain_server() as (address, _):
        yield address


@contextmanager
def plain_server() -> Iterator[tuple[str, int]]:
    """The address of the page and the process that answers."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with tempfile.TemporaryDirectory() as folder:
        script = Path(folder) / "page.py"
        script.write_text(PAGE, encoding="utf-8")
        words = [sys.executable, "-m", "streamlit", "run", str(script), "--server.headless=true"]
        words += [f"--server.port={port}", "--server.address=127.0.0.1"]
        with subprocess.Popen(words, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as server:
            try:
                _wait(f"http://127.0.0.1:{port}/_stcore/health", server)
                yield f"http://127.0.0.1:{port}", server.pid
            finally:
                server.terminate()
                server.wait(timeout=10)


def _wait(address: str, server: subprocess.Popen[bytes]) -> None:
    end = time.monotonic() + STARTS_WITHIN
    while time.monotonic() < end and server.poll() is None:
        try:
            urlopen(address, timeout=5).close()
        except (URLError, OSError):
            time.sleep(0.02)
        else:
            return
    raise RuntimeError(f"A page of one field did not start within {STARTS_WITHIN} seconds.")
