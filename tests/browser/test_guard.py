"""The window opened by the address of its launch, as browsers do it, with every socket of the program watched."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.steps import go, heading, search, settled
from tests.browser.traced import beyond_this_machine, network_calls, traced
from tests.browser.window import served
from tests.linked import copied
from tests.menu import MENU

CLOSED = "open the address printed in the terminal"


@pytest.fixture(scope="module")
def trace(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("trace") / "sockets.txt"


@pytest.fixture(scope="module")
def address(browser: Browser, made: Path, trace: Path) -> Iterator[str]:
    with traced(copied(made, trace.parent / "workspace"), trace) as address:
        yield address


@pytest.fixture
def stranger(browser: Browser, address: str) -> Iterator[Page]:
    """A browser that has never been here."""
    window = browser.new_context(base_url=address)
    yield window.new_page()
    window.close()


def test_a_browser_without_the_cookie_reads_what_to_do(stranger: Page) -> None:
    stranger.goto("/train")
    expect(stranger.get_by_text(CLOSED)).to_be_visible()


def test_the_address_of_the_launch_opens_the_window_and_shows_no_secret(stranger: Page, address: str) -> None:
    stranger.goto(address)
    heading(stranger, "Rankings", 60_000)
    assert stranger.url == f"http://{urlsplit(address).netloc}/"
    stranger.reload()
    heading(stranger, "Rankings", 60_000)
    assert "nomenclator-" not in stranger.evaluate("document.cookie")  # `nomenclator_who`, a name, is no secret


def test_a_link_in_another_program_opens_the_window(stranger: Page, address: str, tmp_path: Path) -> None:
    """A strict cookie is kept back from what another site's page leads to, redirects included."""
    (tmp_path / "link.html").write_text(f'<a href="{address}">open</a>', encoding="utf-8")
    stranger.goto((tmp_path / "link.html").as_uri())
    stranger.get_by_text("open").click()
    heading(stranger, "Rankings", 60_000)


def test_another_page_cannot_frame_the_window(stranger: Page, address: str, tmp_path: Path) -> None:
    (tmp_path / "frame.html").write_text(f'<iframe src="{address}"></iframe>', encoding="utf-8")
    with stranger.expect_event("requestfailed") as refused:
        stranger.goto((tmp_path / "frame.html").as_uri())
    assert refused.value.url == address and "BLOCKED_BY_RESPONSE" in (refused.value.failure or "")


def test_every_page_and_a_search_turn_to_nobody_outside(
    page: Page, outside: list[str], troubles: list[str], trace: Path
) -> None:
    page.goto("/")
    search(page, "heart atack")
    for title in MENU.values():
        go(page, title)
        settled(page)

    assert (outside, troubles) == ([], [])
    assert any("bind(" in line for line in network_calls(trace))
    assert beyond_this_machine(trace) == []


def test_a_tab_of_before_a_restart_says_so(stranger: Page, made: Path, tmp_path: Path) -> None:
    """It spoke of HTTP status 403 and CORS settings."""
    folder = copied(made, tmp_path / "workspace")
    with served(folder) as before:
        stranger.goto(before)
        heading(stranger, "Rankings", 60_000)
    with served(folder, port=urlsplit(before).port):
        expect(stranger.get_by_role("dialog")).to_contain_text("Nomenclator was started again", timeout=60_000)
