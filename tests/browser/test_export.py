"""Every kind is downloaded in a real browser, and labels are loaded back: changed rows, wrong rows and all."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from engine.terminology import importing
from engine.workbench import Workbench
from tests.browser.steps import heading, settled
from tests.conftest import TERMS

SLOW = 60_000  # milliseconds: other work may share the machine
KINDS = {
    "Edits": ("edits.csv", "pump failure"),
    "Labels": ("labels.csv", "'=cmd"),
    "History": ("history.csv", "mira"),
    "Whole terminology": ("organs-terminology.csv", "Myocardial infarction"),
}


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The nine concepts of TERMS with an edit and three labels."""
    folder = tmp_path_factory.mktemp("browser") / "workspace"
    file = tmp_path_factory.mktemp("file") / "organs.csv"
    file.write_text(TERMS, encoding="utf-8")
    bench = Workbench(folder)
    for _ in importing.import_file(bench.workspace, {"path": str(file), "name": "organs", "title": "Organs"}):
        pass
    bench.synonyms.add("organs", "H2", "pump failure", "mira", "heard on the ward", "pump", 0.75, "vectors")
    bench.labels.add("signs", [("=cmd", "other"), ("heart attack", "heart"), ("wheeze", "lung")], "mira")
    return folder


def chosen(page: Page, kind: str) -> None:
    """Chooses what to export."""
    page.locator(".st-key-export_what").get_by_text(kind, exact=True).click()
    expect(page.get_by_role("heading", name=re.compile(f"^{kind}: "))).to_be_visible(timeout=SLOW)


def downloaded(page: Page, folder: Path) -> Path:
    """The file that the button gives."""
    settled(page)
    with page.expect_download() as download:
        page.get_by_role("button", name=re.compile("^Download")).click()
    file = folder / download.value.suggested_filename
    download.value.save_as(file)
    return file


@pytest.mark.parametrize("kind", KINDS)
def test_a_kind_is_downloaded(page: Page, tmp_path: Path, kind: str) -> None:
    page.goto("/export")
    heading(page, "Export", SLOW)
    chosen(page, kind)
    file = downloaded(page, tmp_path)

    name, text = KINDS[kind]
    assert file.name == name and text in file.read_text(encoding="utf-8-sig")


def test_another_format_is_one_click_and_stays_in_the_address(page: Page, tmp_path: Path) -> None:
    page.goto("/export?what=edits")
    heading(page, "Export", SLOW)
    page.get_by_text("SSSOM TSV", exact=True).click()
    expect(page.get_by_text(re.compile("What SSSOM says"))).to_be_visible(timeout=SLOW)
    file = downloaded(page, tmp_path)

    assert "skos:exactMatch" in file.read_text(encoding="utf-8") and file.name == "edits.sssom.tsv"
    assert "as=sssom" in page.url


def test_what_is_empty_says_what_to_do(page: Page) -> None:
    chosen(page, "Decisions")
    expect(page.get_by_text("Decide about the mentions of a file")).to_be_visible()
    expect(page.get_by_role("button", name=re.compile("^Download"))).to_be_disabled()


def test_labels_are_loaded_back_and_a_wrong_row_is_told(page: Page, workspace: Path, tmp_path: Path) -> None:
    chosen(page, "Labels")
    file = downloaded(page, tmp_path)
    text = file.read_text(encoding="utf-8-sig").replace("wheeze,lung,mira", "wheeze,chest,olu")
    file.write_text(text + "signs,nameless,,mira,2026-01-01,,,,,,yes\n", encoding="utf-8-sig")
    page.locator(".st-key-load_file input[type=file]").set_input_files(file)
    expect(page.get_by_text(re.compile("Row 5.*“class” is empty"))).to_be_visible(timeout=SLOW)
    page.get_by_role("button", name="Load 3 rows, leave out 1").click()

    expect(page.get_by_text("Loaded 1 row of labels")).to_be_visible(timeout=SLOW)
    kept = {one.name: (one.label, one.who) for one in Workbench(workspace).labels.in_set("signs")}
    assert kept == {"=cmd": ("other", "mira"), "heart attack": ("heart", "mira"), "wheeze": ("chest", "olu")}


def test_a_file_that_is_no_export_says_so(page: Page, tmp_path: Path) -> None:
    file = tmp_path / "else.csv"
    file.write_text("a,b\n1,2\n", encoding="utf-8")
    page.locator(".st-key-load_file input[type=file]").set_input_files(file)
    expect(page.get_by_role("alert")).to_contain_text("no export of this program", timeout=SLOW)


def test_nothing_left_this_machine_and_nothing_was_thrown(outside: list[str], troubles: list[str]) -> None:
    assert outside == []
    assert troubles == []
