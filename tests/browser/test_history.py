"""Two people at once and the History page, in real windows: nobody loses an edit, and a bulk action is one undo."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from engine.terminology import importing
from engine.workbench import Workbench
from tests.browser.steps import heading, picture, pressed, search, settled
from tests.browser.window import new_window
from tests.conftest import TERMS

SLOW = 60_000  # milliseconds: other work may share the machine


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The nine concepts of TERMS: no waiting for the sample."""
    folder = tmp_path_factory.mktemp("browser") / "workspace"
    file = tmp_path_factory.mktemp("file") / "organs.csv"
    file.write_text(TERMS, encoding="utf-8")
    bench = Workbench(folder)
    for _ in importing.import_file(bench.workspace, {"path": str(file), "name": "organs", "title": "Organs"}):
        pass
    return folder


@pytest.fixture(scope="module")
def bench(workspace: Path) -> Workbench:
    """What is kept, looked at from outside the window."""
    return Workbench(workspace)


@pytest.fixture(scope="module")
def other(browser: Browser, address: str) -> Iterator[Page]:
    """A second window with cookies of its own: another person."""
    window = new_window(browser, address)
    window.set_default_timeout(30_000)
    yield window.new_page()
    window.close()


def as_person(page: Page, path: str, who: str) -> None:
    """Opens a page under this person's name."""
    page.goto(path)
    field = page.get_by_label("Your name", exact=True)
    field.fill(who, timeout=SLOW)
    field.press("Enter")
    expect(field).to_have_value(who)
    settled(page)


def add(page: Page, text: str) -> None:
    """Adds a text as a synonym of the concept that is ranked first for it."""
    search(page, text).first.click()
    page.get_by_role("button", name=re.compile(f"^Add “{text}”")).click()
    expect(page.get_by_text(f"Added “{text}”")).to_be_visible()


def first_entry(page: Page) -> Locator:
    """The first row of the history."""
    return page.get_by_role("table", name="History", exact=True).get_by_role("row").nth(1)


def press(page: Page, key: str) -> None:
    """Presses a key where no field would take it for a letter."""
    page.locator(".stMain h1").click()
    page.keyboard.press(key)


def said(page: Page, text: str) -> None:
    """Waits until the page says so."""
    expect(page.get_by_test_id("stAlertContentSuccess")).to_contain_text(text, timeout=SLOW)


def labels(bench: Workbench) -> int:
    """How many names the set “topics” has."""
    return len(bench.labels.in_set("topics"))


def test_two_windows_that_edit_at_once_lose_nothing(page: Page, other: Page, bench: Workbench) -> None:
    as_person(page, "/", "Ann")
    as_person(other, "/", "Bob")
    for number in ("one", "two"):
        search(page, f"heart of ann {number}").first.click()
        search(other, f"lung of bob {number}").first.click()
        # Both stand ready; the clicks come one right after the other, but for the first: what Ann adds is entry 1.
        page.get_by_role("button", name=re.compile("^Add “heart of ann")).click(no_wait_after=True)
        if number == "one":
            expect(page.get_by_text("Added “heart of ann one”")).to_be_visible()
        other.get_by_role("button", name=re.compile("^Add “lung of bob")).click(no_wait_after=True)
        expect(page.get_by_text(f"Added “heart of ann {number}”")).to_be_visible()
        expect(other.get_by_text(f"Added “lung of bob {number}”")).to_be_visible()
    kept = {(edit.name, edit.who) for edit in bench.edits.newest()}

    assert kept == {
        (f"{text} {number}", who)
        for text, who in (("heart of ann", "Ann"), ("lung of bob", "Bob"))
        for number in ("one", "two")
    }
    expect(search(page, "lung of bob two").first).to_contain_text("exact")


def test_undo_in_one_window_leaves_what_the_other_did(page: Page, other: Page, bench: Workbench) -> None:
    page.locator("button.row").first.focus()
    pressed(page, "u")
    expect(page.get_by_text("Undid: “heart of ann two”")).to_be_visible()

    expect(search(other, "lung of bob two").first).to_contain_text("exact")
    expect(search(other, "heart of ann one").first).to_contain_text("exact")
    expect(search(other, "heart of ann two").first).not_to_contain_text("exact")


def test_the_history_shows_what_another_window_does_without_being_asked(
    page: Page, other: Page, bench: Workbench
) -> None:
    as_person(page, "/history", "Ann")
    heading(page, "History")
    expect(first_entry(page)).to_contain_text(re.compile("“heart of ann two” added.*undone"))
    add(other, "breath of bob")

    expect(first_entry(page)).to_contain_text("“breath of bob” added", timeout=SLOW)
    expect(first_entry(page)).to_contain_text("Bob")


def test_a_bulk_action_is_one_undo_from_the_page(page: Page, bench: Workbench) -> None:
    bench.labels.add("topics", [(f"name {number}", "heart") for number in range(40)], "Ann")
    expect(first_entry(page)).to_contain_text("40 names labelled “heart” in “topics”", timeout=SLOW)
    press(page, "u")

    said(page, "Undid: 40 names labelled")
    assert labels(bench) == 0
    press(page, "y")
    said(page, "Did again: 40 names labelled")
    assert labels(bench) == 40
    picture(page, "history.png")


def test_filters_and_the_chosen_entry_stay_in_the_address(page: Page) -> None:
    page.get_by_role("searchbox", name="Search").fill("heart of ann one")
    page.get_by_role("searchbox", name="Search").press("Enter")
    expect(page.get_by_text("1 action")).to_be_visible(timeout=SLOW)
    first_entry(page).get_by_role("button").click()
    expect(page).to_have_url(re.compile(r"entry=1(&|$)"))
    expect(page).to_have_url(re.compile("said_in=heart"))
    page.reload()

    expect(page.get_by_text("1 action")).to_be_visible(timeout=SLOW)
    expect(page.get_by_role("heading", level=2)).to_contain_text("“heart of ann one” added")
    page.get_by_role("searchbox", name="Search").fill("")
    page.get_by_role("searchbox", name="Search").press("Enter")
    expect(page.get_by_text("1 action")).to_have_count(0)


def test_rolling_back_is_shown_first_leaves_others_work_and_is_one_undo(page: Page, bench: Workbench) -> None:
    before = bench.history.last()
    press(page, "b")
    expect(page.get_by_text("labels (40)")).to_be_visible(timeout=SLOW)
    expect(page.get_by_text("Stays:")).to_contain_text("of Bob")
    assert bench.history.last() == before
    press(page, "Shift+B")

    said(page, "Undo takes all of it back")
    assert labels(bench) == 0
    assert "exact" in {
        ("exact" if one.exact else "") for one in bench.rankings.rank("lung of bob one", "organs").candidates
    }
    press(page, "u")
    said(page, "Undid: Rolled back to entry 1")
    assert labels(bench) == 40


def test_an_older_entry_is_taken_back_with_a_note(page: Page, bench: Workbench) -> None:
    field = page.get_by_label("Note", exact=True)
    field.fill("too vague")
    page.get_by_role("button", name=re.compile("^Keep note")).click()
    said(page, "The note is kept.")
    press(page, "t")

    said(page, "Undid: “heart of ann one” added")
    assert [one.note for one in bench.history.notes(1)] == ["too vague"]
    assert not any(one.exact for one in bench.rankings.rank("heart of ann one", "organs").candidates)


def test_two_moments_are_compared_by_key(page: Page) -> None:
    press(page, "d")
    table = page.get_by_role("table", name="What differs between the two moments")
    expect(table).to_contain_text("lung of bob one", timeout=SLOW)
    expect(table).to_contain_text("gone")
    expect(page).to_have_url(re.compile("first_moment=1"))


def test_an_entry_chosen_far_down_the_list_is_in_sight(page: Page, bench: Workbench) -> None:
    """Its panel stood above the window, as if the click had done nothing."""
    for number in range(24):
        bench.labels.add("sights", [(f"name {number}", "heart")], "Ann")
    page.goto("/history")
    row = page.get_by_role("table", name="History", exact=True).get_by_role("row").nth(24)
    row.get_by_role("button").click(timeout=SLOW)

    title = page.get_by_role("heading", level=2)
    expect(title).to_contain_text("“name 0” labelled", timeout=SLOW)
    expect(title).to_be_in_viewport(ratio=1)


def test_nothing_broke_on_the_way(outside: list[str], troubles: list[str]) -> None:
    assert (outside, troubles) == ([], [])
