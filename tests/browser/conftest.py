"""One app, one browser window and one fresh workspace for a whole module of browser tests."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browser.window import FLAGS, browser_path, new_window, served, watched_page
from tests.linked import copied

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

REQUIRED = "NOMENCLATOR_BROWSER_REQUIRED"


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Headless Chromium; skips with a reason where there is none, and fails instead when one is required."""
    path, missing = browser_path(), ""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        missing = "Playwright is not installed (requirements-dev.txt has it)"
    if not path:
        missing = "there is no Chromium or Chrome on this machine"
    if missing:
        (pytest.fail if os.environ.get(REQUIRED) == "1" else pytest.skip)(f"Browser tests: {missing}.")
    with sync_playwright() as playwright:
        window = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        yield window
        window.close()


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that is not there yet: the app makes the sample workspace in it."""
    return tmp_path_factory.mktemp("browser") / "workspace"


@pytest.fixture(scope="module")
def address(browser: Browser, workspace: Path, request: pytest.FixtureRequest) -> Iterator[str]:
    """Where the app answers, on a workspace that has the dictionary, which takes long to make, unless the app makes it
    all: then nobody waits for it here."""
    if (workspace / "workspace.db").is_file():
        copied(request.getfixturevalue("written_dictionary"), workspace / "indexes")
    with served(workspace) as address:
        yield address


@pytest.fixture(scope="module")
def outside() -> list[str]:
    """Addresses beyond this machine that a page asked for; there must be none."""
    return []


@pytest.fixture(scope="module")
def troubles() -> list[str]:
    """What the pages' scripts threw; there must be nothing."""
    return []


@pytest.fixture(scope="module")
def page(browser: Browser, address: str, outside: list[str], troubles: list[str]) -> Iterator[Page]:
    """One window of 1280 by 800, used from the first test of the module to its last."""
    with watched_page(browser, address, outside, troubles) as opened:
        yield opened


@pytest.fixture(scope="module")
def dark(browser: Browser, address: str) -> Iterator[Page]:
    """A second window, of a person whose system is dark."""
    window = new_window(browser, address, color_scheme="dark")
    window.set_default_timeout(30_000)
    yield window.new_page()
    window.close()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests of this folder: `browser`, and `flaky`, since a window on a busy machine may miss a click.

    Each may be tried three times; each try is told.
    """
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.browser)
            item.add_marker(pytest.mark.flaky(reruns=2))
