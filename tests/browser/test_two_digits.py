"""Numbers as the components of the pages write them, in a browser."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from pages.parts import component

if TYPE_CHECKING:
    from playwright.sync_api import Browser


def test_a_number_that_is_nothing_has_no_minus(browser: Browser) -> None:
    """A label's score said “−0.00”."""
    script = Path(component.__file__).with_suffix(".js").read_text(encoding="utf-8")
    page = browser.new_page()
    told = page.evaluate(f"() => {{ {script}\n return [-0.004, -0.006, 0.004, 0, 1.006].map(twoDigits); }}")
    page.close()
    assert told == ["0.00", "−0.01", "0.00", "0.00", "1.01"]
