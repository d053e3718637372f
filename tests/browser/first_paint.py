"""How long until each page stands, on a warm workspace: `python -m tests.browser.first_paint --workspace DIR`.

Not a test: figures for a quiet machine. Every page is opened by its address in a window of its own, as a bookmark
would, first once to warm it and then `--rounds` times. Three medians each, in milliseconds from the click: the first
paint of anything (the browser's own measure), the page's heading with its menu, and the page at rest.
"""

from __future__ import annotations

import argparse
import json
import statistics
from pathlib import Path
from typing import TYPE_CHECKING

from tests.browser.window import FLAGS, browser_path, new_window, served
from tests.menu import MENU

if TYPE_CHECKING:
    from playwright.sync_api import Browser

WATCH = """
window.stood = {};
const look = () => {
  const app = document.querySelector('[data-testid="stApp"]');
  const title = document.querySelector(".stMain h1")?.innerText.trim();
  if (title === "TITLE" && document.querySelector(".st-key-menu a")) window.stood.heading ??= performance.now();
  const rests = app?.dataset.testScriptState === "notRunning" && !document.querySelector('[data-testid="stSkeleton"]');
  if (window.stood.heading && rests) window.stood.rest ??= performance.now();
  if (!window.stood.rest) requestAnimationFrame(look);
};
requestAnimationFrame(look);
"""
PAINTED = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0"


def once(browser: Browser, address: str, script: str, title: str) -> tuple[float, float, float]:
    """First paint, heading and rest of one visit, in milliseconds."""
    window = new_window(browser, address)
    page = window.new_page()
    page.add_init_script(WATCH.replace("TITLE", title))
    page.goto("/" if script == "rankings" else f"/{script}")
    page.wait_for_function("window.stood.rest", timeout=60_000)
    stood = page.evaluate("window.stood")
    painted = float(page.evaluate(PAINTED))
    window.close()
    return painted, stood["heading"], stood["rest"]


def measured(browser: Browser, address: str, rounds: int) -> dict[str, tuple[float, float, float]]:
    """Title -> medians of first paint, heading and rest."""
    found = {}
    for script, title in MENU.items():
        once(browser, address, script, title)
        visits = [once(browser, address, script, title) for _ in range(rounds)]
        found[title] = tuple(statistics.median(values) for values in zip(*visits, strict=True))
    return found


def main() -> None:
    """Prints a line a page, or one JSON object."""
    from playwright.sync_api import sync_playwright

    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--workspace", type=Path, required=True, help="a workspace that is ready")
    parser.add_argument("--rounds", type=int, default=5, help="visits to each page after the first")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    with sync_playwright() as playwright, served(asked.workspace) as address:
        browser = playwright.chromium.launch(executable_path=browser_path(), args=list(FLAGS))
        found = measured(browser, address, asked.rounds)
        browser.close()
    if asked.json:
        print(json.dumps(found))
        return
    print(f"{'page':15} {'first paint':>12} {'heading':>9} {'at rest':>9}   (medians of {asked.rounds}, ms)")
    for title, (painted, heading, rest) in found.items():
        print(f"{title:15} {painted:12.0f} {heading:9.0f} {rest:9.0f}")


if __name__ == "__main__":
    main()
