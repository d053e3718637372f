"""What is typed into a search field stands and is answered, also where the window's machine is too busy for it."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, WebSocketRoute, expect

from engine.workbench import Workbench
from tests.browser.steps import heading, settled
from tests.linked import copied

TAKEN_BACK = """text => {
  const field = document.querySelector('[role=searchbox], input[type=search]');
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set.call(field, text);
}"""

TAKEN_BACK_AT_KEY = """field => window.addEventListener("keydown", () => {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set.call(field, "as");
}, { once: true, capture: true })"""
SENT_LATE = """button => {
  const now = window.setTimeout;  // by which a click is sent
  window.setTimeout = (act, pause, ...given) => now(act, pause || 3000, ...given);
  button.click();
  window.setTimeout = now;
}"""


@pytest.fixture(scope="module")
def workspace(made: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The small workspace."""
    folder = tmp_path_factory.mktemp("typed") / "workspace"
    copied(made, folder)
    return folder


def answered(page: Page, text: str) -> None:
    """Waits for the ranking of exactly this text."""
    expect(page.locator(f".table[data-query='{text}'] button.row").first).to_be_visible()


def rankings(page: Page) -> Locator:
    """Opens Rankings; the search field, once the page has come to rest."""
    page.goto("/")
    heading(page, "Rankings")
    settled(page)
    return page.get_by_role("searchbox")


def test_a_letter_that_is_taken_back_comes_again(page: Page) -> None:
    box = rankings(page)
    box.press_sequentially("asthm", delay=60)
    page.evaluate(TAKEN_BACK, "ast")
    page.keyboard.type("a")

    expect(box).to_have_value("asthma")
    answered(page, "asthma")


def test_letters_that_are_taken_back_between_two_keys_come_again(page: Page) -> None:
    box = rankings(page)
    box.press_sequentially("asth", delay=60)
    box.evaluate(TAKEN_BACK_AT_KEY)
    page.keyboard.type("ma", delay=60)

    expect(box).to_have_value("asthma")
    answered(page, "asthma")


def test_a_table_that_stayed_behind_is_asked_for_again(page: Page) -> None:
    box = rankings(page)
    box.press_sequentially("asthma", delay=60)
    answered(page, "asthma")
    page.evaluate("window.nomenclatorTables['.st-key-q input'].query = 'asth'")

    page.wait_for_function("() => window.nomenclatorTables['.st-key-q input'].query === 'asthma'", timeout=20_000)
    expect(box).to_have_value("asthma")


def test_what_was_sent_in_vain_is_sent_again(page: Page) -> None:
    lost: list[str] = []

    def lose(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def forward(message: str | bytes) -> None:
            if b"asthma" in (message.encode() if isinstance(message, str) else message) and not lost:
                lost.append("asthma")
            else:
                server.send(message)

        socket.on_message(forward)

    page.route_web_socket("**/*", lose)
    rankings(page).fill("asthma")

    answered(page, "asthma")
    assert lost
    expect(page.get_by_role("searchbox")).to_have_value("asthma")


def test_an_example_takes_the_place_of_what_was_typed(page: Page) -> None:
    page.unroute_all()
    page.goto("/")
    heading(page, "Rankings")
    box = page.get_by_role("searchbox")
    box.press_sequentially("zz", delay=60)
    box.fill("")
    page.get_by_role("button", name="heart attack").click()

    expect(box).to_have_value("heart attack")
    answered(page, "heart attack")


def test_a_click_is_carried_out_once_while_work_goes_on(page: Page, workspace: Path) -> None:
    workbench = Workbench(workspace)
    waiting = workbench.jobs.queue("index", "Waiting", {"encoder": "vectors"})  # so that the menu looks after it
    page.goto("/?q=wheezy+lung")
    heading(page, "Rankings")
    expect(page.get_by_text("Waiting").or_(page.get_by_test_id("stProgress"))).to_be_visible()
    page.locator("button.row").first.click()
    add = page.get_by_role("button", name="Add “wheezy lung")
    expect(add).to_be_visible()
    add.evaluate(SENT_LATE)

    expect(page.get_by_text("Added “wheezy lung”")).to_be_visible()
    page.wait_for_timeout(3_000)
    assert [edit.name for edit in workbench.edits.newest()] == ["wheezy lung"]
    expect(page.get_by_text("is a name of")).to_have_count(0)
    workbench.jobs.cancel(waiting)


def test_the_card_of_the_search_before_goes_whole(page: Page) -> None:
    """The letter after the first broke the drawing off, and half of the card stood there: “Add … as synonym”."""
    box = rankings(page)
    for delay in (15, 25, 35, 45, 60, 80):  # one of them meets the moment in which the card is drawn
        box.fill("")
        box.press_sequentially("heart trouble", delay=15)
        answered(page, "heart trouble")
        page.locator("button.row").first.click()
        expect(page.get_by_role("button", name="Add “heart trouble” as synonym")).to_be_visible()
        box.fill("")
        box.press_sequentially("pneumonia", delay=delay)
        answered(page, "pneumonia")
        settled(page)
        expect(page.get_by_text("Type a name, then choose a row")).to_be_visible()
        expect(page.get_by_role("button", name="Add “heart trouble” as synonym")).to_have_count(0)
        expect(page.get_by_placeholder("Another name of this concept")).to_have_count(0)


def test_nothing_was_thrown(outside: list[str], troubles: list[str]) -> None:
    assert (outside, troubles) == ([], [])
