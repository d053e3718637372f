"""The example of each format's page in the guide is seen in the window before it is imported, as the page says."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, FloatRect, Page, expect

from pages.parts.formatting import count
from tests.browser.steps import PICTURES, heading, picture, settled
from tests.browser.window import started
from tests.format_pages import READ, stated, written_example
from tests.linked import copied

FIELD = "Or the path of a file or folder on this machine"
LARGEST, LARGEST_TOGETHER = 60_000, 900_000  # bytes
REMADE = os.environ.get("NOMENCLATOR_PICTURES") == "1"
MARGIN = 8  # pixels around the form


@pytest.fixture(scope="module")
def workspace(made: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The small workspace."""
    return Path(copied(made, tmp_path_factory.mktemp("formats") / "workspace"))


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The home folder of the person, in which the examples lie."""
    return tmp_path_factory.mktemp("home")


@pytest.fixture(scope="module")
def address(browser: Browser, workspace: Path, home: Path) -> Iterator[str]:
    """Where the app answers, started by a person with a home of their own."""
    environment = {**os.environ, "HOME": str(home), "USERPROFILE": str(home)}
    with started([sys.executable, "-m", "streamlit", "run", "app.py"], workspace, environment) as (address, _):
        yield address


def form(page: Page) -> FloatRect:
    """Where the form lies, from the field of the path to the button that imports."""
    page.locator(".stMain").evaluate("main => main.scrollTo(0, 0)")
    first = page.locator(".st-key-import_path").bounding_box()
    last = page.locator(".st-key-import_start").bounding_box()
    assert first and last
    height = last["y"] + last["height"] - first["y"] + 2 * MARGIN
    return {"x": first["x"] - MARGIN, "y": first["y"] - MARGIN, "width": first["width"] + 2 * MARGIN, "height": height}


@pytest.mark.parametrize("name", READ)
def test_the_example_is_seen_as_its_page_says(page: Page, home: Path, name: str) -> None:
    path = written_example(name, home)
    concepts, names, edges = stated(name)
    field, imports = page.get_by_label(FIELD), page.get_by_role("button", name="Import ")
    if not field.count():
        page.set_viewport_size({"width": 1280, "height": 1600})
        page.goto("/terminologies")
        heading(page, "Terminologies")
    field.fill("")
    field.press("Enter")
    expect(imports).to_have_count(0)  # nothing is left of the example before
    field.fill(f"~/{path.name}")
    field.press("Enter")
    seen = f"{count(concepts, 'concept')}, {count(names, 'name')}, {count(edges, 'parent link')}, no problems"

    expect(page.get_by_text(seen)).to_be_visible()
    expect(imports).to_have_text(f"Import {count(concepts, 'concept')}")
    if REMADE:
        settled(page)
        picture(page, f"format-{name}.png", form(page))


def test_the_pictures_are_small() -> None:
    sizes = {name: (PICTURES / f"format-{name}.png").stat().st_size for name in READ}
    assert {name: size for name, size in sizes.items() if size > LARGEST} == {}
    assert sum(sizes.values()) < LARGEST_TOGETHER


def test_nothing_was_thrown(outside: list[str], troubles: list[str]) -> None:
    assert (outside, troubles) == ([], [])
