"""Why a row stands where it stands, encoders joined in one table, and wide windows: by key, in light and dark."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from engine.vectors import SHIPPED
from tests.browser.accessible import findings
from tests.browser.steps import picture, pressed, search, settled
from tests.linked import copied

PANEL = ".st-key-card_panel"
BOTH = "with=Shipped+vectors&with=own"
READ = 1_400  # pixels that what is read takes at most
WIDTHS = """() => [...document.querySelectorAll(".stMain *")]
  .flatMap((one) => [...(one.shadowRoot?.querySelectorAll("table, .table") ?? [])])
  .map((table) => Math.round(table.getBoundingClientRect().width))"""
FOCUSED = (
    "() => [...document.querySelectorAll('*')].map((one) => one.shadowRoot?.activeElement).find(Boolean).ariaLabel"
)


@pytest.fixture(scope="module")
def workspace(made: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The small workspace with a second encoder."""
    folder = tmp_path_factory.mktemp("explain") / "workspace"
    copied(made, folder)
    (folder / "vectors" / "own.safetensors").write_bytes(SHIPPED.read_bytes())
    return folder


def test_e_turns_the_card_to_why_and_back(page: Page) -> None:
    page.goto("/")
    search(page, "heart trouble").filter(has_text="H2").click()
    expect(page.locator(f"{PANEL} article h2")).to_have_text("Heart failure")
    pressed(page, "e")
    panel = page.locator(PANEL)
    expect(panel).to_contain_text("with a score of")
    expect(panel).to_contain_text("What adds up to its score")
    expect(page).to_have_url(re.compile("why=yes"))
    assert findings(page) == []
    pressed(page, "e")
    expect(page.locator(f"{PANEL} article h2")).to_have_text("Heart failure")


def test_another_row_stands_beside_it_after_a_reload_too(page: Page) -> None:
    pressed(page, "e")
    page.locator(PANEL).get_by_role("combobox").click()
    page.get_by_role("option", name=re.compile("Pneumonia")).click()
    table = page.locator(PANEL).get_by_role("table", name="H2 beside L2")
    expect(table).to_be_visible()
    expect(page).to_have_url(re.compile("against=L2"))
    picture(page, "explain.png")
    page.reload()
    expect(table).to_be_visible()
    expect(page.locator(PANEL)).to_contain_text("stands before")


def test_encoders_are_joined_sorted_and_read_by_key(page: Page) -> None:
    page.goto(f"/?q=heart+pain&{BOTH}")
    expect(page.locator("section.column")).to_have_count(2)
    page.get_by_text("Joined", exact=True).click()
    cells = page.locator("button.cell")
    expect(cells.first).to_be_visible()
    expect(page).to_have_url(re.compile("view=Joined"))
    page.get_by_role("button", name="Apart").click()
    expect(page.locator("th[aria-sort=descending]")).to_contain_text("Apart")
    expect(page).to_have_url(re.compile("sort=disagreement"))
    settled(page)
    cells.first.focus()
    page.keyboard.press("ArrowRight")
    second = page.evaluate(FOCUSED)
    assert ", own: rank " in second
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.locator("tr[aria-current]")).to_have_count(1)
    opened = page.locator("tr[aria-current] code").inner_text()
    expect(page.locator(f"{PANEL} article .identity")).to_contain_text(opened)
    assert findings(page) == []
    page.reload()
    expect(page.locator("th[aria-sort=descending]")).to_contain_text("Apart")


def test_both_are_readable_in_the_dark(dark: Page) -> None:
    dark.goto(f"/?q=heart+pain&{BOTH}&view=Joined&concept=organs/H2&why=yes&against=L2")
    expect(dark.locator("button.cell").first).to_be_visible()
    expect(dark.locator(PANEL)).to_contain_text("What adds up to its score")
    assert findings(dark) == []


@pytest.mark.parametrize(
    "path", ["/?q=heart+pain&concept=organs/H2", "/terminologies", "/history", "/export", "/models"]
)
def test_in_a_wide_window_what_is_read_is_at_most_so_wide(page: Page, path: str) -> None:
    page.set_viewport_size({"width": 2560, "height": 1440})
    page.goto(path)
    settled(page)
    page.wait_for_timeout(500)
    widths = page.evaluate(WIDTHS)
    panel = page.locator(PANEL).bounding_box() if "concept=" in path else None
    page.set_viewport_size({"width": 1280, "height": 800})
    assert all(width <= READ for width in widths)
    assert panel is None or panel["width"] > 800


@pytest.mark.parametrize(("path", "form"), [("/?q=heart+pain", ".st-key-q"), ("/history", ".st-key-said_in")])
def test_in_a_wide_window_what_stands_above_a_list_ends_where_the_list_does(page: Page, path: str, form: str) -> None:
    """The fields reached over the gap and a third of the detail beside the list."""
    page.set_viewport_size({"width": 1920, "height": 1080})
    page.goto(path)
    settled(page)
    page.wait_for_timeout(500)
    above = page.locator(form).bounding_box()
    column = page.locator('[class*="st-key-beside_"] .stColumn').first.bounding_box()
    page.set_viewport_size({"width": 1280, "height": 800})
    assert above is not None and column is not None
    assert abs(above["x"] + above["width"] - column["x"] - column["width"]) < 3


@pytest.mark.parametrize(
    ("path", "form"), [("/export", ".st-key-export_choices"), ("/normalise", ".st-key-load_mentions")]
)
def test_a_form_stands_above_what_is_read(page: Page, path: str, form: str) -> None:
    page.goto(path)
    expect(page.locator(form)).to_be_visible()
    settled(page)
    above = page.locator(form).bounding_box()
    heading = page.get_by_role("heading", name=re.compile("Files|Edits: ")).bounding_box()
    assert above is not None and heading is not None
    assert heading["y"] >= above["y"] + above["height"] and above["width"] > 900


def test_nothing_left_this_machine_and_nothing_was_thrown(outside: list[str], troubles: list[str]) -> None:
    assert (outside, troubles) == ([], [])
