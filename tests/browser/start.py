"""How long from the start of the window to its first ranking: `python -m tests.browser.start --workspace DIR`.

Not a test: figures for a quiet machine. The browser is open already; the clock runs from `streamlit run` until the
ranking of a name stands on the screen, on a workspace that was opened before. Beside it a page of one field that
repeats what is typed, started and opened in the same way.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from tests.browser.latency import WATCH
from tests.browser.plain_page import plain_page
from tests.browser.window import FLAGS, browser_path, served

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

NAME = "heart attack"
MOST = 120_000  # milliseconds that are waited


@contextmanager
def opened(browser: Browser) -> Iterator[Page]:
    """A page with cookies of its own."""
    window = browser.new_context(viewport={"width": 1280, "height": 800})
    page = window.new_page()
    page.set_default_timeout(MOST)
    yield page
    window.close()


def to_ranking(browser: Browser, workspace: Path) -> float:
    """Seconds from the start of the window to the ranking of a name."""
    with opened(browser) as page:
        page.add_init_script(WATCH)
        started = time.perf_counter()
        with served(workspace) as address:
            page.goto(f"{address}&{urlencode({'q': NAME})}", wait_until="commit")  # which lets it in and sends it on
            page.wait_for_url(lambda url: "key=" not in url, wait_until="commit")
            page.evaluate("text => window.answer(text)", NAME)
            return time.perf_counter() - started


def to_plain_page(browser: Browser) -> float:
    """Seconds from the start of a page of one field to its answer."""
    with opened(browser) as page:
        started = time.perf_counter()
        with plain_page() as address:
            page.goto(f"{address}/?{urlencode({'q': NAME})}", wait_until="commit")
            page.get_by_test_id("stMarkdown").get_by_text(NAME, exact=True).wait_for()
            return time.perf_counter() - started


def main() -> int:
    """Prints one JSON object: seconds to the first ranking, and to the answer of the plain page."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("--workspace", type=Path, required=True, help="a workspace that is ready")
    parser.add_argument("--rounds", type=int, default=5, help="starts after the first")
    chosen = parser.parse_args()
    path = browser_path()
    if path is None:
        print("There is no Chromium or Chrome on this machine.", file=sys.stderr)
        return 2
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        to_ranking(browser, chosen.workspace)  # warms it up
        ours = [to_ranking(browser, chosen.workspace) for _ in range(chosen.rounds)]
        plain = [to_plain_page(browser) for _ in range(min(3, chosen.rounds))]
        browser.close()
    figures = {"rounds": chosen.rounds, "first_ranking_s": statistics.median(ours), "most_s": max(ours)}
    print(json.dumps(figures | {"plain_page_s": statistics.median(plain)}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
