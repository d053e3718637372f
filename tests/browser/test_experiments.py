"""An experiment by hand in a real browser: started on the small workspace, watched, read as a table and a plot."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from engine.retrieval.searchable import make_searchable
from engine.terminology import importing
from engine.workbench import Workbench
from tests.browser.accessible import findings
from tests.browser.steps import TRAINING, go, heading, picture, pressed, settled
from tests.linked import copied

WHAT = ("pain", "swelling", "burn", "fracture", "gout", "rash", "itch", "cramp", "spasm", "wound", "cyst", "infection")
HOW = ("acute", "chronic", "recurrent")
PLACES = ("hand", "foot", "knee")


@pytest.fixture(scope="module")
def workspace(made: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The small workspace, and a terminology whose three classes have as many names as a curve needs."""
    folder = tmp_path_factory.mktemp("experiments") / "workspace"
    complaints = [f"{how} {what}" for how, what in product(HOW, WHAT)]
    copied(made, folder)
    lines = ["id,name,synonyms,parents", "R,Complaints,,"]
    for place in PLACES:
        lines.append(f"{place},Disorders of the {place},,R")
        lines += [f"{place}{at},{what} of the {place},,{place}" for at, what in enumerate(complaints)]
    file = folder.with_name("complaints.csv")
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    recipe = {"path": str(file), "name": "complaints", "title": "Complaints"}
    for _ in importing.import_file(Workbench(folder).workspace, recipe, make_searchable):
        pass
    return folder


def choose(page: Page, label: str, title: str) -> None:
    page.get_by_role("combobox", name=label).click()
    page.get_by_role("option", name=title, exact=True).click()
    settled(page)


def test_a_quick_experiment_is_started_watched_and_read(page: Page) -> None:
    page.goto("/experiments")
    heading(page, "Experiments")
    expect(page.get_by_text("Do a few names of each top class teach an encoder")).to_be_visible()
    for label in ("First (S)", "Second (I)"):
        choose(page, label, "Complaints")
    for label in ("Quick trial", "Curve"):
        page.get_by_text(label, exact=True).click()
    settled(page)
    page.get_by_role("heading", level=1).click()
    pressed(page, "t")
    runs = page.get_by_role("table", name="Experiments")
    expect(runs.get_by_text("Done")).to_be_visible(timeout=TRAINING)
    expect(page.get_by_role("table", name="Results").get_by_role("row").nth(1)).to_be_visible()
    expect(page.locator(".st-key-experiment_results .js-plotly-plot").first).to_be_visible()
    expect(page).to_have_url(re.compile(r"run=\d+"))


def test_the_table_shows_one_set_at_a_time(page: Page) -> None:
    rows = page.get_by_role("table", name="Results").first.get_by_role("row")
    few = rows.count()
    page.locator('[class*="st-key-experiment_1_"][class*="_set"]').get_by_text("UMNSRS similarity").click()
    settled(page)
    expect(rows).to_have_count(few)
    expect(rows.nth(1)).to_contain_text("vectors")


def test_back_and_a_reload_find_the_run_again(page: Page) -> None:
    go(page, "Models")
    page.go_back()
    heading(page, "Experiments")
    expect(page.get_by_role("table", name="Results").first).to_be_visible()
    page.reload()
    expect(page.get_by_role("table", name="Results").first).to_be_visible()
    settled(page)
    assert findings(page) == []


def test_the_curve_is_the_picture_of_the_guide(page: Page) -> None:
    page.set_viewport_size({"width": 1280, "height": 1240})
    settled(page)
    picture(page, "experiments.png")
    page.set_viewport_size({"width": 1280, "height": 800})


def test_nothing_left_this_machine_and_nothing_was_thrown(outside: list[str], troubles: list[str]) -> None:
    assert outside == []
    assert troubles == []
