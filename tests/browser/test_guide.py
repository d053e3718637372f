"""Everyday names on the sample data, and then the six jobs of docs/guide/, in order; their pictures are made here
(NOMENCLATOR_PICTURES=1).

Without pictures, a terminology of nine concepts is measured and audited instead of a whole one of the sample data.
"""

from __future__ import annotations

import re
from itertools import count
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from engine.workbench import Workbench
from tests.browser.accessible import findings
from tests.browser.steps import (
    TRAINING,
    finished,
    go,
    heading,
    picture,
    picture_of,
    pressed,
    remade,
    search,
    settled,
    small_recipe,
    strip,
)
from tests.conftest import CODES, TERMS
from tests.linked import copied
from tests.tables import with_table

SLOW = 120_000  # milliseconds that a slow machine may take
NEW_NAME = "trouble catching breath"
TO_PLACE = "type 2 diabetes with foot ulcer"
HELD = ["H1", "H3", "L3"]  # concepts of TERMS that no training sees
MISPLACED = "bronchial asthma of children"
FRACTURE = "fracture of left femur"
EVERYDAY = {  # what is typed -> the codes of which one must stand first
    "heart attack": ("I21", "I21.9"),
    "stroke": ("I63.9", "I63"),
    "T2DM": ("E11", "E11.9"),
    "I219": ("I21.9",),
    "CKD stage 3": ("N18.30", "N18.3"),
    FRACTURE: ("S72.92", "S72.92XA"),
    "no BM x 3 days": ("K59.00",),
    "carpal tunnel left": ("G56.02",),
    "breast cancer mets to bone": ("C79.51",),
    "apendicitis": ("K37",),
}


@pytest.fixture(scope="module")
def workspace(sample_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the sample workspace: ICD-10-CM and the Human Phenotype Ontology."""
    folder = tmp_path_factory.mktemp("guide") / "sample"
    copied(sample_folder, folder)
    return folder


@pytest.fixture(scope="module")
def small(workspace: Path) -> None:
    """The nine concepts of TERMS in the workspace, where no pictures are made; HELD are held out, and one of the others
    has a name of another."""
    if remade():
        return
    bench = Workbench(workspace)
    held_out = bench.workspace.held_out
    sort = next(at for at in count() if [code for code in CODES if held_out(f"{code}-{at}")] == HELD)
    heading, *rows = (line.split(",") for line in TERMS.splitlines())
    lines = [
        [f"{code}-{sort}", name, f"{synonyms}|{MISPLACED}" if code == "H2" else synonyms, parent and f"{parent}-{sort}"]
        for code, name, synonyms, parent in rows
    ]
    with_table(bench, workspace.parent, "small", "\n".join(",".join(line) for line in [heading, *lines]))


def shown(page: Page, name: str) -> None:
    """The picture of a step, and that what it shows can be used by everybody."""
    picture(page, f"guide-{name}.png")
    assert findings(page) == []


def right_key(card: Locator) -> str:
    """The digit of the class that stands in the name's own path, as a terminologist would say; S where none does."""
    path = card.locator(".head").inner_text()
    classes = card.locator(".class")
    titles = [
        re.sub(r"\s*suggested.*", "", classes.nth(at).inner_text(), flags=re.DOTALL) for at in range(classes.count())
    ]
    lines = [[line for line in title.splitlines() if len(line) > 5] for title in titles]
    return next((str(at + 1) for at, said in enumerate(lines) if said and said[0] in path), "s")


def named(page: Page, who: str) -> None:
    """Gives the profile its name."""
    field = page.get_by_label("Your name", exact=True)
    field.fill(who)
    field.press("Enter")
    expect(field).to_have_value(who)


def test_everyday_names_get_the_right_code_first(page: Page) -> None:
    """Ten of them, typed as a clinician types them: the first answer is the code that a coder would choose."""
    page.goto("/?in=ICD-10-CM")
    heading(page, "Rankings", SLOW)
    settled(page)
    wrong, strips = {}, []
    for text, codes in EVERYDAY.items():
        first = search(page, text).first
        expect(first).to_be_visible()
        code = first.locator("code").inner_text()
        if code not in codes:
            wrong[text] = code
        if text == FRACTURE:
            expect(first).to_contain_text("likely")
        if remade():
            settled(page)
            strips.append(strip(page, page.locator(".st-key-q"), first))
    assert wrong == {}
    picture_of(strips, "everyday.png")


def test_the_tour_is_offered(page: Page) -> None:
    page.goto("/")
    heading(page, "Rankings", SLOW)
    named(page, "Mira")
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.get_by_role("dialog", name="Type any name")).to_be_visible()
    shown(page, "tour")
    page.get_by_role("button", name="Skip the tour").click()


def test_find_a_name_and_add_a_synonym(page: Page) -> None:
    page.keyboard.press("Escape")
    search(page, NEW_NAME).nth(0).click()
    expect(page.get_by_role("button", name=re.compile(f"^Add “{NEW_NAME}”"))).to_be_visible(timeout=SLOW)
    page.get_by_label("Reason (optional)").fill("said in the clinic")
    page.get_by_label("Reason (optional)").press("Enter")
    shown(page, "find")
    page.locator("button.row[aria-current]").first.focus()
    pressed(page, "a")
    expect(page.get_by_text(f"Added “{NEW_NAME}”")).to_be_visible()
    first = search(page, NEW_NAME).first
    expect(first).to_contain_text("added")
    expect(first).to_contain_text("exact")
    shown(page, "synonym")
    page.get_by_role("heading", level=1).click()
    pressed(page, "k")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    shown(page, "keys")
    page.keyboard.press("Escape")


def test_label(page: Page) -> None:
    go(page, "Labels")
    page.get_by_label("Name of the new set").fill("organ systems")
    page.get_by_label("Name of the new set").press("Enter")
    choice = page.get_by_role("combobox", name="Terminology").first
    choice.click()
    page.get_by_role("option", name="Human Phenotype Ontology").click()
    define = page.get_by_role("button", name=re.compile("^Define the set with"))
    expect(define).to_be_enabled()
    define.click()
    card = page.locator(".name-card[data-name]")
    for _ in range(6):
        expect(card).to_be_visible(timeout=SLOW)
        before = str(card.get_attribute("data-name"))
        page.keyboard.press(right_key(card))
        expect(card).not_to_have_attribute("data-name", before, timeout=SLOW)
    shown(page, "label")


def test_train(page: Page) -> None:
    go(page, "Train")
    page.get_by_role("combobox", name="Terminology").first.click()
    page.get_by_role("option", name="Human Phenotype Ontology").click()
    small_recipe(page, seed=1)
    expect(page.get_by_text(re.compile(r"\d+ classes used"))).to_be_visible(timeout=SLOW)
    page.get_by_role("button", name="Start training").click()
    finished(page)
    shown(page, "train")


@pytest.mark.usefixtures("small")
def test_chain_and_compare(page: Page) -> None:
    page.get_by_role("button", name=re.compile("^Chain ICD-10-CM")).click()
    expect(page.get_by_text("Done: ")).to_have_count(0)
    page.get_by_role("button", name="Start training").click()
    finished(page)
    expect(page.get_by_text(re.compile("The chain (kept|forgot)"))).to_be_visible(timeout=SLOW)
    shown(page, "chain")
    page.get_by_role("button", name="Compare", exact=True).click()
    heading(page, "Compare")
    if not remade():
        page.get_by_role("combobox", name="Names of").click()
        page.get_by_role("option", name="Small", exact=True).click()
        expect(page.get_by_text(re.compile("held-out names of Small"))).to_be_visible(timeout=SLOW)
    page.get_by_role("button", name="Measure").click()
    row = page.get_by_role("table", name="Every task").get_by_role("row", name=re.compile("Retrieval, mAP"))
    expect(row).to_be_visible(timeout=TRAINING)
    shown(page, "compare")


def test_normalise_a_file(page: Page) -> None:
    go(page, "Normalise")
    page.get_by_role("button", name="Try an example of Human Phenotype Ontology names").click()
    expect(page.get_by_role("table", name="The first mentions")).to_be_visible(timeout=SLOW)
    page.get_by_role("heading", level=1).click()
    pressed(page, "t")
    expect(page.get_by_text(re.compile("mentions answered"))).to_be_visible(timeout=TRAINING)
    pressed(page, "w")
    expect(page.locator(".desk")).to_be_visible(timeout=SLOW)
    expect(page.locator(".shown h2")).to_be_visible(timeout=SLOW)
    shown(page, "normalise")


def test_place_new_terms(page: Page) -> None:
    go(page, "Place")
    page.get_by_role("button", name=TO_PLACE, exact=True).click()
    rows = page.locator(".table button.row")
    expect(rows.first).to_be_visible(timeout=SLOW)
    rows.first.click()
    expect(rows.first).to_have_attribute("aria-current", "true")
    shown(page, "place")
    rows.first.focus()
    pressed(page, "1")
    expect(page.get_by_text(re.compile("stands under .* now"))).to_be_visible(timeout=SLOW)
    page.locator(".st-key-place_view").get_by_text("Hierarchy", exact=True).click()
    expect(page.get_by_role("tree", name="Hierarchy")).to_be_visible(timeout=SLOW)
    shown(page, "tree")


@pytest.mark.usefixtures("small")
def test_audit_a_terminology(page: Page) -> None:
    go(page, "Audit")
    page.get_by_role("combobox", name="Terminology").click()
    page.get_by_role("option", name="Human Phenotype Ontology" if remade() else "Small", exact=True).click()
    expect(page.get_by_text(re.compile("was not audited yet"))).to_be_visible()
    page.get_by_role("heading", level=1).click()
    pressed(page, "t")
    expect(page.get_by_role("table", name="Findings")).to_be_visible(timeout=TRAINING)
    page.get_by_text(re.compile("^Far synonyms ")).click()
    expect(page.get_by_text(re.compile("^Far synonym · 1 of"))).to_be_visible()
    shown(page, "audit")


def test_undo_history_and_out_again(page: Page) -> None:
    go(page, "History")
    entries = page.get_by_role("table", name="History", exact=True).get_by_role("row")
    expect(entries.nth(1)).to_contain_text(TO_PLACE)
    page.get_by_role("heading", level=1).click()
    pressed(page, "u")
    expect(page.get_by_test_id("stAlertContentSuccess")).to_contain_text("Undid", timeout=SLOW)
    pressed(page, "y")
    expect(page.get_by_test_id("stAlertContentSuccess")).to_contain_text("Did again", timeout=SLOW)
    shown(page, "history")
    go(page, "Export")
    expect(page.get_by_role("heading", name=re.compile("^Edits: "))).to_be_visible(timeout=SLOW)
    shown(page, "export")


def test_a_map_of_a_branch(page: Page) -> None:
    go(page, "Map")
    page.get_by_role("combobox", name="Terminology").click()
    page.get_by_role("option", name="Human Phenotype Ontology").click()
    page.locator(".st-key-names").get_by_text("Branch", exact=True).click()
    page.get_by_role("combobox", name="Branch").click()
    page.get_by_role("option", name=re.compile("of the cardiovascular system")).click()
    page.get_by_role("button", name=re.compile("^Draw the map")).click()
    expect(page.locator(".map[data-drawn]")).to_be_visible(timeout=TRAINING)
    shown(page, "map")


def test_nothing_left_this_machine_and_nothing_was_thrown(outside: list[str], troubles: list[str]) -> None:
    assert outside == []
    assert troubles == []
