"""What a person does and sees in the window, as steps of a story."""

from __future__ import annotations

import os
import re
import time
from contextlib import suppress
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import FloatRect, Locator, Page, expect

TRAINING = 300_000  # milliseconds that a slow machine may take
PICTURES = Path(__file__).parents[2] / "docs" / "pictures"
expect.set_options(timeout=30_000)  # other work may share the machine
SETTLED = """began => {
  const app = document.querySelector('[data-testid="stApp"]'), now = performance.now();
  const still = app && app.dataset.testScriptState === "notRunning" && !document.querySelector('[data-stale="true"]')
    && !document.querySelector('[data-testid="stSpinner"]');
  if (window.settling?.began !== began) window.settling = { began, since: now };
  if (!still) window.settling.since = now;
  return now - window.settling.since >= 250;
}"""


def heading(page: Page, title: str, timeout: float = 30_000) -> None:
    """Waits until the page with this title stands."""
    expect(page.get_by_role("heading", level=1)).to_have_text(title, timeout=timeout)


def go(page: Page, title: str) -> None:
    """By the menu, as a person would, so that the session lives on."""
    page.get_by_test_id("stSidebar").get_by_role("link", name=title, exact=True).click()
    heading(page, title)


def settled(page: Page) -> None:
    """Waits until the page has been at rest for a quarter of a second, in which what was pressed gets to the server."""
    page.wait_for_function(SETTLED, arg=time.monotonic(), timeout=60_000, polling=50)


def pressed(page: Page, key: str) -> None:
    """Presses the key of a button once the window hears it, which is when the page has come to rest."""
    settled(page)
    page.keyboard.press(key)


def search(page: Page, text: str) -> Locator:
    """Types into the search box; gives the rows of the ranking for exactly this text."""
    box = page.get_by_role("searchbox")
    box.fill("")
    box.press_sequentially(text, delay=15)
    expect(page.get_by_role("heading", level=1)).to_have_text("Rankings")
    page.wait_for_function("text => document.querySelector('.st-key-q input').value === text", arg=text)
    rows = page.locator("button.row")
    expect(page.locator(f'.table[data-query="{text}"]')).to_be_visible()
    return rows


def number(page: Page, label: str, value: float) -> None:
    """Types a number into a field."""
    field = page.get_by_label(label, exact=True).first
    field.fill(str(value))
    field.press("Enter")
    expect(field).to_have_value(str(value))


def bar(page: Page) -> float:
    """How far the bar of the run on the page stands, 0 to 1; 0 where none is drawn yet."""
    bars = page.locator(".stMain [role=progressbar]")
    return float(bars.first.get_attribute("aria-valuenow") or 0) / 100 if bars.count() else 0.0


def form_of_a_training(page: Page) -> None:
    """Turns the page Train to what is set up, wherever it stood."""
    page.locator(".st-key-train_view").get_by_text("Set up", exact=True).click()
    expect(page.get_by_role("button", name="Start training")).to_be_visible()


def cancel_run(page: Page) -> None:
    """Cancels what is going on; pressed again where a click on a busy machine went lost."""
    cancel = page.locator(".stMain").get_by_role("button", name="Cancel")
    told = page.get_by_text("was cancelled")
    expect(cancel).to_be_visible()
    for _ in range(4):
        if cancel.is_visible():
            cancel.click()
        with suppress(AssertionError):
            expect(told).to_be_visible(timeout=20_000)
            return
    expect(told).to_be_visible()


def nothing_trains(page: Page) -> None:
    """Goes to the page Train and cancels what an earlier try of a test has left going on there."""
    go(page, "Train")
    page.locator(".st-key-train_view").get_by_text("Watch", exact=True).click()
    settled(page)
    if page.locator(".stMain").get_by_role("button", name="Cancel").is_visible():
        cancel_run(page)


def small_recipe(page: Page, seed: int) -> None:
    """A recipe that trains in seconds: five names a class, a narrow hidden layer and two epochs, by the page's own
    settings. A picture of it shows a whole curve."""
    number(page, "Names a class (k)", 5)
    number(page, "Seed", seed)
    _advanced(page)
    number(page, "Hidden units", 256)
    number(page, "Patience", 3)
    if not remade():
        number(page, "Most epochs", 2)


def long_recipe(page: Page) -> None:
    """A recipe that trains for minutes on the fastest machine, for tests that reload, cancel or kill on the way."""
    _advanced(page)
    number(page, "Patience", 400)
    number(page, "Most epochs", 400)


def _advanced(page: Page) -> None:
    details = page.locator("details", has_text="Advanced settings")
    if details.get_attribute("open") is None:
        details.locator("summary").click()


def finished(page: Page) -> None:
    """Waits until the training on the page has made its version."""
    expect(page.get_by_role("heading", name=re.compile("^Done: "))).to_be_visible(timeout=TRAINING)


def picture(page: Page, name: str, clip: FloatRect | None = None) -> None:
    """Remakes a picture of the documentation when NOMENCLATOR_PICTURES=1, in 128 colours so that it stays small.

    clip: the part of the window that it shows.
    """
    if remade():
        page.locator(".stMain").evaluate("main => main.scrollTo(0, 0)")
        page.mouse.move(900, 20)
        page.wait_for_timeout(1_500)
        with Image.open(BytesIO(page.screenshot(clip=clip))) as whole:
            _save(whole, name)


def strip(page: Page, *parts: Locator) -> Image.Image:
    """What stands in these parts of the page, one below the other."""
    page.mouse.move(900, 20)
    page.wait_for_timeout(500)
    return _stacked([Image.open(BytesIO(part.screenshot())) for part in parts])


def picture_of(strips: list[Image.Image], name: str) -> None:
    """A picture of the documentation made of strips, one below the other; none where no strip was taken."""
    if strips:
        _save(_stacked(strips), name)


def remade() -> bool:
    """Whether the pictures of the documentation are remade."""
    return os.environ.get("NOMENCLATOR_PICTURES") == "1"


def _stacked(parts: list[Image.Image]) -> Image.Image:
    width, gap = max(one.width for one in parts), 10
    whole = Image.new("RGB", (width, sum(one.height + gap for one in parts)), "white")
    at = 0
    for one in parts:
        whole.paste(one.convert("RGB"), (0, at))
        at += one.height + gap
    return whole


def _save(whole: Image.Image, name: str) -> None:
    PICTURES.mkdir(parents=True, exist_ok=True)
    whole.convert("RGB").quantize(128, dither=Image.Dither.NONE).save(PICTURES / name, optimize=True)


def moved(page: Page, beyond: float) -> float:
    """Waits until the bar stands beyond a mark; how far it stands then."""
    end = time.monotonic() + TRAINING / 1000
    while (now := bar(page)) <= beyond:
        assert time.monotonic() < end, f"The bar still stands at {now:.0%}."
        page.wait_for_timeout(300)
    return now
