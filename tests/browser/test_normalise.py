"""A file of names from loading to export in a real browser; the queue is worked by keyboard alone."""

from __future__ import annotations

import re
import shutil
import sqlite3
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.steps import heading, pressed, settled

ANSWERED = 120_000  # milliseconds that a slow machine may take
MENTIONS = """id,mention,type
m1,hart atack,Disease
m2,flying saucer over the barn,Other
m3,heart,Disease
m4,left chest pain of the heart,Disease
m5,cardiac failure,Disease
m6,heart attack,Disease
m7,HEART ATTACK,Disease
m8,,Disease
m9,lung infections,Disease
"""
PUBTATOR = """7|t|A case of HF.
7|a|A man with heart failure (HF) and asthma. HF is common.
7\t10\t12\tHF\tDisease\t-1
7\t26\t39\theart failure\tDisease\t-1
7\t49\t55\tasthma\tDisease\t-1

"""


@pytest.fixture(scope="module")
def workspace(made: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The small workspace of nine concepts: quick to open and to answer."""
    folder = tmp_path_factory.mktemp("browser") / "workspace"
    shutil.copytree(made, folder)
    return folder


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where this module's files lie."""
    folder = tmp_path_factory.mktemp("files")
    (folder / "names.csv").write_text(MENTIONS, encoding="utf-8")
    (folder / "cases.pubtator").write_text(PUBTATOR, encoding="utf-8")
    return folder


def load(page: Page, path: Path) -> None:
    """Gives a file to the page, as the button does."""
    page.locator("input[type=file]").set_input_files(path)


def counts(page: Page, done: int, left: int) -> None:
    """Waits until the desk counts so, and has sent everything."""
    expect(page.locator(".counts .said")).to_contain_text(f"{done} done, {left} left")
    expect(page.locator(".desk")).to_have_attribute("data-kept", "true")
    expect(page.locator(".counts .said")).to_contain_text(f"{done} done, {left} left")


def decided(workspace: Path) -> list[int]:
    """The line of every decision so far, once for each time it was decided."""
    with sqlite3.connect(workspace / "workspace.db") as database:
        return [row[0] for row in database.execute("SELECT answer FROM judgements WHERE role = 'do' ORDER BY id")]


def current(page: Page) -> Locator:
    """The name of the line that is decided now."""
    return page.locator(".shown h2")


def row(page: Page, text: str) -> Locator:
    """A line of the list."""
    return page.locator("button.item", has=page.get_by_text(text, exact=True))


def at(page: Page, text: str) -> None:
    """By the list, to the line with this text."""
    row(page, text).click()
    expect(current(page)).to_contain_text(text)


def test_an_empty_page_says_what_to_do(page: Page) -> None:
    page.goto("/normalise")
    heading(page, "Normalise", 90_000)
    expect(page.get_by_text("No file yet.")).to_be_visible()
    page.get_by_role("button", name=re.compile("Try an example")).click()
    expect(page.get_by_role("table", name="The first mentions")).to_contain_text("said to feel unwell")


def test_a_file_is_previewed_with_its_wrong_rows(page: Page, files: Path) -> None:
    load(page, files / "names.csv")
    table = page.get_by_role("table", name="The first mentions")
    expect(table).to_contain_text("flying saucer over the barn")
    expect(page.get_by_text("Row 9.")).to_be_visible()
    expect(page.get_by_role("combobox", name="Mention", exact=True)).to_have_value("mention")
    expect(page.get_by_text("First searches people’s names")).to_have_count(0)
    expect(page.get_by_text(re.compile("Finds and orders concepts as the page Rankings does"))).to_be_visible()


def test_it_is_answered_and_opened_by_keys(page: Page) -> None:
    page.get_by_role("heading", level=1).click()
    pressed(page, "t")
    expect(page.get_by_text(re.compile("8 mentions answered.*1 row left out"))).to_be_visible(timeout=ANSWERED)
    pressed(page, "w")
    expect(page.locator(".desk")).to_be_visible()
    counts(page, 0, 8)
    assert "file=1" in page.url
    expect(current(page)).to_contain_text("flying saucer")  # the most doubtful


def test_the_queue_is_worked_by_keyboard_alone(page: Page) -> None:
    page.keyboard.press("n")
    expect(current(page)).not_to_contain_text("flying saucer")
    counts(page, 1, 7)
    second = current(page).inner_text()
    page.keyboard.press("j")
    expect(current(page)).not_to_have_text(second)
    page.keyboard.press("h")
    expect(current(page)).to_have_text(second)
    for key in "sp":
        page.keyboard.press(key)
    page.keyboard.press("f")
    counts(page, 2, 6)
    expect(page.locator(".counts")).to_contain_text("1 skipped · 1 flagged")
    for done, left in ((2, 6), (2, 6), (1, 7), (0, 8)):
        page.keyboard.press("u")
        counts(page, done, left)
    expect(current(page)).to_contain_text("flying saucer")
    page.keyboard.press("u")
    expect(page.locator(".message")).to_contain_text("Nothing to undo")
    page.keyboard.press("y")
    counts(page, 1, 7)
    expect(row(page, "flying saucer over the barn")).to_contain_text("no match")


def test_fast_keys_lose_nothing(page: Page) -> None:
    page.get_by_role("heading", level=1).click()
    page.locator("button.item").nth(1).click()  # the first is decided
    page.keyboard.type("ppp")
    counts(page, 1, 7)
    expect(page.locator(".counts")).to_contain_text("3 skipped")
    page.keyboard.type("uuu")
    expect(page.locator(".counts")).not_to_contain_text("skipped")
    counts(page, 1, 7)


def test_five_quick_keys_are_five_decisions(page: Page, workspace: Path) -> None:
    before = decided(workspace)
    page.keyboard.type("nnnnn")
    counts(page, 6, 2)
    lines = decided(workspace)[len(before) :]
    assert len(lines) == len(set(lines)) == 5
    page.keyboard.type("uuuuu")
    counts(page, 1, 7)


def test_what_no_server_heard_is_kept_when_the_page_comes_again(page: Page, workspace: Path) -> None:
    before, file = decided(workspace), page.url.partition("#")[0]
    page.evaluate("WebSocket.prototype.send = () => {}")
    page.keyboard.type("nn")
    expect(page.locator(".counts .said")).to_contain_text("3 done, 5 left")
    assert decided(workspace) == before
    page.goto("/normalise")  # the page of the files, where the desk is unseen

    expect(page.get_by_role("table", name="Files")).to_contain_text("3 of 8")
    page.goto(file)
    counts(page, 3, 5)
    lines = decided(workspace)[len(before) :]
    assert len(lines) == len(set(lines)) == 2
    assert page.evaluate("Object.values({ ...sessionStorage }).filter((kept) => kept.includes('token'))") == []
    page.keyboard.type("uu")
    counts(page, 1, 7)


def test_another_concept_a_comment_and_the_same_text_everywhere(page: Page) -> None:
    at(page, "heart")
    page.keyboard.press("o")
    page.keyboard.type("angina", delay=20)
    expect(page.locator(".found-concepts button").first).to_contain_text("Angina pectoris")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    counts(page, 2, 6)
    at(page, "heart")
    expect(page.locator(".decision")).to_contain_text("H3 Angina pectoris")
    page.keyboard.press("m")
    page.keyboard.type("as agreed")
    page.keyboard.press("Enter")
    expect(row(page, "heart")).to_contain_text("comment")
    at(page, "HEART ATTACK")
    expect(page.locator(".facts")).to_contain_text("2 lines with this text")
    page.keyboard.press("e")
    page.keyboard.press("a")
    counts(page, 4, 4)
    page.keyboard.press("u")
    counts(page, 2, 6)
    page.keyboard.press("e")


def test_marked_differences_stand_out_and_are_never_accepted_in_bulk(page: Page) -> None:
    at(page, "left chest pain of the heart")
    common = page.locator("section.column .common")  # every candidate has it: it stands once on top
    expect(common).to_contain_text(re.compile(r"(All \d+|Both): side differs"))
    expect(page.locator(".candidate .mark.differs")).to_have_count(0)
    page.get_by_role("button", name="Accept in bulk").press("Enter")
    slider = page.get_by_role("slider", name="Probability from, %")
    slider.press("Home")
    expect(page.get_by_text("5 undecided lines")).to_be_visible()
    page.get_by_role("button", name="Accept 5 lines").press("Enter")
    counts(page, 7, 1)
    expect(page.locator(".message")).to_contain_text("Accepted 5 lines")
    expect(row(page, "left chest pain of the heart")).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_role("heading", level=1).click()
    page.keyboard.press("u")
    counts(page, 2, 6)


def find(page: Page, text: str) -> None:
    """Types a text into the filters, which stand behind one button."""
    page.get_by_role("button", name=re.compile("^Filters")).click()
    box = page.get_by_role("searchbox", name="Text in the mention or the name found")
    box.fill(text)
    box.press("Enter")
    page.keyboard.press("Escape")


def test_a_key_decides_the_line_that_the_new_filter_shows(page: Page) -> None:
    at(page, "hart atack")
    for key, flagged in (("f", 1), ("u", 0), ("y", 1)):
        page.keyboard.press(key)
        if flagged:
            expect(page.locator(".counts")).to_contain_text("1 flagged")
        else:
            expect(page.locator(".counts")).not_to_contain_text("flagged")
    find(page, "lung")
    expect(page.locator("button.item")).to_have_count(1)
    expect(current(page)).to_contain_text("lung infections")
    page.get_by_role("heading", level=1).click()
    page.keyboard.press("a")
    counts(page, 3, 5)
    find(page, "")
    expect(page.locator("button.item")).to_have_count(4)
    expect(row(page, "lung infections")).to_have_count(0)
    page.get_by_role("heading", level=1).click()
    page.keyboard.press("u")
    counts(page, 2, 6)
    page.keyboard.press("u")
    expect(page.locator(".counts")).not_to_contain_text("flagged")


def test_filters_and_the_line_stay_in_the_address(page: Page) -> None:
    find(page, "attack")
    expect(page.locator("button.item")).to_have_count(3)
    expect(page.locator(".desk")).to_have_attribute("data-kept", "true")
    page.get_by_role("heading", level=1).click()
    page.keyboard.press("j")
    text = current(page).inner_text()
    page.reload()
    expect(page.locator("button.item")).to_have_count(3, timeout=60_000)
    expect(current(page)).to_have_text(text)
    assert "find=attack" in page.url and "#line=" in page.url
    find(page, "")
    expect(page.locator("button.item")).to_have_count(6)


def test_every_decision_tells_who_score_and_model(page: Page) -> None:
    page.get_by_text("Decisions about this file").click()
    table = page.get_by_role("table", name="Decisions about this file")
    expect(table).to_contain_text("Shipped vectors")
    expect(table).to_contain_text("as agreed")
    expect(table).to_contain_text("undone")


@pytest.mark.parametrize(
    ("title", "ending", "told"),
    [("CSV", ".csv", "decided concept"), ("SSSOM TSV", ".sssom.tsv", "mapping_justification"), ("XLSX", ".xlsx", "")],
)
def test_it_is_exported_at_any_moment(page: Page, files: Path, title: str, ending: str, told: str) -> None:
    page.get_by_role("button", name="Export", exact=True).click()
    settled(page)
    with page.expect_download() as waiting:
        page.get_by_role("button", name=title, exact=True).click()
    path = files / f"back{ending}"
    waiting.value.save_as(path)
    assert waiting.value.suggested_filename == f"names-normalised{ending}"
    assert not told or told in path.read_text(encoding="utf-8-sig")
    page.keyboard.press("Escape")


def test_an_export_is_loaded_again_after_a_look_at_what_it_changes(page: Page, files: Path) -> None:
    at(page, "hart atack")
    page.keyboard.press("f")
    expect(page.locator(".counts")).to_contain_text("1 flagged")
    page.get_by_role("button", name="All files").click()
    expect(page.get_by_role("table", name="Files")).to_contain_text("2 of 8")
    table = (files / "back.csv").read_text(encoding="utf-8-sig").splitlines()
    changed = [line.replace(",none,", ",skip,", 1) for line in table]
    assert changed != table
    (files / "changed.csv").write_text("\n".join(changed), encoding="utf-8")
    load(page, files / "changed.csv")
    expect(page.get_by_role("table", name="What would change")).to_contain_text("flying saucer")
    page.get_by_role("button", name=re.compile("Take 1 decision into")).click()
    counts(page, 1, 7)
    expect(page.locator(".counts")).to_contain_text("1 skipped · 1 flagged")


def test_back_goes_to_the_files(page: Page) -> None:
    page.get_by_role("button", name="All files").click()
    page.get_by_role("table", name="Files").get_by_role("button", name="names.csv", exact=True).click()
    counts(page, 1, 7)
    page.wait_for_function("() => location.hash.startsWith('#line=')")
    page.wait_for_timeout(500)  # a person needs as long to press Back
    page.go_back()
    expect(page.locator(".desk")).to_have_count(0)
    expect(page.get_by_role("table", name="Files")).to_be_visible()
    assert "file=" not in page.url


def test_mentions_of_an_abstract_are_shown_in_it(page: Page, files: Path) -> None:
    load(page, files / "cases.pubtator")
    table = page.get_by_role("table", name="The first mentions")
    expect(table).to_contain_text("man with heart failure (HF) and asthma")
    page.get_by_role("button", name="Start Shortcut T").click()
    page.get_by_role("button", name="Work through 3 lines").click(timeout=ANSWERED)
    at(page, "HF")
    expect(page.locator(".passage mark")).to_have_text("HF")
    expect(current(page)).to_contain_text("read as heart failure")
    expect(page.locator(".candidate").first).to_contain_text("H2")


def test_nothing_went_wrong_or_outside(page: Page, outside: list[str], troubles: list[str]) -> None:
    assert outside == [] and troubles == []
