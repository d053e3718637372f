"""Labelling in a real browser by keyboard alone: forty names, a training on exactly these, undo, a second person."""

from __future__ import annotations

import re
import sqlite3
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from engine.jobs.worker import execute
from engine.learning.selection.every_label import slice_of
from engine.learning.selection.top_classes import label_classes
from engine.workbench import SourceFile, Workbench, labelling
from tests.browser.steps import TRAINING, heading, number, pressed
from tests.salted import keep_back

CARD = "section.name-card"
PARTS = {
    "heart": ("aorta", "atrium", "ventricle", "mitral valve", "coronary artery", "myocardium"),
    "lung": ("bronchus", "pleura", "alveolus", "trachea", "left lung", "right lung"),
    "skin": ("dermis", "epidermis", "scalp", "nail", "hair follicle", "eyelid"),
}
KINDS = ("inflammation", "neoplasm", "injury", "atrophy")


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A terminology of 72 made-up disorders under three organs."""
    folder = tmp_path_factory.mktemp("label") / "workspace"
    rows = [
        "id,name,synonyms,parents",
        "R,Disorders,,",
        *(f"{organ},{organ.capitalize()} disorders,,R" for organ in PARTS),
    ]
    for organ, parts in PARTS.items():
        rows += [
            f"{organ}{i}{j},{kind} of {part},,{organ}" for i, part in enumerate(parts) for j, kind in enumerate(KINDS)
        ]
    file = tmp_path_factory.mktemp("file") / "organs.csv"
    file.write_text("\n".join(rows), encoding="utf-8")
    bench = Workbench(folder)
    keep_back(bench.workspace, [], [row.split(",")[0] for row in rows[1:]])
    execute(bench.workspace, bench.terminologies.queue_import(SourceFile(file, "csv"), "organs", "Organs"))
    return folder


def shown(page: Page) -> str:
    """The name that is to be labelled; the test is faster than anybody, so it may have to wait for the next ones."""
    expect(page.locator(f"{CARD}[data-name]")).to_be_visible()
    return str(page.locator(CARD).get_attribute("data-name"))


def press_next(page: Page, keys: str) -> None:
    """Presses keys, then waits until another name stands there."""
    before = shown(page)
    page.keyboard.press(keys)
    expect(page.locator(CARD)).not_to_have_attribute("data-name", before)


def organ_of(name: str) -> str:
    return next((organ for organ, parts in PARTS.items() if any(part in name for part in (organ, *parts))), "heart")


def key_of(page: Page, organ: str) -> str:
    """The key printed on the button of a class."""
    button = page.locator(f"{CARD} .class", has_text=f"{organ.capitalize()} disorders")
    return button.locator("kbd").inner_text()


def kept(workspace: Path) -> list[tuple[str, str]]:
    """The labels that stand, from the database."""
    return [(one.name, one.label) for one in Workbench(workspace).labels.in_set("organ systems")]


def test_without_a_set_the_page_says_what_to_do(page: Page) -> None:
    page.goto("/labels")
    heading(page, "Labels")

    expect(page.get_by_text("There is no label set yet.")).to_be_visible()
    expect(page.get_by_role("button", name="Define the set with 3 classes")).to_be_disabled()


def test_a_set_is_defined_by_keyboard(page: Page) -> None:
    page.get_by_label("Name of the new set").focus()
    page.keyboard.type("organ systems")
    page.keyboard.press("Enter")
    define = page.get_by_role("button", name="Define the set with 3 classes")
    expect(define).to_be_enabled()
    define.focus()
    page.keyboard.press("Enter")

    expect(page.locator(CARD)).to_be_visible()
    expect(page.locator(f"{CARD} .class kbd")).to_have_text(["1", "2", "3"])
    expect(page.locator(f"{CARD} .score")).to_have_count(3)


def test_forty_names_are_labelled_by_keyboard_alone(page: Page, workspace: Path) -> None:
    said = []
    for _ in range(40):
        name = shown(page)
        said.append((name, f"{organ_of(name).capitalize()} disorders"))
        press_next(page, key_of(page, organ_of(name)))

    expect(page.get_by_text("Trains on 40 labels in 3 classes")).to_be_visible()
    assert len({name for name, _ in said}) == 40
    assert sorted(kept(workspace)) == sorted(said)


def test_the_next_name_comes_before_the_window_has_answered(page: Page) -> None:
    names = []
    for _ in range(3):
        names.append(shown(page))
        page.keyboard.press("s")
    assert len(set(names)) == 3
    for name in reversed(names):
        page.keyboard.press("b")
        assert shown(page) == name
    for _ in names:
        page.keyboard.press("s")
    assert shown(page) not in names


def test_undo_and_back(page: Page, workspace: Path) -> None:
    before = kept(workspace)
    pressed(page, "u")
    expect(page.locator(f"{CARD} .said")).to_contain_text("Undid: ")
    undone = shown(page)
    assert [name for name, _ in before if name not in dict(kept(workspace))] == [undone]

    press_next(page, key_of(page, organ_of(undone)))
    expect(page.get_by_text("Trains on 40 labels")).to_be_visible()
    assert sorted(kept(workspace)) == sorted(before)


def test_what_somebody_else_labelled_since_the_card_was_drawn_stays_and_is_said(page: Page, workspace: Path) -> None:
    """The key pressed replaced the other person's label, and neither window said so."""
    bench, before = Workbench(workspace), kept(workspace)
    name, title = shown(page), page.locator(f"{CARD} .class").nth(1).locator("span").first.inner_text()
    bench.label_queue.label(1, name, title, "Zoe")
    press_next(page, "1")

    expect(page.locator(f"{CARD} .said")).to_contain_text(f"“{name}” has been labelled “{title}” by Zoe since")
    assert sorted(kept(workspace)) == sorted([*before, (name, title)])
    bench.labels.undo("organ systems", "Zoe")
    page.reload()
    expect(page.locator(CARD)).to_have_attribute("data-name", name)


def test_the_address_brings_everything_back(page: Page) -> None:
    name, address = shown(page), page.url
    assert "queue=1" in address
    page.reload()

    expect(page.locator(CARD)).to_have_attribute("data-name", name)


def test_a_training_on_these_labels_reorders_the_queue_and_says_what_changed(page: Page) -> None:
    page.get_by_role("button", name="Settings").click()
    number(page, "Hidden units", 256)
    number(page, "Patience", 3)
    page.keyboard.press("Escape")
    expect(page.get_by_label("Hidden units", exact=True)).to_have_count(0)
    pressed(page, "t")
    expect(page.locator(".st-key-label_side").get_by_role("button", name="Cancel")).to_be_visible()
    press_next(page, key_of(page, organ_of(shown(page))))  # nothing freezes while it trains

    expect(page.get_by_text(re.compile("^What changed with"))).to_be_visible(timeout=TRAINING)
    expect(page.get_by_text(re.compile(r"Held-out names right: \d+ → \d+ of \d+"))).to_be_visible()
    assert "queue=2" in page.url and "moved=vectors.." in page.url
    expect(page.locator(f"{CARD} .class")).to_have_count(3)
    press_next(page, "1")


def test_what_changed_in_full(page: Page) -> None:
    page.get_by_role("button", name="Look at them").click()

    expect(page.get_by_test_id("stMetric").first).to_contain_text("Held-out names right")
    expect(page.get_by_role("heading", name="Unlabelled names whose class changed")).to_be_visible()
    page.locator(".st-key-show").get_by_text("Queue", exact=True).click()
    expect(page.locator(CARD)).to_be_visible()


def test_the_run_learned_exactly_these_labels(workspace: Path) -> None:
    bench = Workbench(workspace)
    (run,) = bench.jobs.runs(kind="train")
    version = bench.models.get(run.result["version"])

    assert run.recipe["labels"] == "organ systems"
    learned = version.metrics["train_names"] + version.metrics["validation_names"]
    classes = label_classes(bench.workspace, "organ systems", upto=run.recipe["data"]["upto"])  # two came later
    assert sum(map(len, classes.names.values())) == 40
    assert learned == 40 - len(slice_of(classes.names)) < 40


def test_a_second_annotator_sees_the_same_names_and_kappa(page: Page, workspace: Path) -> None:
    with sqlite3.connect(workspace / "workspace.db") as database:
        first = [
            row[0] for row in database.execute("SELECT name FROM label_queue_names WHERE queue = 1 ORDER BY place")
        ]
    labelled = dict(kept(workspace))
    page.goto("/labels?queue=1&second=true")
    field = page.get_by_label("Your name", exact=True)
    field.fill("Bea")
    field.press("Enter")
    expect(page.get_by_text("Keys rest while a field has the focus")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(f"{CARD} .note")).to_contain_text(re.compile(r"second annotator: 4[12] names left"))
    seen = []
    for place in range(6):
        name = shown(page)
        seen.append(name)
        organ = "skin" if place == 0 and organ_of(name) != "skin" else organ_of(name)
        if place < 5:
            press_next(page, key_of(page, organ))
        else:
            page.keyboard.press(key_of(page, organ))
    page.locator(".st-key-show").get_by_text("Agreement", exact=True).click()  # before the last ones are known as kept
    assert seen == [name for name in first if name in labelled][:6]

    metrics = page.get_by_test_id("stMetric")
    expect(metrics.nth(0)).to_contain_text("6")
    expect(metrics.nth(2)).to_contain_text(re.compile(r"Cohen's kappa\s*0\.\d\d"))
    table = page.get_by_role("table", name="Disagreements")
    expect(table.get_by_role("row")).to_have_count(2)
    table.get_by_role("button", name=seen[0]).click()
    page.get_by_role("button", name=labelled[seen[0]], exact=True).click()
    expect(table.get_by_role("row").nth(1)).to_contain_text("Bea")
    assert dict(kept(workspace))[seen[0]] == labelled[seen[0]]


def labellings(workspace: Path) -> list[str]:
    """Every name that Bea has labelled, once for each time, from the history of the workspace."""
    with sqlite3.connect(workspace / "workspace.db") as database:
        return [row[0] for row in database.execute("SELECT name FROM labels WHERE who = 'Bea' ORDER BY id")]


def test_what_no_server_heard_is_kept_when_the_page_comes_again(page: Page, workspace: Path) -> None:
    before = labellings(workspace)
    page.locator(".st-key-show").get_by_text("Queue", exact=True).click()
    names = []
    shown(page)
    page.evaluate("WebSocket.prototype.send = () => {}")
    for _ in range(2):
        names.append(shown(page))
        page.keyboard.press("1")
    assert labellings(workspace) == before
    page.goto("/history")
    heading(page, "History")
    page.goto("/labels?set=organ+systems&show=Agreement")  # the card is there unseen

    expect(page.get_by_test_id("stMetric").nth(0)).to_contain_text("8")
    assert labellings(workspace) == [*before, *names]
    page.reload()
    expect(page.get_by_test_id("stMetric").nth(0)).to_contain_text("8")
    assert page.evaluate("Object.values({ ...sessionStorage }).filter((kept) => kept.includes('token'))") == []
    assert labellings(workspace) == [*before, *names]


def test_a_set_that_was_deleted_elsewhere_is_said(page: Page, workspace: Path) -> None:
    bench = Workbench(workspace)
    bench.label_sets.define(labelling.Definition("other", labelling.free_classes("a\nb")), "ann")
    bench.label_sets.remove("organ systems", "ann")
    page.goto("/labels?set=organ+systems&queue=1")

    expect(page.get_by_text("“organ systems” is not there any more")).to_be_visible()
    expect(page.locator(CARD)).to_be_visible()


def test_nothing_was_thrown(outside: list[str], troubles: list[str]) -> None:
    assert outside == []
    assert troubles == []
