"""Three encoders compared in a real browser: measured, shared by the address, and their report opened."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from engine.terminology import importing
from engine.workbench import Workbench
from tests.browser.steps import go, heading, settled
from tests.browser.window import new_window
from tests.conftest import CODES, TERMS
from tests.salted import keep_back

HELD = ("H1", "H3", "L3")
SLOW = 60_000  # milliseconds: other work may share the machine


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The nine concepts of TERMS, three of them held out, and two encoders beside the shipped vectors."""
    folder = tmp_path_factory.mktemp("browser") / "workspace"
    file = tmp_path_factory.mktemp("file") / "organs.csv"
    file.write_text(TERMS, encoding="utf-8")
    bench = Workbench(folder)
    keep_back(bench.workspace, HELD, [code for code in CODES if code not in HELD])
    for _ in importing.import_file(bench.workspace, {"path": str(file), "name": "organs", "title": "Organs"}):
        pass
    bench.vectors.fit_spelling("spelling", ["organs"])
    for _ in bench.vectors.fuse("both", ["vectors", "vectors:spelling"]):
        pass
    return folder


def view(page: Page, title: str) -> None:
    """Chooses a view."""
    page.locator(".st-key-compare_view").get_by_text(title, exact=True).click()


def row(page: Page, table: str, name: str) -> Locator:
    """A row of a table by what it holds."""
    return page.get_by_role("table", name=table, exact=True).get_by_role("row", name=re.compile(name))


def test_three_encoders_are_measured_in_a_process_of_their_own(page: Page) -> None:
    page.goto("/compare")
    heading(page, "Compare", SLOW)
    box = page.get_by_role("combobox", name="Encoders")
    box.fill("both")
    expect(page.get_by_role("option")).to_have_count(1)
    page.get_by_role("option").first.click()
    box.press("Escape")
    expect(page.get_by_text("3 encoders answer")).to_be_visible(timeout=SLOW)
    page.get_by_role("button", name="Measure").press("Enter")

    expect(row(page, "Every task", "Retrieval, mAP")).to_contain_text("5", timeout=SLOW)
    expect(page.get_by_text(re.compile("^Against Shipped vectors .*spelling is .* and both is"))).to_be_visible()
    expect(page.get_by_role("img", name=re.compile("95 % interval")).first).to_be_visible()


def test_the_views_are_steps_in_the_address_and_back_goes_back(page: Page) -> None:
    view(page, "Branches")
    expect(page.get_by_role("table", name="Branches")).to_contain_text("Heart disorders", timeout=SLOW)
    view(page, "Names won and lost")
    expect(page.get_by_role("heading", name="Largest gains")).to_be_visible(timeout=SLOW)
    expect(page).to_have_url(re.compile("view=names"))
    page.go_back()

    expect(page.get_by_role("table", name="Branches")).to_be_visible(timeout=SLOW)
    expect(page).to_have_url(re.compile("view=branches"))


def test_the_address_shows_the_same_to_somebody_else(page: Page, browser: Browser, address: str) -> None:
    other = new_window(browser, address).new_page()
    other.goto(page.url)

    expect(row(other, "Branches", "Lung disorders")).to_be_visible(timeout=SLOW)
    expect(other.get_by_role("button", name=re.compile("^Remove"))).to_have_count(3)
    other.context.close()


def test_one_name_shows_what_is_shared_and_lost(page: Page) -> None:
    view(page, "One name")
    box = page.get_by_role("searchbox")
    box.fill("heart attack")
    box.press("Enter")

    expect(row(page, "Ranks side by side", "Myocardial infarction")).to_contain_text("shared", timeout=SLOW)
    expect(page.get_by_text("All put Myocardial infarction first")).to_be_visible()
    expect(page).to_have_url(re.compile("name=heart"))


def test_a_list_of_names_is_asked(page: Page) -> None:
    view(page, "A list of names")
    field = page.get_by_label("Names, one a line")
    field.fill("heart attack, H1\nlung infection, L2\nwheezing")
    field.press("Control+Enter")
    page.get_by_role("button", name="Ask 3 names").click()

    expect(row(page, "Every name of the list", "lung infection")).to_contain_text("Pneumonia", timeout=SLOW)
    expect(row(page, "Names with a known answer", "First is right")).to_be_visible()


def test_the_report_opens_by_itself(page: Page, browser: Browser, tmp_path: Path) -> None:
    settled(page)
    with page.expect_download() as download:
        page.get_by_role("button", name=re.compile("^Report")).click()
    file = tmp_path / download.value.suggested_filename
    download.value.save_as(file)
    context = browser.new_context(offline=True, viewport={"width": 1280, "height": 800})
    asked: list[str] = []
    report = context.new_page()
    report.on("request", lambda request: asked.append(request.url))
    report.goto(file.as_uri())

    expect(report.get_by_role("heading", level=1)).to_have_text("3 encoders on Organs")
    expect(row(report, "Each encoder, and its difference from Shipped vectors", "Retrieval, mAP")).to_be_visible()
    expect(report.get_by_role("heading", name="A list of names")).to_be_visible()
    assert asked == [file.as_uri()]
    assert report.evaluate("document.documentElement.scrollWidth <= innerWidth")
    context.close()


def test_going_on_by_the_menu_and_back_keeps_what_was_seen(page: Page) -> None:
    seen = page.url
    go(page, "Models")
    page.go_back()

    heading(page, "Compare", SLOW)
    assert page.url == seen


def test_nothing_left_this_machine_and_nothing_was_thrown(outside: list[str], troubles: list[str]) -> None:
    assert outside == []
    assert troubles == []
