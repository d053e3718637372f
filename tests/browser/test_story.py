"""The whole story in a real browser on the real sample data, in order: each test goes on where the last one stopped."""

from __future__ import annotations

import os
import re
import signal
import sqlite3
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.steps import (
    cancel_run,
    finished,
    form_of_a_training,
    go,
    heading,
    long_recipe,
    moved,
    nothing_trains,
    picture,
    pressed,
    search,
    settled,
    small_recipe,
)
from tests.conftest import share_sample
from tests.menu import MENU

FIRST_START = 240_000  # milliseconds that a slow machine may take
NEW_NAME = "pump gave out"
WATCH_MENUS = """
window.menus = [];
new MutationObserver(() => {
  const links = [...document.querySelectorAll('[data-testid="stSidebar"] a')].map((link) => link.innerText.trim());
  const menu = links.filter(Boolean).join("|");
  if (menu && window.menus.at(-1) !== menu) window.menus.push(menu);
}).observe(document, { subtree: true, childList: true, characterData: true });
"""


def test_the_first_start_shows_its_progress_and_ends_in_rankings(
    page: Page, workspace: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    page.add_init_script(WATCH_MENUS)
    page.goto("/")
    heading(page, "Preparing the sample workspace")
    expect(page.get_by_role("progressbar")).to_be_visible()

    heading(page, "Rankings", FIRST_START)
    menus = page.evaluate("window.menus")
    whole = "|".join(MENU.values())
    assert menus[-1] == whole
    assert [menu for menu in menus if not f"{whole}|".startswith(f"{menu}|")] == []  # links may come in one by one
    share_sample(tmp_path_factory, workspace)


def test_an_exact_name_stands_first(page: Page) -> None:
    rows = search(page, "heart attack")

    expect(rows).to_have_count(10)
    expect(rows.first).to_contain_text(re.compile("heart attack", re.I))
    for concept in ("MONDO:0005068", "HP:0001658"):
        expect(rows.filter(has_text=concept)).to_contain_text("exact")
    expect(rows.nth(2)).to_contain_text("Acute myocardial infarction")
    assert "q=heart" in page.url
    expect(search(page, "I21.9").first).to_contain_text("Acute myocardial infarction, unspecified")


def test_an_obsolete_id_is_found_and_says_so(page: Page) -> None:
    expect(search(page, "HP:0000057").first).to_contain_text("obsolete")


@pytest.mark.parametrize("text", ["🫀", "!!! ???", "<img src=x onerror=alert(1)>", "![a](http://a.example/b.png)"])
def test_odd_input_gets_a_sentence_or_an_answer(page: Page, text: str) -> None:
    box = page.get_by_role("searchbox")
    box.fill(text)
    expect(page.locator(".table .note, .table button.row").first).to_be_visible()
    expect(page.get_by_text("Traceback")).to_have_count(0)


def test_ten_thousand_characters_get_a_sentence(page: Page) -> None:
    page.get_by_role("searchbox").fill("x" * 10_000)

    expect(page.locator(".table .note").first).to_contain_text("10,000")


def test_a_synonym_is_added_by_keyboard_and_the_next_search_knows_it(page: Page) -> None:
    search(page, NEW_NAME)
    page.get_by_role("searchbox").press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name=re.compile(f"Add “{NEW_NAME}”"))).to_be_visible()
    opened = page.locator("button.row[aria-current]").first.locator("code").inner_text()
    page.get_by_label("Reason (optional)").fill("said on the ward")
    page.get_by_label("Reason (optional)").press("Enter")
    page.locator("button.row[aria-current]").first.focus()
    pressed(page, "a")

    expect(page.get_by_text(f"Added “{NEW_NAME}”")).to_be_visible()
    first = search(page, "heart").first
    expect(first).not_to_contain_text("added")
    first = search(page, NEW_NAME).first
    expect(first).to_contain_text("added")
    expect(first).to_contain_text("exact")
    expect(first).to_contain_text(opened)
    edit = page.get_by_role("table", name="Recent edits").get_by_role("row").nth(1)
    expect(edit).to_contain_text("said on the ward")
    expect(edit).to_contain_text("Shipped encoder")


def test_undo_and_redo_by_key(page: Page) -> None:
    page.locator("button.row").first.focus()
    pressed(page, "u")
    expect(page.get_by_text("Undid")).to_be_visible()
    expect(page.locator("button.row").first).not_to_contain_text("added")

    page.locator("button.row").first.focus()
    pressed(page, "y")
    expect(page.get_by_text("Did again")).to_be_visible()
    expect(page.locator("button.row").first).to_contain_text("added")


def test_the_profile_name_is_kept(page: Page) -> None:
    field = page.get_by_label("Your name", exact=True)
    field.fill("Mira")
    field.press("Enter")
    search(page, "broken heart of a pump").first.click()
    page.get_by_role("button", name=re.compile("^Add “broken heart of a pump”")).click()
    edit = page.get_by_role("table", name="Recent edits").get_by_role("row").nth(1)
    expect(edit).to_contain_text("Mira")
    page.reload()

    expect(field).to_have_value("Mira")


def test_a_name_is_withdrawn(page: Page) -> None:
    search(page, NEW_NAME).first.click()
    page.get_by_role("button", name=f"Withdraw “{NEW_NAME}”").click()

    expect(page.get_by_text(f"Withdrew “{NEW_NAME}”")).to_be_visible()
    expect(search(page, NEW_NAME).first).not_to_contain_text("added")
    page.locator("button.row").first.focus()
    pressed(page, "u")
    expect(page.locator("button.row").first).to_contain_text("added")


def test_the_address_keeps_search_and_card(page: Page) -> None:
    search(page, "asthma").first.click()
    card = page.locator("article h2")
    expect(card).to_have_text("Asthma", ignore_case=True)
    page.reload()

    expect(page.get_by_role("searchbox")).to_have_value("asthma")
    expect(card).to_have_text("Asthma", ignore_case=True)


def test_names_are_labelled(page: Page) -> None:
    go(page, "Labels")
    page.get_by_label("Name of the new set", exact=True).fill("triage")
    page.get_by_label("Name of the new set", exact=True).press("Enter")
    page.locator(".st-key-new_way").get_by_text("Labels I have", exact=True).click()
    box = page.get_by_label("Or paste names with their classes", exact=True)
    box.fill("name,class\nheart attack,urgent\nstroke,urgent\ncommon cold,wait\nhay fever,wait\nlost")
    box.press("Control+Enter")
    expect(page.get_by_text("Row 6")).to_be_visible()
    page.get_by_role("button", name=re.compile("Keep 4 labels")).click()

    expect(page.get_by_role("heading", name="triage: 4 names in 2 classes")).to_be_visible()
    page.get_by_role("button", name="Remove hay fever").click()
    expect(page.get_by_role("heading", name="triage: 3 names in 2 classes")).to_be_visible()


def test_a_training_shows_its_bar_moving_survives_a_reload_and_is_cancelled(page: Page) -> None:
    nothing_trains(page)  # another try of this test begins where the last one left the page
    form_of_a_training(page)
    expect(page.get_by_text("21 classes used")).to_be_visible(timeout=60_000)
    long_recipe(page)
    page.get_by_role("button", name="Start training").click()
    cancel = page.locator(".stMain").get_by_role("button", name="Cancel")
    expect(cancel).to_be_visible()
    before = moved(page, 0.0)
    page.reload()
    expect(cancel).to_be_visible()
    assert moved(page, before) > before
    cancel_run(page)

    expect(page.get_by_role("table", name="Training runs")).to_contain_text("Cancelled")
    page.get_by_role("button", name="Resume").click()
    expect(page.get_by_text("was cancelled")).to_have_count(0)
    cancel_run(page)


def test_a_killed_training_is_interrupted_and_resumed(page: Page, workspace: Path) -> None:
    nothing_trains(page)
    form_of_a_training(page)
    long_recipe(page)
    page.get_by_role("button", name="Start training").click()
    cancel = page.locator(".stMain").get_by_role("button", name="Cancel")
    expect(cancel).to_be_visible()
    moved(page, 0.0)
    _kill_worker(workspace)
    expect(page.get_by_text("was interrupted")).to_be_visible(timeout=90_000)
    expect(page.get_by_role("table", name="Training runs")).to_contain_text("Interrupted")
    page.get_by_role("button", name="Resume").click()

    expect(cancel).to_be_visible()
    moved(page, 0.0)
    cancel_run(page)


def _kill_worker(workspace: Path) -> None:
    with sqlite3.connect(workspace / "workspace.db") as database:
        pid = database.execute("SELECT pid FROM runs WHERE status = 'running'").fetchone()[0]
    os.kill(pid, signal.SIGTERM if os.name == "nt" else signal.SIGKILL)


def test_a_class_with_too_few_names_stops_a_training_with_a_sentence(page: Page) -> None:
    go(page, "Train")
    form_of_a_training(page)
    page.locator(".st-key-train_from").get_by_text("Label set", exact=True).click()
    expect(page.get_by_role("combobox", name="Label set")).to_be_visible()
    expect(page.get_by_role("button", name="Start training")).to_be_disabled()
    expect(page.get_by_role("alert")).to_contain_text("class")
    page.locator(".st-key-train_from").get_by_text("Terminology", exact=True).click()


def test_a_few_shot_training_makes_a_version(page: Page) -> None:
    form_of_a_training(page)
    small_recipe(page, seed=1)
    page.get_by_role("button", name="Start training").click()

    finished(page)
    expect(page.get_by_test_id("stMetric").first).to_contain_text("Few-shot mAP")
    expect(page.get_by_text("This mAP is about classes")).to_be_visible()


def test_a_second_training_is_chained_onto_it_in_two_clicks(page: Page) -> None:
    page.get_by_role("button", name=re.compile("^Chain Human Phenotype Ontology")).click()
    expect(page.get_by_text("Done: ")).to_have_count(0)
    page.get_by_role("button", name="Start training").click()

    finished(page)
    expect(page.get_by_text(re.compile("The chain (kept|forgot)"))).to_be_visible()
    picture(page, "train.png")


def test_the_two_are_compared(page: Page) -> None:
    page.get_by_role("button", name="Compare", exact=True).click()
    heading(page, "Compare")
    expect(page.get_by_text("held-out names of ICD-10-CM")).to_be_visible()
    page.get_by_role("combobox", name="Names of").click()  # of fewer names than ICD-10-CM: half as long
    page.get_by_role("option", name="Human Phenotype Ontology").click()
    expect(page.get_by_text("held-out names of Human Phenotype Ontology")).to_be_visible()
    settled(page)

    page.get_by_role("button", name="Measure").click()
    table = page.get_by_role("table", name="Every task")
    expect(table.get_by_role("row", name=re.compile("Retrieval, mAP"))).to_be_visible(timeout=240_000)
    expect(page.get_by_text(re.compile("held-out names of Human Phenotype Ontology"))).to_be_visible()


def test_encoders_stand_side_by_side(page: Page) -> None:
    go(page, "Rankings")
    box = page.get_by_role("combobox", name="Encoders, side by side")
    for _ in range(2):
        box.click()
        page.get_by_role("option", name=re.compile("few-shot")).first.click()
    box.press("Escape")
    search(page, "trouble catching breath").nth(1).click()

    expect(page.locator("section.column")).to_have_count(3)
    expect(page.locator("article h2")).to_be_visible()
    picture(page, "rankings.png")


def test_four_encoders_fit_a_window_of_1400_pixels_with_whole_words(page: Page) -> None:
    """The fourth column was cut, and “infarction” stood in three pieces beside its numbers."""
    before = page.viewport_size
    page.set_viewport_size({"width": 1400, "height": 900})
    box = page.get_by_role("combobox", name="Encoders, side by side")
    box.click()
    page.get_by_role("option", name="Shipped vectors").click()
    box.press("Escape")
    expect(page.locator("section.column")).to_have_count(4)
    search(page, "heart attack")
    assert page.locator(".table").evaluate("table => table.scrollWidth <= table.clientWidth")
    rows = page.locator("button.row").filter(has_text="infarction").all()[:3]
    assert len(rows) == 3
    for row in rows:
        name, numbers = (row.locator(f".{one}").bounding_box() for one in ("top", "right"))
        assert name and numbers and numbers["y"] > name["y"] + name["height"] - 2
    assert before is not None
    page.set_viewport_size(before)
    settled(page)


def test_a_version_is_made_current_and_rolled_back(page: Page, workspace: Path) -> None:
    with sqlite3.connect(workspace / "workspace.db") as database:
        trained = database.execute("SELECT count(*) FROM models").fetchone()[0]
    assert trained >= 2  # more where a training was tried again
    go(page, "Models")
    versions = page.get_by_role("table", name="Model versions")
    expect(versions.get_by_role("row")).to_have_count(1 + trained)
    page.get_by_label("Reason", exact=True).fill("best so far")
    page.get_by_role("button", name="Make current").click()
    expect(versions).to_contain_text("current")
    page.get_by_label("Reason", exact=True).fill("it forgot too much")
    page.get_by_role("button", name="Go back to Shipped encoder").click()

    history = page.get_by_role("table", name="History of the current encoder").get_by_role("row")
    expect(history.nth(1)).to_contain_text("it forgot too much")
    expect(history.nth(2)).to_contain_text("best so far")
    expect(versions.get_by_role("row").filter(has_text="current")).to_contain_text("Shipped encoder")


def test_a_person_brings_a_terminology(page: Page, tmp_path: Path) -> None:
    file = tmp_path / "colours.csv"
    file.write_text(
        "id,name,synonyms,parents\nC,Colour,,\nC1,Crimson,deep red|carmine,C\n,nameless,,\n", encoding="utf-8"
    )
    go(page, "Terminologies")
    page.locator(".st-key-import_file input[type=file]").set_input_files(file)
    expect(page.get_by_text("2 concepts", exact=True)).to_be_visible()
    expect(page.get_by_text("Row 4.")).to_be_visible()
    page.get_by_role("button", name="Import 2 concepts").click()

    expect(page.get_by_text("Imported 2 concepts")).to_be_visible(timeout=60_000)
    go(page, "Rankings")
    expect(search(page, "carmine").first).to_contain_text("Crimson")


def test_nothing_left_this_machine_and_nothing_was_thrown(outside: list[str], troubles: list[str]) -> None:
    assert outside == []
    assert troubles == []
