"""A project of Mappings in the window: its list follows the line in hand, and what was asked for does not hide it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from engine.workbench import Workbench
from tests.browser.steps import TRAINING, pressed, settled
from tests.linked import copied
from tests.mapped import started, with_others
from tests.tables import with_table

MANY = 45  # lines, on one page of the list


@pytest.fixture(scope="module")
def workspace(made: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The small workspace with a project of 45 lines, and a second one with sure lines."""
    folder = tmp_path_factory.mktemp("mappings") / "workspace"
    copied(made, folder)
    bench = with_others(Workbench(folder), folder.parent)
    rows = "id,name\n" + "".join(f"M{number},Infection of lung {number}\n" for number in range(100, 100 + MANY))
    started(with_table(bench, folder.parent, "many", rows), source="many")
    started(bench)
    return folder


def row_in_hand(page: Page) -> Locator:
    """The row of the list whose line is in hand."""
    return page.get_by_role("table", name="Lines").locator("tr[aria-current]")


def test_the_list_follows_the_line_in_hand(page: Page) -> None:
    """It stayed at its top: after 14 lines, and at an address of a line far below, no row in hand was in sight."""
    page.goto("/mappings?project=1&order=as+in+the+source&line=M140")
    expect(row_in_hand(page)).to_contain_text("Infection of lung 140")
    expect(row_in_hand(page)).to_be_in_viewport(ratio=1)
    page.goto("/mappings?project=1&order=as+in+the+source")
    page.get_by_role("heading", level=1).click()
    for number in range(101, 116):
        pressed(page, "j")
        expect(row_in_hand(page)).to_contain_text(f"Infection of lung {number}")
    settled(page)
    expect(row_in_hand(page)).to_be_in_viewport(ratio=1)


def test_a_menu_closes_once_its_act_is_done(page: Page) -> None:
    """“0 undecided lines would be accepted” stood in front of “Accepted 37 lines”."""
    page.goto("/mappings?project=2")
    page.get_by_role("button", name="Accept in bulk").click()
    for rule in ("Only where a name is the same text", "Only where the suggested relation is exact"):
        page.get_by_text(rule).click()
        settled(page)
    page.get_by_role("slider").press("Home")
    settled(page)
    page.get_by_role("button", name=re.compile(r"^Accept \d+ lines$")).click()
    expect(page.locator(".st-key-mappings_said_line")).to_contain_text(re.compile(r"Accepted \d+ lines"))
    expect(page.get_by_role("slider")).to_be_hidden()
    page.get_by_role("button", name="Load", exact=True).click()
    expect(page.get_by_role("radio", name="Decisions or mappings")).to_be_checked()
    page.keyboard.press("Escape")


def test_the_list_is_whole_on_a_small_laptop(page: Page) -> None:
    """“First suggestion” was cut in the middle of its words, and how sure each is lay beyond the edge."""
    page.set_viewport_size({"width": 1024, "height": 768})
    page.goto("/mappings?project=2&state=all")
    expect(row_in_hand(page)).to_be_visible()
    frame = page.locator(".st-key-mappings_lines .frame")
    assert frame.evaluate("frame => frame.scrollWidth <= frame.clientWidth")
    expect(row_in_hand(page).get_by_role("cell")).to_have_count(1)  # how sure it is, beside its heading
    page.set_viewport_size({"width": 1280, "height": 800})
    expect(row_in_hand(page).get_by_role("cell")).to_have_count(2)


def test_new_suggestions_are_waited_for(page: Page) -> None:
    """“New suggestions are on their way.” never ended, and the list stayed the old one until a key was pressed."""
    page.goto("/mappings?project=1&state=all&order=as+in+the+source")
    page.get_by_role("button", name="Teach").click()
    page.get_by_role("button", name="Suggest anew").click()
    expect(page.get_by_role("table", name="Lines")).to_have_count(0)
    expect(page.get_by_text("The new suggestions are here")).to_be_visible(timeout=TRAINING)
    expect(row_in_hand(page)).to_contain_text("Infection of lung 100")
    expect(page.locator(".st-key-mappings_state input")).to_have_value("All lines")
    expect(page.get_by_role("radio", name="Queue")).to_be_checked()


def test_nothing_was_thrown(outside: list[str], troubles: list[str]) -> None:
    assert outside == []
    assert troubles == []
