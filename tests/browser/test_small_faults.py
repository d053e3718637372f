"""Small faults that were seen in the window once: what is listed, taken back, bold, and said twice."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from engine.retrieval.searchable import make_searchable
from engine.terminology import importing
from engine.workbench import Workbench
from tests.browser.steps import go, heading, search, settled

LINKED = """id,name,synonyms,parents
R,Disorders,,
H,Heart disorders,,R
L,Lung disorders,,R
H1,Weak heart,heart failure,H|R
B1,Fluid in lungs and heart,oedema without pain,H|L
L1,Asthma,,L
"""


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A terminology with a concept below two others, which is no fault, and one whose link to the top is redundant."""
    folder = tmp_path_factory.mktemp("small") / "workspace"
    file = folder.parent / "linked.csv"
    file.write_text(LINKED, encoding="utf-8")
    recipe = {"path": str(file), "name": "linked", "title": "Linked"}
    for _ in importing.import_file(Workbench(folder).workspace, recipe, make_searchable):
        pass
    return folder


def test_place_lists_redundant_links_with_the_path_and_no_multiple_inheritance(page: Page) -> None:
    """1,891 “cycles and shortcuts” of HPO were listed, each with a one-click Withdraw; most were ordinary links."""
    page.goto("/place?view=tree")
    heading(page, "Place")
    expect(page.get_by_role("heading", name="Cycles and redundant links: 1")).to_be_visible()
    rows = page.get_by_role("table", name="Cycles and redundant links").locator("tbody tr")
    expect(rows).to_have_count(1)
    expect(rows.first).to_contain_text("Weak heart")
    expect(rows.first).to_contain_text("there is a way down by")


def test_undo_says_first_what_it_would_take_back_of_another_page(page: Page, workspace: Path) -> None:
    """U on Rankings took back a switch of model made on another page in another window, unasked."""
    page.goto("/")
    heading(page, "Rankings")
    name = page.get_by_label("Your name", exact=True)
    name.fill("Ann")
    name.press("Enter")
    settled(page)
    bench = Workbench(workspace)
    bench.labels.relabel("topics", [("knee pain", "knee")], "Ann")
    search(page, "asthma")
    page.get_by_role("heading", level=1).click()
    page.keyboard.press("u")
    expect(page.get_by_text("Press U again")).to_be_visible()
    assert bench.history.entries()[0].role == "do"
    settled(page)
    page.keyboard.press("u")
    expect(page.get_by_text("Undid: ")).to_be_visible()
    assert bench.history.entries()[0].role == "undo"


def test_words_that_say_nothing_of_the_thing_are_not_bold(page: Page) -> None:
    """Stop words stood in bold, and “with” within “without”."""
    rows = search(page, "oedema with pain in lungs")
    names = rows.filter(has_text="oedema without pain")
    expect(names).to_have_count(1)
    expect(names.locator(".name mark")).to_have_text(["oedema", "pain"])


def test_an_added_name_says_once_that_it_was_added(page: Page, workspace: Path) -> None:
    """The card said “added added by root”."""
    Workbench(workspace).synonyms.add("linked", "L1", "wheezing illness", "Ann")
    page.goto("/?concept=linked/L1")
    card = page.locator(".st-key-concept_card, .card").filter(has_text="wheezing illness").first
    expect(card).to_be_visible()
    line = card.locator("li").filter(has_text="wheezing illness").first
    expect(line).to_contain_text("by Ann")
    assert line.inner_text().lower().count("added") == 1


def test_what_was_typed_is_there_again_after_back_and_forward(page: Page) -> None:
    """After a menu entry and Back the address said ?q=gout and the box was empty."""
    page.goto("/")
    heading(page, "Rankings")
    search(page, "weak heart")
    page.wait_for_url("**q=weak*")
    go(page, "Compare")
    for step in (page.go_back, page.go_forward, page.go_back, page.reload):
        step()
        settled(page)
    heading(page, "Rankings")
    expect(page.get_by_role("searchbox")).to_have_value("weak heart")
    expect(page.locator("button.row").first).to_contain_text("Weak heart")


def test_back_brings_the_search_that_a_concept_was_opened_from(page: Page) -> None:
    """Back showed the former concept beside the newer search; the search had closed its card."""
    page.goto("/")
    heading(page, "Rankings")
    card = page.get_by_test_id("stMain").get_by_role("article")
    for text, found in (("weak heart", "Weak heart"), ("asthma", "Asthma")):
        search(page, text).first.click()
        expect(card.get_by_role("heading", level=2)).to_have_text(found)
        settled(page)
    page.go_back()
    expect(card).to_have_count(0)
    expect(page.get_by_role("searchbox")).to_have_value("asthma")
    expect(page.locator("button.row").first).to_contain_text("Asthma")
    settled(page)
    page.go_back()
    expect(card.get_by_role("heading", level=2)).to_have_text("Weak heart")
    expect(page.get_by_role("searchbox")).to_have_value("weak heart")
    expect(page.locator("button.row").first).to_contain_text("Weak heart")
    page.go_forward()
    expect(page.get_by_role("searchbox")).to_have_value("asthma")
    expect(card).to_have_count(0)
    settled(page)
    page.go_forward()
    expect(card.get_by_role("heading", level=2)).to_have_text("Asthma")
    expect(page.get_by_role("searchbox")).to_have_value("asthma")


def test_a_double_click_withdraws_one_name_and_keeps_one_short_form(page: Page, workspace: Path) -> None:
    """The second click was answered by an error, in place of what the first had done."""
    bench = Workbench(workspace)
    page.goto("/?concept=linked/B1")
    page.get_by_role("button", name="Withdraw “oedema without pain”").dblclick()
    expect(page.get_by_text("Withdrew “oedema without pain”")).to_be_visible()
    settled(page)
    expect(page.get_by_text("is not a name of")).to_have_count(0)
    assert bench.history.entries()[0].title.count("oedema without pain") == 1
    page.keyboard.press("u")
    expect(page.get_by_text("Undid: ")).to_be_visible()
    go(page, "Terminologies")
    page.get_by_label("Short form or lay words", exact=True).fill("QQX")
    page.get_by_label("Stands for, one a line", exact=True).fill("quite a rare thing")
    page.get_by_role("button", name="Keep", exact=True).dblclick()
    settled(page)
    expect(page.get_by_text("stands for that already")).to_have_count(0)
    assert [one.form for one in bench.abbreviations.search("QQX", own=True)[0]] == ["QQX"]


def test_nothing_was_thrown(outside: list[str], troubles: list[str]) -> None:
    assert outside == []
    assert troubles == []
