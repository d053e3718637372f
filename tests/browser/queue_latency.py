"""How long after a decision the next line stands there: `python -m tests.browser.queue_latency --help`.

Not a test: a figure for a quiet machine. It opens a file of answers on the page Normalise, decides line after line by
keyboard, and measures in the browser from the key going down to the frame in which the next line stands with its
candidates, and to the moment in which the decision is kept.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
from pathlib import Path

from tests.browser.window import FLAGS, browser_path, served

KEYS = "anspfa"
WATCH = """
window.pressed = 0;
window.addEventListener("keydown", () => { window.pressed = performance.now(); }, true);
window.desk = () => [...document.querySelectorAll('[data-testid="stBidiComponentIsolated"]')]
  .map((one) => one.shadowRoot?.querySelector(".desk")).find(Boolean);
window.next = (line) => new Promise((resolve) => {
  let drawn = 0;
  const look = () => {
    const desk = window.desk();
    const there = desk && desk.dataset.line !== line && desk.querySelector(".columns");
    if (there && !drawn) drawn = performance.now() - window.pressed;
    if (drawn && desk.dataset.kept === "true") resolve([drawn, performance.now() - window.pressed]);
    else requestAnimationFrame(look);
  };
  look();
});
"""


def summed(taken: list[float]) -> dict[str, int]:
    """Median, 95th percentile and maximum, in whole milliseconds."""
    figures = {"median_ms": statistics.median(taken), "p95_ms": statistics.quantiles(taken, n=20)[-1]}
    return {name: round(value) for name, value in (figures | {"most_ms": max(taken)}).items()}


def main() -> int:
    """Prints one JSON object: figures from key to next line, from key to kept, and at full speed."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument(
        "--workspace", type=Path, required=True, help="a workspace with an answered file; it is changed"
    )
    parser.add_argument("--file", type=int, required=True, help="the number of the file, as in the address")
    parser.add_argument("--lines", type=int, default=60, help="how many lines are decided")
    chosen = parser.parse_args()
    path = browser_path()
    if path is None:
        print("There is no Chromium or Chrome on this machine.", file=sys.stderr)
        return 2
    from playwright.sync_api import sync_playwright

    with served(chosen.workspace) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        page.set_default_timeout(60_000)
        page.add_init_script(WATCH)
        page.goto(f"{address}&file={chosen.file}".replace("/?", "/normalise?"))
        page.locator(".columns").wait_for()
        page.wait_for_timeout(3_000)
        drawn, kept = [], []
        for turn in range(chosen.lines):
            line = page.evaluate("window.desk().dataset.line")
            page.keyboard.press(KEYS[turn % len(KEYS)])
            here, there = page.evaluate("line => window.next(line)", line)
            drawn.append(here)
            kept.append(there)
        browser.close()
    print(json.dumps({"lines": chosen.lines, "next line": summed(drawn), "kept": summed(kept)}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
