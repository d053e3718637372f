"""The app in its own process, and the Chromium of this machine: for browser tests, latency and pictures."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge")
PLACES = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
    r"C:\Program Files\Google\Chrome\Application\chrome.exe",
    r"C:\Program Files (x86)\Google\Chrome\Application\chrome.exe",
    r"C:\Program Files (x86)\Microsoft\Edge\Application\msedge.exe",
)
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)
STARTS_WITHIN = 90  # seconds


def browser_path() -> str | None:
    """The Chromium or Chrome of this machine, or None."""
    found = next((path for name in NAMES if (path := shutil.which(name))), None)
    return found or next((place for place in PLACES if Path(place).is_file()), None)


@contextmanager
def served(workspace: Path) -> Iterator[str]:
    """The app on `workspace`, started as a person starts it; gives its address and stops it afterwards."""
    with socket.socket() as asked:
        asked.bind(("127.0.0.1", 0))
        port = asked.getsockname()[1]
    command = [sys.executable, "-m", "streamlit", "run", "app.py", "--server.headless=true", f"--server.port={port}"]
    environment = {**os.environ, "NOMENCLATOR_WORKSPACE": str(workspace)}
    address = f"http://127.0.0.1:{port}"
    with subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL) as server:
        try:
            wait_for(f"{address}/_stcore/health", server)
            yield address
        finally:
            server.terminate()
            try:
                server.wait(timeout=10)
            except subprocess.TimeoutExpired:
                server.kill()


def wait_for(address: str, server: subprocess.Popen[Any]) -> None:
    """Return once something answers at `address`; RuntimeError when the server has ended, or after 90 seconds."""
    end = time.monotonic() + STARTS_WITHIN
    while time.monotonic() < end:
        if server.poll() is not None:
            raise RuntimeError(f"The app ended with {server.returncode} before it answered.")
        try:
            with urllib.request.urlopen(address, timeout=2):
                return
        except OSError:
            time.sleep(0.2)
    raise RuntimeError(f"The app did not answer at {address} within {STARTS_WITHIN} seconds.")
