"""What holds on every page that app.py lists: its keys, its look in light and dark and at every width, its address."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from pages.parts.shell.keys import EVERYWHERE, keys_of
from pages.parts.shell.tour import STEPS
from tests.browser.accessible import findings
from tests.browser.steps import go, heading, settled
from tests.linked import copied
from tests.menu import MENU

WIDTHS = (1280, 1600, 1920, 2560)
EMPTY = {  # what each page says to do in a workspace that has one terminology and nothing else
    "rankings": "appears as you type",
    "map": "There is no map of these names",
    "compare": "Train one on the Train page",
    "labels": "Name the set",
    "train": "No training yet. Choose",
    "experiments": "No experiment yet",
    "normalise": "No file yet. Load one",
    "mappings": "A mapping needs two terminologies",
    "place": "Parents appear as you type",
    "audit": "was not audited yet",
    "history": "Nothing has been changed yet",
    "export": "Export",
    "models": "No trained version yet",
    "terminologies": "Import",
}
STATES = {  # page -> what an address says and which text shows that it was understood
    "rankings": ("q=asthma&unit=Names", "Asthma"),
    "compare": ("view=branches", "Train one on the Train page"),
    "experiments": ("experiment=levels", "Higher levels: ranking"),
    "train": ("preset=conceptual-grounding", "conceptual-grounding"),
    "history": ("said_in=nowhere", "nowhere"),
}
AROUND = """at => {
  const ring = [...document.querySelectorAll("*")].map((one) => one.shadowRoot?.querySelector(".ring")).find(Boolean);
  const [a, b] = [ring.getBoundingClientRect(), document.querySelector(at).getBoundingClientRect()];
  return Math.abs(a.left + 5 - b.left) < 2 && Math.abs(a.right - 5 - b.right) < 2 && Math.abs(a.top + 5 - b.top) < 2;
}"""
STILL = """width => {
  const boxes = [...document.querySelectorAll(".stApp *")].map((one) => one.getBoundingClientRect());
  const before = window.stood;
  window.stood = JSON.stringify([width, boxes]);
  return innerWidth === width && window.stood === before;
}"""
HEARD = Path(__file__).with_name("heard.js").read_text(encoding="utf-8")
LAYOUT = Path(__file__).with_name("layout.js").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def workspace(made: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The small workspace, with nothing in it but its terminology."""
    folder = tmp_path_factory.mktemp("every") / "workspace"
    copied(made, folder)
    return folder


@pytest.fixture(scope="module", params=MENU)
def at_rest(page: Page, request: pytest.FixtureRequest) -> tuple[Page, str]:
    """A page of the menu as it is opened, for all tests that only look at it; and its short name."""
    opened(page, request.param)
    return page, request.param


def opened(page: Page, script: str, says: str = "") -> None:
    """Opens a page by its address and waits until it has come to rest."""
    path = "/" if script == "rankings" else f"/{script}"
    page.goto(f"{path}?{says}" if says else path)
    heading(page, MENU[script])
    settled(page)
    expect(page.get_by_role("button", name="Keyboard map")).to_be_visible()


def test_the_first_page_answers_at_its_own_name_too(page: Page) -> None:
    """Streamlit serves it at / alone, and said “Page not found” over it at /rankings."""
    page.goto("/rankings?q=asthma&unit=Names")
    heading(page, "Rankings")
    expect(page.get_by_role("button", name=re.compile("1 Asthma exact"))).to_be_visible()
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert "q=asthma" in page.url and "unit=Names" in page.url


def test_the_tour_is_offered_once_and_walks_past_the_real_things(page: Page) -> None:
    opened(page, "rankings")
    page.get_by_role("button", name="Start", exact=True).press("Enter")
    for step in STEPS:
        card = page.get_by_role("dialog", name=step.title)
        expect(card).to_be_visible()
        heading(page, step.page)
        page.wait_for_function(AROUND, arg=step.at)
        page.keyboard.press("Enter")  # Next has the focus, and Done at the end
    expect(page.locator(".card")).to_be_hidden()
    expect(page.get_by_role("button", name="Take the tour")).to_be_visible()
    settled(page)
    page.reload()

    expect(page.get_by_role("button", name="Take the tour")).to_be_visible()
    expect(page.get_by_role("button", name="Skip it")).to_have_count(0)


def test_the_tour_is_offered_to_each_person_blocks_nothing_and_is_skipped_at_once(page: Page) -> None:
    opened(page, "rankings")
    page.get_by_label("Your name", exact=True).fill("Ada")
    page.get_by_label("Your name", exact=True).press("Enter")
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.get_by_role("dialog", name=STEPS[0].title)).to_be_visible()
    page.get_by_role("searchbox").fill("asthma")
    expect(page.locator("button.row").first).to_contain_text("Asthma")
    go(page, "Models")
    expect(page.get_by_text("The tour waits on Rankings")).to_be_visible()
    page.get_by_role("button", name="Go on", exact=True).click()
    page.get_by_role("button", name="Skip the tour").click()
    settled(page)
    page.reload()

    expect(page.get_by_role("button", name="Take the tour")).to_be_visible()
    expect(page.locator(".card")).to_be_hidden()


def test_one_key_shows_the_keys_of_the_page(at_rest: tuple[Page, str]) -> None:
    page, script = at_rest
    page.keyboard.press("k")
    shown = page.get_by_role("dialog", name="Keys")

    expect(shown.get_by_role("heading", name=f"On {MENU[script]}")).to_be_visible()
    for key in (*keys_of(MENU[script]), *EVERYWHERE):
        expect(shown.get_by_text(key.does, exact=True).first).to_be_visible()
    expect(shown.locator(".go")).to_have_count(len(MENU))
    page.keyboard.press("Escape")
    expect(shown).to_be_hidden()


def test_a_page_opens_by_its_address_with_the_whole_menu(at_rest: tuple[Page, str]) -> None:
    expect(at_rest[0].get_by_test_id("stSidebar").get_by_role("link")).to_have_text(list(MENU.values()))


def test_g_and_a_letter_go_to_a_page_unless_one_is_typing(page: Page) -> None:
    opened(page, "rankings")
    page.get_by_role("searchbox").press_sequentially("gkm")
    expect(page.get_by_role("searchbox")).to_have_value("gkm")
    heading(page, "Rankings")
    page.get_by_role("heading", level=1).click()
    for letter, title in (("t", "Train"), ("h", "History"), ("c", "Compare"), ("r", "Rankings")):
        page.keyboard.press("g")
        page.keyboard.press(letter)
        heading(page, title)


def test_a_page_is_accessible_in_light(at_rest: tuple[Page, str]) -> None:
    assert findings(at_rest[0]) == []


@pytest.mark.parametrize("script", MENU)
def test_a_page_is_dark_and_accessible_where_the_system_is_dark(dark: Page, script: str) -> None:
    opened(dark, script)
    background = dark.evaluate("getComputedStyle(document.querySelector('.stApp')).backgroundColor")

    assert max(int(part) for part in re.findall(r"\d+", background)[:3]) < 60
    assert findings(dark) == []


def test_a_page_is_heard_in_order(at_rest: tuple[Page, str]) -> None:
    """Buttons with a help of their own were left out of Tab's way as if they were help icons; columns had no name."""
    assert at_rest[0].evaluate(HEARD) == []


def test_the_layout_holds_from_narrow_to_wide(at_rest: tuple[Page, str]) -> None:
    wrong, page = {}, at_rest[0]
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 800 if width < 1600 else 1080})
        page.wait_for_function(STILL, arg=width, polling=200)
        wrong[width] = page.evaluate(LAYOUT)
    page.set_viewport_size({"width": 1280, "height": 800})

    assert wrong == {width: [] for width in WIDTHS}


def test_an_empty_page_says_what_to_do(at_rest: tuple[Page, str]) -> None:
    page, script = at_rest

    expect(page.locator(".stMain").get_by_text(EMPTY[script]).first).to_be_visible()


def expect_state(page: Page, shows: str) -> None:
    """Waits until the page says so, to a screen reader too: a field's value is no text of the page."""
    for _ in range(100):
        if shows in page.locator(".stMain").aria_snapshot():
            return
        page.wait_for_timeout(200)
    pytest.fail(f"The page does not show “{shows}”.")


def expect_kept(page: Page, script: str, address: str, shows: str) -> None:
    """Waits until the page stands again at its address, in its state."""
    heading(page, MENU[script])
    settled(page)
    assert page.url == address
    expect_state(page, shows)


def test_back_and_reload_keep_the_page(at_rest: tuple[Page, str]) -> None:
    """And once more forward and back, where the address says more than the page."""
    page, script = at_rest
    says, shows = STATES.get(script, ("", ""))
    other = "models" if script != "models" else "rankings"
    if says or page.get_by_role("heading", level=1).inner_text() != MENU[script]:  # where an earlier try left it
        opened(page, script, says)
    address = page.url
    go(page, MENU[other])
    page.go_back()
    expect_kept(page, script, address, shows)
    if says:
        page.go_forward()
        heading(page, MENU[other])
        settled(page)
        page.go_back()
        expect_kept(page, script, address, shows)
    page.reload()
    expect_kept(page, script, address, shows)


def test_nothing_left_this_machine_and_nothing_was_thrown(outside: list[str], troubles: list[str]) -> None:
    assert outside == []
    assert troubles == []
