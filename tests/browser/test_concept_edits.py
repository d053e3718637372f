"""A concept called anew, merged and retired from its card, in a real browser, and each taken back."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from engine.workbench import Workbench
from tests.browser.steps import heading, pressed, search, settled
from tests.linked import copied


@pytest.fixture(scope="module")
def workspace(made: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The nine concepts of the small workspace."""
    folder = tmp_path_factory.mktemp("concepts") / "workspace"
    copied(made, folder)
    return folder


def more(page: Page, tab: str) -> Locator:
    """What “More” opens, with one of its tabs."""
    settled(page)
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_test_id("stPopoverBody").get_by_role("tab", name=tab).click()
    return page.get_by_test_id("stPopoverBody")


def test_a_synonym_becomes_the_preferred_name(page: Page, workspace: Path) -> None:
    page.goto("/?concept=organs/H1")
    card = page.locator("article h2")
    expect(card).to_have_text("Myocardial infarction")
    page.get_by_role("listitem").filter(has_text="heart attack").hover()
    page.get_by_role("button", name="Make “heart attack” the preferred name").dblclick()
    expect(card).to_have_text("heart attack")
    expect(page.get_by_text("H1 is called “heart attack” now.")).to_be_visible()
    expect(page.get_by_role("table", name="Recent edits")).to_contain_text("made preferred of")
    expect(search(page, "cardiac infarction").first).to_contain_text("heart attack")
    page.locator("button.row").first.click()
    expect(page.get_by_role("button", name="Make “Myocardial infarction” the preferred name")).to_be_attached()
    page.locator("button.row").first.focus()
    pressed(page, "u")
    expect(card).to_have_text("Myocardial infarction")
    assert len(Workbench(workspace).history.entries()) == 2


def test_a_merge_says_what_it_does_and_opens_the_other(page: Page, workspace: Path) -> None:
    page.goto("/?concept=organs/H2")
    expect(page.locator("article h2")).to_have_text("Heart failure")
    box = more(page, "Merge").get_by_role("tabpanel")
    box.get_by_role("searchbox").press_sequentially("nothing so", delay=15)
    expect(box.get_by_text("No concept has such an id")).to_be_visible()
    box.get_by_role("searchbox").fill("")
    box.get_by_role("searchbox").press_sequentially("angina", delay=15)
    said = "H3 gets 2 names of H2, which is retired and points to it. One undo takes it back."
    expect(box.get_by_text(said)).to_be_visible()
    page.get_by_test_id("stPopoverBody").get_by_label("Reason", exact=True).fill("the same")
    box.get_by_role("button", name="Merge into H3").click()
    expect(page.locator("article h2")).to_have_text("Angina pectoris")
    expect(page.get_by_text("Merged H2 into H3 “Angina pectoris”.")).to_be_visible()
    expect(box).to_have_count(0)
    edits = page.get_by_role("table", name="Recent edits").get_by_role("row")
    expect(edits.nth(1)).to_have_text(re.compile("Heart failure.*replaced by.*H3"))
    expect(page.locator("article .names")).to_contain_text("cardiac failure")
    assert {edit.reason for edit in Workbench(workspace).edits.newest(5)} == {"the same"}
    page.goto("/?concept=organs/H2")
    expect(
        page.get_by_text(re.compile("H2 “Heart failure” of Organs was merged into H3 “Angina pectoris”"))
    ).to_be_visible()
    page.get_by_role("button", name=re.compile("^Undo")).first.click()
    expect(page.get_by_text("Undid: H2 “Heart failure” merged into H3 “Angina pectoris”")).to_be_visible()


def test_a_definition_is_written(page: Page) -> None:
    page.goto("/?concept=organs/L2")
    expect(page.locator("article h2")).to_have_text("Pneumonia")
    box = more(page, "Definition")
    box.get_by_role("textbox", name="Definition").fill("An infection of the\nlung. <b>Acute.</b>")
    box.get_by_role("button", name="Keep the definition").click()
    expect(page.locator("article .definition")).to_have_text("An infection of the lung. <b>Acute.</b>")
    expect(page.get_by_text("L2 has another definition now.")).to_be_visible()
    expect(box).to_have_count(0)
    page.get_by_role("button", name=re.compile("^Undo")).first.click()
    expect(page.locator("article .definition")).to_have_count(0)


def test_a_concept_is_retired_on_place(page: Page) -> None:
    page.goto("/place?view=tree&open=L")
    heading(page, "Place")
    box = more(page, "Retire")
    expect(box.get_by_text("3 children of it must stand elsewhere first.")).to_be_visible()
    expect(box.get_by_role("button", name="Retire L")).to_be_disabled()
    page.goto("/place?view=tree&open=L3")
    expect(page.locator("article h2")).to_have_text("Dyspnoea")
    more(page, "Retire").get_by_role("button", name="Retire L3").click()
    expect(page.get_by_text("Retired L3 “Dyspnoea”.")).to_be_visible()
    expect(page.locator("article h2")).to_have_count(0)
    pressed(page, "u")
    expect(page.get_by_text(re.compile("^Undid: Concept L3 “Dyspnoea” withdrawn"))).to_be_visible()


def test_a_concept_moves_and_gets_a_child(page: Page, workspace: Path) -> None:
    page.goto("/?concept=organs/L3")
    expect(page.locator("article h2")).to_have_text("Dyspnoea")
    box = more(page, "Parents").get_by_role("tabpanel")
    expect(box.get_by_role("button", name="Take from under L")).to_be_visible()
    box.get_by_role("searchbox").press_sequentially("heart dis", delay=15)
    box.get_by_role("button", name="Move under H").click()
    expect(page.get_by_text("Moved L3 from under L to under H. One undo takes it back.")).to_be_visible()
    expect(page.get_by_role("article").get_by_role("button", name="H Heart disorders")).to_be_visible()
    box = more(page, "Children").get_by_role("tabpanel")
    box.get_by_label("A new concept below it").fill("Orthopnoea")
    box.get_by_role("button", name="Add below L3").click()
    expect(page.get_by_text("Added NEW:0001 “Orthopnoea” below L3. One undo takes it back.")).to_be_visible()
    expect(page.locator("article")).to_contain_text("Orthopnoea")
    for _ in range(2):
        settled(page)
        page.get_by_role("button", name=re.compile("^Undo")).first.click()
    expect(page.get_by_text(re.compile("Undid: L3 “Dyspnoea” moved from under L to under H"))).to_be_visible()
    assert Workbench(workspace).terminologies.concept("organs", "L3").concept.parents == ("L",)


def test_nothing_was_thrown(outside: list[str], troubles: list[str]) -> None:
    assert outside == []
    assert troubles == []
