"""How much memory the window holds after a while of use: `python -m tests.browser.memory --workspace DIR`.

Not a test: figures for a quiet machine. One person types names under every encoder that is given, opens the pages in
turn and goes back, for so many minutes. The figures are the memory of the window's process, in bytes, at the end and at
the most, and that of a page of one field.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path
from urllib.parse import urlencode, urljoin

from tests.browser.latency import NAMES
from tests.browser.plain_page import plain_server
from tests.browser.window import FLAGS, browser_path, started

WINDOW = (sys.executable, "-m", "streamlit", "run", "app.py")
PAGES = ("terminologies", "models", "compare", "map", "labels", "place", "normalise", "audit", "history")
PAUSE = 300  # milliseconds between two steps of a person
MOST = 120_000  # milliseconds that are waited


def resident(pid: int) -> int:
    """The memory of a process and those that it started, in bytes."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()
    own = int(Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1]) * 4096
    return own + sum(resident(int(child)) for child in children)


def used(workspace: Path, encoders: list[str], minutes: float) -> dict[str, float]:
    """The window's memory after so many minutes, and the most it was."""
    from playwright.sync_api import sync_playwright

    sizes, turns = [], 0
    with started(WINDOW, workspace) as (address, process), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_path(), args=list(FLAGS))
        window = browser.new_context(viewport={"width": 1280, "height": 800})
        window.request.get(address)
        page = window.new_page()
        page.set_default_timeout(MOST)
        ends = time.monotonic() + 60 * minutes
        while time.monotonic() < ends or not turns:
            for name in NAMES:
                page.goto(urljoin(address, "/?" + urlencode({"q": name, "with": encoders}, doseq=True)))
                page.locator("button.row").first.wait_for()
                page.wait_for_timeout(PAUSE)
                sizes.append(resident(process.pid))
                if time.monotonic() > ends and turns:
                    break
            for one in PAGES:
                page.goto(urljoin(address, f"/{one}"))
                page.get_by_role("heading").first.wait_for()
                page.wait_for_timeout(PAUSE)
                sizes.append(resident(process.pid))
            turns += 1
        browser.close()
    return {"minutes": minutes, "turns": turns, "memory bytes": sizes[-1], "most bytes": max(sizes)}


def plain_bytes() -> int:
    """The memory of a page of one field that was opened once."""
    from playwright.sync_api import sync_playwright

    with plain_server() as (address, pid), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_path(), args=list(FLAGS))
        page = browser.new_page()
        page.goto(address)
        page.get_by_role("searchbox").wait_for()
        browser.close()
        return resident(pid)


def main() -> int:
    """Prints one JSON object."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("--workspace", type=Path, required=True, help="a workspace that is ready")
    parser.add_argument("--encoders", nargs="+", required=True, help="their ids, side by side")
    parser.add_argument("--minutes", type=float, default=60.0)
    chosen = parser.parse_args()
    if browser_path() is None or not Path("/proc/self/statm").is_file():
        print("There is no Chromium or Chrome, or no /proc, on this machine.", file=sys.stderr)
        return 2
    found = used(chosen.workspace, chosen.encoders, chosen.minutes)
    print(json.dumps(found | {"plain_page_bytes": plain_bytes()}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
