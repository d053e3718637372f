"""How long after the last keystroke the answer stands on the screen: `python -m tests.browser.latency --help`.

Not a test: a figure for a quiet machine. It opens the app on a workspace, chooses encoders, types names as a person
would, their last letters key by key, and measures in the browser from the last key going down to the frame in which the
ranking of exactly that text has been drawn. Beside it the same in a page of one field that repeats what is typed.
"""

from __future__ import annotations

import argparse
import json
import re
import statistics
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from tests.browser.plain_page import plain_page
from tests.browser.window import FLAGS, browser_path, served

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

NAMES = (
    "heart attack", "shortness of breath", "kidney stones", "type 2 diabetes mellitus", "broken wrist", "hay fever",
    "water on the brain", "high blood pressure", "stomach ulcer", "seizure disorder", "loss of smell", "cleft palate",
    "chronic obstructive pulmonary disease", "sickle cell anaemia", "blurred vision", "burn of the left hand",
    "congenital heart defect", "low back pain", "ringing in the ears", "iron deficiency", "swollen lymph nodes",
    "underactive thyroid", "crohn disease", "hip dysplasia", "night sweats",
)  # fmt: skip
LAST = 6  # letters of a name that are typed key by key; those before them are there at once
LOOK = """(text) => new Promise((resolve) => {{
  const look = () => {{
    if ({shown} === text) resolve(performance.now() - window.typed);
    else requestAnimationFrame(look);
  }};
  look();
}})"""
ANSWER = LOOK.format(
    shown="""[...document.querySelectorAll('[data-testid="stBidiComponentIsolated"]')]
      .map((one) => one.shadowRoot?.querySelector(".table")).find(Boolean)?.dataset.query"""
)
REPEATED = LOOK.format(shown="""document.querySelector('[data-testid="stMarkdown"]')?.innerText.trim()""")
WATCH = f"""
window.typed = 0;
document.addEventListener("keydown", () => {{ window.typed = performance.now(); }}, true);
window.answer = {ANSWER};
"""


def measured(page: Page, encoders: int, rounds: int) -> list[float]:
    """Milliseconds from the last keystroke to the drawn answer, one a name typed; the first round only warms up."""
    box = page.get_by_role("searchbox")
    box.wait_for()
    chooser = page.get_by_role("combobox", name="Encoders, side by side")
    chosen = page.get_by_role("button", name=re.compile("^Remove "))
    chosen.first.wait_for()
    page.wait_for_timeout(3_000)
    while (already := chosen.count()) < encoders:
        chooser.click()
        page.get_by_role("option").first.click()
        chooser.press("Escape")  # an open list hides the rest of the page from roles
        chosen.nth(already).wait_for()
    taken = []
    for turn in range(rounds + 1):
        for name in NAMES:
            milliseconds = answered(page, box, name, "window.answer")
            if turn:
                taken.append(milliseconds)
    return taken


def answered(page: Page, box: Locator, name: str, look: str) -> float:
    """Types a name, and gives the milliseconds until what the script looks for is there.

    It looks from before the last letters on: the typing ends a pause after the last one, when the answer may stand
    there already. Whole, key by key, a hundred names would take minutes in which nothing is measured.
    """
    box.fill(name[:-LAST])
    page.evaluate(f"text => {{ window.there = ({look})(text); }}", name)
    box.press_sequentially(name[-LAST:], delay=90)
    milliseconds: float = page.evaluate("() => window.there")
    return milliseconds


def measured_plain(page: Page) -> list[float]:
    """Milliseconds from the last keystroke in a page of one field until it repeats the text, one a name typed."""
    box = page.get_by_role("searchbox")
    box.wait_for()
    return [answered(page, box, name, REPEATED) for name in NAMES][1:]


def main() -> int:
    """Prints one JSON object: the number of names typed, and the median, 95th percentile and maximum in ms."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--workspace", type=Path, required=True, help="a workspace that is ready")
    parser.add_argument("--encoders", type=int, default=2, help="encoders side by side (it must have as many)")
    parser.add_argument("--rounds", type=int, default=3, help="how often the 25 names are typed")
    chosen = parser.parse_args()
    path = browser_path()
    if path is None:
        print("There is no Chromium or Chrome on this machine.", file=sys.stderr)
        return 2
    from playwright.sync_api import sync_playwright

    with served(chosen.workspace) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        page.add_init_script(WATCH)
        page.goto(address)
        taken = sorted(measured(page, chosen.encoders, chosen.rounds))
        with plain_page() as plain:
            page.goto(plain)
            repeated = measured_plain(page)
        browser.close()
    figures = {
        "encoders": chosen.encoders,
        "typed": len(taken),
        "median_ms": round(statistics.median(taken)),
        "p95_ms": round(statistics.quantiles(taken, n=20)[-1]),
        "most_ms": round(taken[-1]),
        "plain_page_ms": round(statistics.median(repeated)),
    }
    print(json.dumps(figures))
    return 0


if __name__ == "__main__":
    sys.exit(main())
