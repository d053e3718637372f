"""The audit by hand and by keyboard in a real browser, on a small terminology with planted faults."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from engine.retrieval.searchable import make_searchable
from engine.terminology import importing
from engine.workbench import Workbench
from tests.browser.steps import go, heading, pressed, settled

FAULTY = """id,name,synonyms,parents
R,Disorders,,
H,Heart disorders,,R
H1,Myocardial infarction,heart attack|cardiac infarction|tight  chest &amp; pain,H
H2,Heart failure,cardiac failure|weak heart (disorder),H|R
H3,Angina pectoris,chest pain of the heart,H
L,Lung disorders,,R
L1,Asthma,bronchial asthma|lung infection,L
L2,Pneumonia,lung infection,L
L3,Dyspnoea,"short of breath|trouble breathing,",L
"""


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A terminology with a redundant link, a name of two concepts and names with stray marks."""
    folder = tmp_path_factory.mktemp("audit") / "workspace"
    file = tmp_path_factory.mktemp("faulty") / "faulty.csv"
    file.write_text(FAULTY, encoding="utf-8")
    recipe = {"path": str(file), "name": "faulty", "title": "Faulty organs"}
    for _ in importing.import_file(Workbench(folder).workspace, recipe, make_searchable):
        pass
    return folder


def rows(page: Page) -> Locator:
    return page.get_by_role("table", name="Findings").get_by_role("row")


def state(page: Page, title: str) -> Locator:
    return page.locator(".st-key-audit_show").get_by_text(re.compile(f"^{title} "))


def in_hand(page: Page) -> str:
    return page.locator(".st-key-audit_panel").get_by_role("heading").inner_text()


def test_an_audit_runs_in_the_background_and_a_second_visit_shows_it(page: Page) -> None:
    page.goto("/audit")
    heading(page, "Audit")
    expect(page.get_by_text("Faulty organs was not audited yet")).to_be_visible()
    pressed(page, "t")
    expect(rows(page)).not_to_have_count(0, timeout=60_000)
    go(page, "Models")
    go(page, "Audit")
    expect(rows(page)).not_to_have_count(0)
    expect(page.get_by_text("Redundant links 1")).to_be_visible()
    expect(page.get_by_text("Ambiguous names 1")).to_be_visible()
    expect(page.get_by_text("Stray marks 3")).to_be_visible()


def test_one_key_resolves_refuses_and_flags_and_the_states_stand_after_a_reload(page: Page) -> None:
    page.get_by_text("Stray marks 3").click()
    expect(rows(page)).to_have_count(4)
    expect(page).to_have_url(re.compile("kind=stray"))
    decided = []
    for key, left, word in (("a", 3, "Resolved"), ("x", 2, "Refused"), ("f", 0, "Flagged")):
        decided.append(in_hand(page))
        pressed(page, key)
        expect(page.locator(".st-key-audit_panel").get_by_text(re.compile(f"^{word}: "))).to_be_visible()
        if left:
            expect(rows(page)).to_have_count(left)
        settled(page)  # the finding that is read next is the one that came instead
    expect(page.get_by_text("No finding of this kind is open.")).to_be_visible()
    page.reload()
    for title in ("Resolved", "Refused", "Flagged"):
        expect(state(page, title)).to_have_text(f"{title} 1")
    for title, name in zip(("Resolved", "Refused", "Flagged"), decided, strict=True):
        state(page, title).click()
        expect(page.locator(".st-key-audit_panel").get_by_role("heading", name=name)).to_be_visible()
        expect(page.get_by_text(re.compile(f"^{title} by "))).to_be_visible()


def test_undo_brings_a_finding_back_and_history_has_it(page: Page) -> None:
    for left in ("Open 1", "Open 2", "Open 3"):
        page.get_by_role("heading", level=1).click()
        pressed(page, "u")
        expect(state(page, "Open")).to_have_text(left)
    go(page, "History")
    entries = page.get_by_role("table", name="History", exact=True)
    expect(entries.get_by_text(re.compile("^Resolved stray mark"))).to_be_visible()
    page.go_back()


def test_the_address_leads_to_a_kind_and_a_finding(page: Page) -> None:
    heading(page, "Audit")
    state(page, "Open").click()
    expect(rows(page)).to_have_count(4)
    before = in_hand(page)
    pressed(page, "j")
    expect(page.locator(".st-key-audit_panel").get_by_role("heading", name=before)).to_have_count(0)
    second = in_hand(page)
    expect(page).to_have_url(re.compile(r"finding=\d+"))
    page.reload()
    heading(page, "Audit")
    expect(page.locator(".st-key-audit_panel").get_by_role("heading", name=second)).to_be_visible()
    settled(page)
    pressed(page, "h")
    expect(page.locator(".st-key-audit_panel").get_by_role("heading", name=before)).to_be_visible()


def test_a_redundant_link_is_withdrawn_and_is_not_found_again(page: Page, workspace: Path) -> None:
    page.get_by_text("Redundant links 1").click()
    expect(page.get_by_role("button", name=re.compile("Withdraw the link"))).to_be_enabled()
    pressed(page, "a")
    expect(page.get_by_text("H2 no longer stands under R")).to_be_visible()
    assert Workbench(workspace).hierarchy.parents("faulty")["H2"] == ["H"]
    expect(page.get_by_text("Something was edited since")).to_be_visible()
    pressed(page, "t")
    expect(page.get_by_text("Redundant links 0")).to_be_visible(timeout=60_000)  # what is chosen stays in sight
    expect(page.get_by_text("Something was edited since")).to_have_count(0)
    expect(state(page, "Resolved")).to_have_text("Resolved 0")


def test_nothing_was_thrown(outside: list[str], troubles: list[str]) -> None:
    assert outside == []
    assert troubles == []
