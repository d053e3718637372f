"""At the desk of Normalise a code says what a coder must know, and what the last decision excludes in the next line; in
Rankings one that is not billable offers the code below it."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from engine.jobs import worker
from engine.workbench import NormalisationRequest, Workbench
from tests.browser.accessible import findings
from tests.browser.steps import heading, search, settled
from tests.coded import with_codes
from tests.linked import copied

MENTIONS = "document,mention\n1,heart attack unspecified\n1,angina pectoris\n"


@pytest.fixture(scope="module")
def workspace(made: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small workspace with codes and a file of one document, answered."""
    folder = tmp_path_factory.mktemp("coded") / "workspace"
    copied(made, folder)
    bench = with_codes(Workbench(folder), tmp_path_factory.mktemp("files"))
    path = bench.mentions.save("m.csv", MENTIONS.encode())
    request = NormalisationRequest(str(path), "codes", encoder="vectors")
    run = worker.execute(bench.workspace, bench.normalisation.queue(request))
    assert not run.error
    return folder


def test_a_code_chosen_marks_what_it_excludes(page: Page) -> None:
    page.goto("/normalise?file=1&order=as+in+the+file&status=All+lines")
    heading(page, "Normalise")
    expect(page.locator(".shown h2")).to_contain_text("heart attack unspecified")
    settled(page)
    page.keyboard.press("a")
    expect(page.locator(".shown h2")).to_contain_text("angina pectoris")
    angina = page.locator(".shown button.candidate").filter(has=page.locator("code", has_text="I20").first).first
    expect(angina.locator(".mark")).to_have_text(["not billable", "take I20.9", "Excludes1: not with I21.9"])
    expect(angina.locator(".mark").last).to_have_attribute("title", "An Excludes1 note says that this code and the "
                                                           "one chosen already are never coded together.")  # fmt: skip
    assert findings(page) == []


def test_the_code_below_one_that_is_not_billable_opens_by_mouse_and_by_key(page: Page) -> None:
    page.goto("/?in=Codes")
    heading(page, "Rankings")
    first = search(page, "heart attack").first
    expect(first).to_contain_text("I21")
    expect(first.locator(".mark")).to_have_count(0)  # it stands below, with the way there
    offer = page.get_by_role("button", name="not billable – take I21.9", exact=True)
    expect(offer).to_have_attribute("title", "Where nothing more is known, I21.9 Heart attack unspecified is taken.")
    offer.click()
    opened = page.locator(".st-key-card_panel").get_by_role("heading", name="Heart attack unspecified")
    expect(opened).to_be_visible()
    settled(page)
    assert findings(page) == []
    search(page, "angina pectoris")
    settled(page)
    for key in ("ArrowDown", "Tab"):
        page.keyboard.press(key)
    expect(page.get_by_role("button", name="not billable – take I20.9", exact=True)).to_be_focused()
    page.keyboard.press("Enter")
    expect(
        page.locator(".st-key-card_panel").get_by_role("heading", name="Angina pectoris unspecified")
    ).to_be_visible()


def test_rows_of_billable_codes(page: Page) -> None:
    page.goto("/?in=Codes&unit=Billable+codes")
    heading(page, "Rankings")
    first = search(page, "heart attack").first
    expect(first).to_contain_text("I21.9")
    expect(first).to_contain_text("by way of I21 Heart attack")
    first.click()
    settled(page)
    page.keyboard.press("e")
    panel = page.locator(".st-key-card_panel")
    expect(panel).to_contain_text("In the place of I21 Heart attack, which is not billable.")
    expect(panel).to_contain_text("The typed text is one of its names")
    assert findings(page) == []


def test_nothing_was_thrown(outside: list[str], troubles: list[str]) -> None:
    assert outside == []
    assert troubles == []
