"""Placing by hand and by keyboard in a real browser, on the small workspace: one name, ten at once, and the tree."""

from __future__ import annotations

import re
import sqlite3
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.steps import heading, pressed, settled
from tests.linked import copied

TEN = """weak heart failure
heart attack at work
cardiac infarction in youth
angina after meals
chest pain of the heart at night
asthma of bakers
lung infection from birds
trouble breathing at night
cardiac failure in sport
short of breath on stairs"""


@pytest.fixture(scope="module")
def workspace(made: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The nine concepts of the small workspace."""
    folder = tmp_path_factory.mktemp("place") / "workspace"
    copied(made, folder)
    return folder


def standing(workspace: Path) -> int:
    """How many concepts people have added, undone ones not counted."""
    with sqlite3.connect(workspace / "workspace.db") as db:
        return int(
            db.execute(
                "SELECT count(*) FROM edits WHERE kind = 'concept' AND action = 'add' AND id IN "
                "(SELECT max(id) FROM edits WHERE kind = 'concept' GROUP BY concept)"
            ).fetchone()[0]
        )


def test_a_name_is_placed_by_its_digit_and_taken_back_by_key(page: Page, workspace: Path) -> None:
    page.goto("/place")
    heading(page, "Place")
    page.get_by_role("searchbox").fill("heart failure in winter")
    rows = page.locator(".table button.row")
    expect(rows.first).to_contain_text("Heart", timeout=60_000)
    expect(page).to_have_url(re.compile("name=heart"))
    rows.first.focus()
    page.keyboard.press("ArrowDown")
    expect(rows.nth(1)).to_be_focused()
    page.keyboard.press("Enter")
    expect(rows.nth(1)).to_have_attribute("aria-current", "true")
    page.keyboard.press("1")
    expect(page.get_by_text(re.compile("stands under .* now"))).to_be_visible()
    assert standing(workspace) == 1
    expect(page.get_by_text("is a name of NEW:0001")).to_be_visible()
    rows.first.focus()
    pressed(page, "u")
    expect(page.get_by_text(re.compile("^Undid"))).to_be_visible()
    assert standing(workspace) == 0


def test_a_refusal_is_greyed_and_stays_after_a_reload(page: Page) -> None:
    rows = page.locator(".table button.row")
    first = rows.first.get_attribute("data-id")
    rows.first.click()
    expect(rows.first).to_have_attribute("aria-current", "true")
    pressed(page, "x")
    refused = page.locator(f'.table button.row[data-id="{first}"]')
    expect(refused).to_contain_text("refused")
    page.reload()
    expect(refused).to_contain_text("refused", timeout=60_000)
    refused.focus()
    pressed(page, "u")
    expect(refused).not_to_contain_text("refused")


def test_ten_names_are_placed_and_the_whole_batch_is_undone(page: Page, workspace: Path) -> None:
    page.goto("/place?view=list")
    heading(page, "Place")
    box = page.get_by_label("Or paste names, one a line", exact=True)
    box.fill(TEN)
    box.press("Control+Enter")
    page.get_by_role("button", name=re.compile("Place 10 names")).click()
    table = page.get_by_role("table", name="Proposals")
    expect(table.get_by_role("row")).to_have_count(11, timeout=120_000)
    with sqlite3.connect(workspace / "workspace.db") as db:
        newest = db.execute("SELECT max(id) FROM placings").fetchone()[0]
    expect(page).to_have_url(re.compile(rf"list={newest}\b"))
    every = page.get_by_role("button", name=re.compile("Accept the 10 sure ones"))
    for _ in range(30):  # a step to the left at a time, until all ten are above the line
        settled(page)
        if every.count():
            break
        page.get_by_role("slider").focus()
        page.keyboard.press("ArrowLeft")
    every.click()
    expect(page.get_by_text("10 names placed as one batch")).to_be_visible()
    expect(page.get_by_text("Accepted 10", exact=True)).to_be_visible()
    assert standing(workspace) == 10

    settled(page)
    page.get_by_role("button", name=re.compile("^Undo")).click()
    expect(table.get_by_role("row")).to_have_count(11)
    expect(page.get_by_text("Accepted 0", exact=True)).to_be_visible()
    assert standing(workspace) == 0


def test_row_by_row_by_keyboard(page: Page, workspace: Path) -> None:
    table = page.get_by_role("table", name="Proposals")
    panel = page.locator(".st-key-place_panel")
    for key, left in (("1", 10), ("1", 9), ("x", 8)):
        name = table.get_by_role("row").nth(1).get_by_role("button").inner_text()
        expect(panel.get_by_role("heading", name=name)).to_be_visible()
        expect(panel.get_by_role("button", name=re.compile("Shortcut 1"))).to_be_enabled()
        table.get_by_role("button").first.focus()
        page.keyboard.press(key)
        expect(table.get_by_role("row")).to_have_count(left)
    assert standing(workspace) == 2
    settled(page)
    with page.expect_download() as download:
        page.get_by_role("button", name="Export CSV").click()
    written = Path(download.value.path()).read_text(encoding="utf-8-sig").splitlines()
    assert len(written) == 11 and sum(",accepted,NEW:" in line for line in written) == 2


def test_the_tree_is_walked_by_keyboard(page: Page) -> None:
    page.goto("/place?view=tree")
    tree = page.get_by_role("tree", name="Hierarchy")
    expect(tree.get_by_role("treeitem")).to_have_count(3, timeout=60_000)
    tree.get_by_role("treeitem").first.focus()
    page.keyboard.press("ArrowDown")
    heart = tree.get_by_role("treeitem", name=re.compile("Heart disorders"))
    expect(heart).to_be_focused()
    expect(heart).to_have_attribute("aria-expanded", "false")
    page.keyboard.press("ArrowRight")
    expect(heart).to_have_attribute("aria-expanded", "true")
    expect(heart).to_be_focused()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.locator("article h2")).to_have_text("Myocardial infarction")
    expect(page).to_have_url(re.compile("open=H1"))
    page.keyboard.press("ArrowLeft")
    expect(heart).to_be_focused()
    page.keyboard.press("ArrowLeft")
    expect(heart).to_have_attribute("aria-expanded", "false")


def test_a_search_opens_the_path_and_back_goes_to_what_was_open(page: Page) -> None:
    page.get_by_role("searchbox").fill("pneumonia")
    page.get_by_role("table", name="Concepts found").get_by_role("button", name="Pneumonia").click()
    expect(page.locator("article h2")).to_have_text("Pneumonia")
    found = page.get_by_role("treeitem", name=re.compile("L2"))
    expect(found).to_have_attribute("aria-selected", "true")
    page.go_back()
    expect(page.locator("article h2")).to_have_text("Myocardial infarction")
    page.reload()
    expect(page.locator("article h2")).to_have_text("Myocardial infarction", timeout=60_000)


def test_nothing_was_thrown(outside: list[str], troubles: list[str]) -> None:
    assert outside == []
    assert troubles == []
