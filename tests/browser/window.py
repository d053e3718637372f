"""The app in its own process, and the Chromium of this machine: for browser tests, latency and pictures."""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

ROOT = Path(__file__).parents[2]
NAMES = (  # the first draws pages without a window, for two thirds of the processor time
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "msedge",
)
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
def served(workspace: Path, port: int = 0) -> Iterator[str]:
    """The app on `workspace`, started as a person starts it; gives the address that it prints, and stops it afterwards.

    The address ends in the secret of this start; join a page's path to it with urllib.parse.urljoin.
    """
    with started([sys.executable, "-m", "streamlit", "run", "app.py"], workspace, port=port) as (address, _):
        yield address


@contextmanager
def started(
    command: Sequence[str], workspace: Path, environment: Mapping[str, str] | None = None, port: int = 0, **options: Any
) -> Iterator[tuple[str, subprocess.Popen[Any]]]:
    """The address that a command for the window prints, without a browser, and its process; port 0 is a free one."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = port or free.getsockname()[1]
    words = [*command, "--server.headless=true", f"--server.port={port}"]
    variables = {**(os.environ if environment is None else environment), "NOMENCLATOR_WORKSPACE": str(workspace)}
    options = {"cwd": ROOT} | options
    with (
        tempfile.TemporaryDirectory() as folder,
        (Path(folder) / "printed.txt").open("wb") as printed,
        subprocess.Popen(words, env=variables, stdout=printed, **options) as server,
    ):
        try:
            yield printed_address(Path(printed.name), server), server
        finally:
            server.terminate()
            try:
                server.wait(timeout=10)
            except subprocess.TimeoutExpired:
                server.kill()


def printed_address(printed: Path, server: subprocess.Popen[Any]) -> str:
    """The address with the secret, once the window prints it; RuntimeError if it has ended, or after 90 seconds."""
    end = time.monotonic() + STARTS_WITHIN
    while time.monotonic() < end:
        if found := re.search(rb"http://\S+\?key=\S+", printed.read_bytes()):
            return found[0].decode()
        if server.poll() is not None:
            raise RuntimeError(f"The app ended with {server.returncode} before it printed its address.")
        time.sleep(0.02)  # as often as for the page of one field, which a start is compared with
    raise RuntimeError(f"The app printed no address within {STARTS_WITHIN} seconds.")


def new_window(browser: Browser, address: str, **options: Any) -> BrowserContext:
    """A window with cookies of its own, 1280 by 800, that has been let in by the address of the launch."""
    window = browser.new_context(**({"viewport": {"width": 1280, "height": 800}, "base_url": address} | options))
    window.request.get(address)
    return window


@contextmanager
def watched_page(browser: Browser, address: str, outside: list[str], troubles: list[str]) -> Iterator[Page]:
    """A page in a window of its own.

    What it requests beyond this machine is written into `outside`, what its scripts throw into `troubles`.
    """
    window, here = new_window(browser, address), urlsplit(address).netloc
    window.set_default_timeout(30_000)
    page = window.new_page()

    def watch(url: str) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("data", "blob") and parts.netloc != here:
            outside.append(url)

    page.on("request", lambda request: watch(request.url))
    page.on("websocket", lambda socket: watch(socket.url))
    page.on("pageerror", lambda error: troubles.append(str(error)))
    yield page
    window.close()
