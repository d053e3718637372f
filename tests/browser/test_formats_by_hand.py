"""Two things of the formats that only a person does: take marks out of names at import, and make an RF2 map."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from engine.terminology import importing
from engine.workbench import Workbench
from tests.browser.steps import heading, settled
from tests.conftest import TERMS
from tests.mapped import started

SLOW = 60_000  # milliseconds: other work may share the machine
MARKED = "id,name,synonyms\nD1,heart attack (disorder),heart  attack|MI\nD2,angina,\n"
SNOMED = "id,name\n22298006,Heart attack\n84114007,Cardiac failure\n195967001,Bronchial asthma\n"


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Organs, mapped in part onto concepts with ids of SNOMED CT."""
    folder, files = tmp_path_factory.mktemp("browser") / "workspace", tmp_path_factory.mktemp("files")
    bench = Workbench(folder)
    for name, content in (("organs", TERMS), ("others", SNOMED)):
        (files / f"{name}.csv").write_text(content, encoding="utf-8")
        for _ in importing.import_file(bench.workspace, {"path": str(files / f"{name}.csv"), "name": name}):
            pass
    assert started(bench) == 1
    bench.mapping_decisions.decide(1, ["H1"], "mapped", "ann")
    return folder


def test_the_box_takes_marks_out_of_the_names_that_are_imported(page: Page, workspace: Path, tmp_path: Path) -> None:
    file = tmp_path / "hearts.csv"
    file.write_text(MARKED, encoding="utf-8")
    page.goto("/terminologies")
    heading(page, "Terminologies", SLOW)
    page.locator(".st-key-import_file input[type=file]").set_input_files(file)
    box = page.locator(".st-key-import_clean")
    expect(box).to_contain_text(
        "Take out marks such as “(disorder)” in 1 name and stray blanks in 1 name", timeout=SLOW
    )
    box.locator("label").click()
    settled(page)
    page.get_by_role("button", name="Import 2 concepts").click()
    expect(page.get_by_text("Imported 2 concepts with 3 names.")).to_be_visible(timeout=SLOW)

    card = Workbench(workspace).terminologies.concept("hearts", "D1")
    assert sorted(name.text for name in card.concept.names) == ["MI", "heart attack"]


def test_a_namespace_and_a_click_make_the_rf2_map(page: Page, tmp_path: Path) -> None:
    page.goto("/mappings?project=1")
    heading(page, "Mappings", SLOW)
    settled(page)
    page.get_by_role("button", name="Export", exact=True).click()
    namespace = page.get_by_role("textbox", name="Namespace of your extension")
    namespace.fill("1000003")
    namespace.press("Enter")
    button = page.get_by_role("button", name="RF2 map", exact=True)
    expect(button).to_be_enabled(timeout=SLOW)
    with page.expect_download() as downloading:
        button.click()
    out = tmp_path / downloading.value.suggested_filename
    downloading.value.save_as(out)

    assert re.fullmatch(r"der2_sRefset_SimpleMapSnapshot_1000003_\d{8}\.txt", out.name)
    heading_line, *rows = (line.split("\t") for line in out.read_text(encoding="utf-8").splitlines())
    assert heading_line[-2:] == ["referencedComponentId", "mapTarget"]
    assert [row[-2:] for row in rows] == [["22298006", "H1"]]


def test_nothing_went_wrong_on_the_way(outside: list[str], troubles: list[str]) -> None:
    assert (outside, troubles) == ([], [])
