"""The start of the window: its secret, its one address, printed and opened in a browser; and what goes on beside it."""

from __future__ import annotations

import asyncio
import os
import secrets
import sys
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from starlette.middleware import Middleware
from streamlit import cli_util, config
from streamlit.web.server.server_util import get_url

from engine.serving.loopback import NAMES
from pages.parts.shell.clicks import ClicksOnce
from pages.parts.shell.guard import KEY, Guard
from pages.parts.shell.memory import collect_garbage, put_off_collecting, share_heaps
from pages.parts.shell.sending import send_at_once

if TYPE_CHECKING:
    from streamlit.starlette import App

SECRET = secrets.token_urlsafe(32)
NEVER = "nomenclator: the window listens on this computer only; leave out --server.address={}."


@asynccontextmanager
async def announced(app: App) -> AsyncIterator[None]:
    """Prints the address with the secret once the window answers, and opens it where there is a desktop."""
    share_heaps()
    put_off_collecting()
    send_at_once(asyncio.get_running_loop())
    address = f"{get_url(NAMES[0])}/?{urlencode({KEY: SECRET})}"
    print(f"\n  Nomenclator is open to whoever has this address:\n\n  {address}\n", flush=True)
    if not config.get_option("server.headless") and has_desktop():
        cli_util.open_browser(address)
    collecting = asyncio.create_task(collect_garbage())
    threading.Thread(target=_begun, daemon=True).start()
    yield
    collecting.cancel()


def _begun() -> None:
    """Reads what the first page needs while the browser loads; with libraries that the start does not wait for."""
    from pages.parts.shell.warming import warm_up

    warm_up()


def has_desktop() -> bool:
    """Whether a browser can be opened here; a Linux machine without a screen has none."""
    return not sys.platform.startswith("linux") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def guards() -> list[Middleware]:
    """What each request passes first; ends the program when it is to listen to other machines."""
    given = config.get_option("server.address")
    if given not in NAMES:
        sys.exit(NEVER.format(given))
    return [Middleware(Guard, secret=SECRET), Middleware(ClicksOnce)]
