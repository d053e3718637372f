"""A file of names from loading to export in a real browser; the queue is worked by keyboard alone.

Each step has a file and a person of its own and begins on an empty page, so that a slow one takes no other along.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from engine.jobs import worker
from engine.workbench import NormalisationRequest, Workbench
from tests.browser.steps import heading, pressed, settled
from tests.linked import copied

ANSWERED = 120_000  # milliseconds that a slow machine may take
EVERY = 8  # lines of a file
AT_ONCE = 11  # files answered together, before anything is decided: decisions speak for later answers
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
PEOPLE = count(1)


@dataclass(frozen=True)
class Desk:
    """A page with a file of eight undecided lines on the desk, which only this step works on."""

    page: Page
    name: str  # of the file
    address: str


@pytest.fixture(scope="module")
def workspace(made: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The small workspace of nine concepts: quick to open and to answer."""
    folder = tmp_path_factory.mktemp("browser") / "workspace"
    copied(made, folder)
    return folder


@pytest.fixture(scope="module")
def answered(workspace: Path) -> Iterator[tuple[int, str]]:
    """Numbers and names of files that are answered, each given once."""

    def files() -> Iterator[tuple[int, str]]:
        bench = Workbench(workspace)
        for first in count(0, AT_ONCE):
            some = []
            for number in range(first, first + AT_ONCE):
                text = re.sub(r"(?m)^m(?=\d)", f"f{number}-", MENTIONS)  # no two are the same file
                path = bench.mentions.save(f"names-{number}.csv", text.encode())
                request = NormalisationRequest(str(path), "organs", search="evidence")
                run = worker.execute(bench.workspace, bench.normalisation.queue(request))
                assert not run.error
                some.append((int(run.result["normalisation"]), path.name))
            yield from some

    return files()


@pytest.fixture
def page(page: Page, address: str) -> Iterator[Page]:
    """The window as it is opened, under the name of somebody who has not done anything yet.

    It is one for all steps: it has the app's scripts, which a new one would fetch and compile again.
    """
    page.context.add_cookies([{"name": "nomenclator_who", "value": f"person{next(PEOPLE)}", "url": address}])
    size = page.viewport_size
    yield page
    page.evaluate("sessionStorage.clear()")
    page.goto("about:blank")
    page.set_viewport_size(size)


@pytest.fixture
def desk(page: Page, answered: Iterator[tuple[int, str]]) -> Desk:
    """A file of its own on the desk, which hears keys."""
    number, name = next(answered)
    page.goto(f"/normalise?file={number}")
    expect(page.locator(".desk")).to_be_visible(timeout=ANSWERED)
    counts(page, 0, EVERY)
    settled(page)
    page.get_by_role("heading", level=1).click()
    return Desk(page, name, page.url.partition("#")[0])


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


def find(page: Page, text: str) -> None:
    """Filters the list by a text; the filters stand behind one button."""
    page.get_by_role("button", name=re.compile("^Filters")).click()
    box = page.get_by_role("searchbox", name="Text in the mention or the name found")
    box.fill(text)
    box.press("Enter")
    page.keyboard.press("Escape")


def exported(page: Page, title: str, path: Path) -> str:
    """Saves the export of the file on the desk; the name that it is given."""
    page.get_by_role("button", name="Export", exact=True).click()
    settled(page)
    with page.expect_download(timeout=ANSWERED) as waiting:
        page.get_by_role("button", name=title, exact=True).click()
    waiting.value.save_as(path)
    page.keyboard.press("Escape")
    return waiting.value.suggested_filename


def listed(desk: Desk) -> Locator:
    """The row of the desk's file among the files."""
    table = desk.page.get_by_role("table", name="Files")
    return table.get_by_role("row", name=desk.name)


def test_an_empty_page_says_what_to_do(page: Page) -> None:
    page.goto("/normalise")
    heading(page, "Normalise", 90_000)
    expect(page.get_by_text("No file yet.")).to_be_visible()
    page.get_by_role("button", name=re.compile("Try an example")).click()
    expect(page.get_by_role("table", name="The first mentions")).to_contain_text("said to feel unwell")


def test_a_file_is_previewed_with_its_wrong_rows_and_answered_and_opened_by_keys(page: Page, files: Path) -> None:
    page.goto("/normalise")
    heading(page, "Normalise", 90_000)
    load(page, files / "names.csv")
    table = page.get_by_role("table", name="The first mentions")
    expect(table).to_contain_text("flying saucer over the barn")
    expect(page.get_by_text("Row 9.")).to_be_visible()
    expect(page.get_by_role("combobox", name="Mention", exact=True)).to_have_value("mention")
    expect(page.get_by_text("First searches people’s names")).to_have_count(0)
    expect(page.get_by_text(re.compile("Finds and orders concepts as the page Rankings does"))).to_be_visible()
    page.get_by_role("heading", level=1).click()
    pressed(page, "t")
    expect(page.get_by_text(re.compile("8 mentions answered.*1 row left out"))).to_be_visible(timeout=ANSWERED)
    pressed(page, "w")
    expect(page.locator(".desk")).to_be_visible()
    counts(page, 0, EVERY)
    assert re.search(r"file=\d", page.url)
    expect(current(page)).to_contain_text("flying saucer")  # the most doubtful


def test_the_queue_is_worked_by_keyboard_alone(desk: Desk) -> None:
    page = desk.page
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
    expect(page.locator(".queue .rest")).to_contain_text("1 skipped · 1 flagged")
    for done, left in ((2, 6), (2, 6), (1, 7), (0, 8)):
        page.keyboard.press("u")
        counts(page, done, left)
    expect(current(page)).to_contain_text("flying saucer")
    page.keyboard.press("u")
    expect(page.locator(".message")).to_contain_text("Nothing to undo")
    page.keyboard.press("y")
    counts(page, 1, 7)
    expect(row(page, "flying saucer over the barn")).to_contain_text("no match")


def test_a_decision_that_somebody_else_made_meanwhile_is_told_and_shown(desk: Desk, workspace: Path) -> None:
    """A window that showed a line as undecided overwrote what another person had decided, and neither was told."""
    page, bench = desk.page, Workbench(workspace)
    at(page, "cardiac failure")
    counts(page, 0, EVERY)
    number, line = int(re.search(r"file=(\d+)", page.url)[1]), int(re.search(r"line=(\d+)", page.url)[1])  # type: ignore[index]
    bench.decisions.decide(number, [line], "none", "bert")
    page.keyboard.press("a")
    expect(page.locator(".message")).to_contain_text("bert has decided “cardiac failure” (row 6) meanwhile: no match.")
    expect(current(page)).to_contain_text("cardiac failure")
    expect(page.locator(".shown")).to_contain_text("bert")
    assert bench.answers.numbered(number, [line])[0].who == "bert"
    page.keyboard.press("a")
    counts(page, 1, 7)
    assert bench.answers.numbered(number, [line])[0].decision == "accept"


def test_a_line_of_the_same_text_that_somebody_else_decided_meanwhile_is_told(desk: Desk, workspace: Path) -> None:
    """The same text everywhere compared only the shown line with what had been decided since."""
    page, bench = desk.page, Workbench(workspace)
    at(page, "heart attack")
    counts(page, 0, EVERY)
    number, line = int(re.search(r"file=(\d+)", page.url)[1]), int(re.search(r"line=(\d+)", page.url)[1])  # type: ignore[index]
    other = next(one.id for one in bench.answers.lines(number) if one.text == "HEART ATTACK")
    bench.decisions.decide(number, [other], "none", "bert")
    page.keyboard.press("e")
    page.keyboard.press("a")
    expect(page.locator(".message")).to_contain_text("bert has decided “HEART ATTACK” (row 8) meanwhile: no match.")
    expect(current(page)).to_contain_text("heart attack")
    assert {one.decision for one in bench.answers.numbered(number, [line, other])} == {"", "none"}
    page.keyboard.press("a")
    counts(page, 2, 6)


def test_one_bar_of_48_pixels_stands_above_the_queue(desk: Desk) -> None:
    """The title's line had two rows of buttons below it: 126 pixels before the first line."""
    page = desk.page
    bar = page.locator(".desk .head").bounding_box()
    title = page.get_by_role("heading", level=1).bounding_box()
    menus = page.get_by_role("button", name=re.compile("^Filters")).bounding_box()
    first = page.locator("button.item").first.bounding_box()
    assert bar and title and menus and first

    assert bar["height"] == 48 and first["y"] - (bar["y"] + bar["height"]) < 2
    assert menus["y"] < title["y"] + title["height"]  # what is done with the file stands beside the title
    assert bar["y"] - (title["y"] + title["height"]) < 40
    expect(page.get_by_text(desk.name, exact=False).first).to_be_visible()


def test_the_candidate_looked_at_is_told_in_brief_beside_the_line(desk: Desk) -> None:
    page, card = desk.page, desk.page.get_by_role("complementary", name="The candidate in brief")
    at(page, "cardiac failure")
    first, second = (page.locator("button.candidate").nth(place) for place in (0, 1))
    expect(card).to_contain_text(first.locator("code").inner_text())
    second.focus()
    expect(card.locator("h3 code")).to_have_text(second.locator("code").inner_text())
    expect(card).to_contain_text("Under ")
    pressed(page, "J")
    expect(card.locator("h3 code")).to_have_text(page.locator("button.candidate").first.locator("code").inner_text())


def test_fast_keys_lose_nothing(desk: Desk) -> None:
    page = desk.page
    page.keyboard.type("ppp")
    counts(page, 0, EVERY)
    expect(page.locator(".queue .rest")).to_contain_text("3 skipped")
    page.keyboard.type("uuu")
    expect(page.locator(".queue .rest")).not_to_contain_text("skipped")
    counts(page, 0, EVERY)


def test_the_end_of_the_queue_says_what_was_passed_over(desk: Desk) -> None:
    """Decided out of order, the last line led to “The end of this queue”, without a word of the seven before it."""
    page = desk.page
    page.locator("button.item").last.click()
    page.keyboard.press("n")
    counts(page, 1, 7)
    expect(page.locator(".ending")).to_contain_text("7 lines of the list are still undecided.")
    page.get_by_role("button", name="Look again at what is left").click()
    expect(page.locator("button.item")).to_have_count(7)
    expect(page.locator(".queue .rest")).to_contain_text("line 1 of 7 in this queue")
    page.keyboard.press("u")
    counts(page, 0, EVERY)


def test_five_quick_keys_are_five_decisions(desk: Desk, workspace: Path) -> None:
    before = decided(workspace)
    desk.page.keyboard.type("nnnnn")
    counts(desk.page, 5, 3)
    lines = decided(workspace)[len(before) :]
    assert len(lines) == len(set(lines)) == 5
    desk.page.keyboard.type("uuuuu")
    counts(desk.page, 0, EVERY)


def test_what_no_server_heard_is_kept_when_the_page_comes_again(desk: Desk, workspace: Path) -> None:
    page, before = desk.page, decided(workspace)
    page.evaluate("WebSocket.prototype.send = () => {}")
    page.keyboard.type("nn")
    expect(page.locator(".counts .said")).to_contain_text("2 done, 6 left")
    assert decided(workspace) == before
    page.goto("/normalise")  # the page of the files, where the desk is unseen

    expect(listed(desk)).to_contain_text("2 of 8")
    page.goto(desk.address)
    counts(page, 2, 6)
    lines = decided(workspace)[len(before) :]
    assert len(lines) == len(set(lines)) == 2
    assert page.evaluate("Object.values({ ...sessionStorage }).filter((kept) => kept.includes('token'))") == []
    page.keyboard.type("uu")
    counts(page, 0, EVERY)


def test_the_next_line_is_in_sight_after_another_concept_was_searched(desk: Desk) -> None:
    """What was found stood far below, and the next line's heading under the bar."""
    page = desk.page
    page.set_viewport_size({"width": 1280, "height": 560})
    at(page, "heart")
    page.keyboard.press("o")
    page.keyboard.type("disorders", delay=20)
    expect(page.locator(".found-concepts button").nth(2)).to_be_visible()
    page.keyboard.press("Enter")
    counts(page, 1, 7)
    bar, next_line = page.locator(".head").bounding_box(), page.locator(".shown h2").bounding_box()
    assert bar and next_line and next_line["y"] >= bar["y"] + bar["height"]


def test_the_line_in_hand_is_in_sight_in_a_narrow_window(desk: Desk) -> None:
    """Its row was a sliver at the foot of the list."""
    page = desk.page
    page.set_viewport_size({"width": 800, "height": 900})
    at(page, page.locator("button.item .text").last.inner_text())
    queue, here = page.locator("nav.list").bounding_box(), page.locator("button.item[aria-current]").bounding_box()
    assert queue and here and here["y"] >= queue["y"]
    assert here["y"] + here["height"] <= queue["y"] + queue["height"]


def test_another_concept_a_comment_and_the_same_text_everywhere(desk: Desk) -> None:
    page = desk.page
    at(page, "heart")
    page.keyboard.press("o")
    page.keyboard.type("angina", delay=20)
    expect(page.locator(".found-concepts button").first).to_contain_text("Angina pectoris")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    counts(page, 1, 7)
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
    counts(page, 3, 5)
    page.keyboard.press("u")
    counts(page, 1, 7)


def test_each_text_stands_once_with_its_count_and_is_decided_for_all_its_lines(desk: Desk) -> None:
    page = desk.page
    page.get_by_role("button", name=re.compile("^Filters")).click()
    page.get_by_text("Each text once", exact=True).click()
    settled(page)
    page.keyboard.press("Escape")
    expect(page.locator("button.item")).to_have_count(EVERY - 1)
    text = row(page, "heart attack")
    expect(text).to_contain_text("× 2")
    text.click()
    expect(page.get_by_role("checkbox", name="Decide the same text everywhere")).to_be_checked()
    page.keyboard.press("a")
    counts(page, 2, EVERY - 2)
    page.keyboard.press("u")
    counts(page, 0, EVERY)


def test_marked_differences_stand_out_and_are_never_accepted_in_bulk(desk: Desk) -> None:
    page = desk.page
    at(page, "flying saucer over the barn")
    page.keyboard.press("n")
    at(page, "left chest pain of the heart")
    common = page.locator("section.column .common")  # every candidate has it: it stands once on top
    expect(common).to_contain_text(re.compile(r"(All \d+|Both): side differs"))
    expect(page.locator(".candidate .mark.differs")).to_have_count(0)
    counts(page, 1, 7)
    page.get_by_role("button", name="Accept in bulk").press("Enter")
    slider = page.get_by_role("slider", name="Probability from, %")
    slider.press("Home")
    expect(page.get_by_text("6 undecided lines")).to_be_visible()
    page.get_by_role("button", name="Accept 6 lines").press("Enter")
    counts(page, 7, 1)
    expect(page.locator(".message")).to_contain_text("Accepted 6 lines")
    expect(row(page, "left chest pain of the heart")).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_role("heading", level=1).click()
    page.keyboard.press("u")
    counts(page, 1, 7)


def test_a_key_decides_the_line_that_the_new_filter_shows(desk: Desk) -> None:
    page = desk.page
    at(page, "hart atack")
    for key, flagged in (("f", 1), ("u", 0), ("y", 1)):
        page.keyboard.press(key)
        if flagged:
            expect(page.locator(".queue .rest")).to_contain_text("1 flagged")
        else:
            expect(page.locator(".queue .rest")).not_to_contain_text("flagged")
    find(page, "lung")
    expect(page.locator("button.item")).to_have_count(1)
    expect(current(page)).to_contain_text("lung infections")
    page.get_by_role("heading", level=1).click()
    page.keyboard.press("a")
    counts(page, 1, 7)
    find(page, "")
    expect(page.locator("button.item")).to_have_count(6)
    expect(row(page, "lung infections")).to_have_count(0)
    page.get_by_role("heading", level=1).click()
    page.keyboard.press("u")
    counts(page, 0, EVERY)
    page.keyboard.press("u")
    expect(page.locator(".queue .rest")).not_to_contain_text("flagged")


def test_filters_and_the_line_stay_in_the_address(desk: Desk) -> None:
    page = desk.page
    find(page, "attack")
    expect(page.locator("button.item")).to_have_count(3)
    expect(page.locator(".desk")).to_have_attribute("data-kept", "true")
    page.get_by_role("heading", level=1).click()
    first = current(page).inner_text()
    page.keyboard.press("j")
    expect(current(page)).not_to_have_text(first)
    text = current(page).inner_text()
    page.reload()
    expect(page.locator("button.item")).to_have_count(3, timeout=60_000)
    expect(current(page)).to_have_text(text)
    assert "find=attack" in page.url and "#line=" in page.url
    find(page, "")
    expect(page.locator("button.item")).to_have_count(EVERY)


def test_every_decision_tells_who_score_and_model(desk: Desk) -> None:
    page = desk.page
    at(page, "heart attack")
    page.keyboard.press("m")
    page.keyboard.type("as agreed")
    page.keyboard.press("Enter")
    expect(row(page, "heart attack")).to_contain_text("comment")
    page.keyboard.press("a")
    counts(page, 1, 7)
    page.keyboard.press("u")
    counts(page, 0, EVERY)
    page.reload()
    page.get_by_text("Decisions about this file").click(timeout=ANSWERED)
    table = page.get_by_role("table", name="Decisions about this file")
    expect(table).to_contain_text("Shipped vectors")
    expect(table).to_contain_text("as agreed")
    expect(table).to_contain_text("undone")


@pytest.mark.parametrize(
    ("title", "ending", "told"),
    [("CSV", ".csv", "decided concept"), ("SSSOM TSV", ".sssom.tsv", "mapping_justification"), ("XLSX", ".xlsx", "")],
)
def test_it_is_exported_at_any_moment(desk: Desk, files: Path, title: str, ending: str, told: str) -> None:
    path = files / f"back{ending}"
    assert exported(desk.page, title, path) == f"{Path(desk.name).stem}-normalised{ending}"
    assert not told or told in path.read_text(encoding="utf-8-sig")


def test_an_export_is_loaded_again_after_a_look_at_what_it_changes(desk: Desk, tmp_path: Path) -> None:
    page, path = desk.page, tmp_path / "changed.csv"
    at(page, "flying saucer over the barn")
    page.keyboard.press("n")
    counts(page, 1, 7)
    exported(page, "CSV", path)
    at(page, "hart atack")
    page.keyboard.press("f")
    expect(page.locator(".queue .rest")).to_contain_text("1 flagged")
    page.get_by_role("button", name="All files").click()
    expect(listed(desk)).to_contain_text("1 of 8")
    table = path.read_text(encoding="utf-8-sig").splitlines()
    changed = [line.replace(",none,", ",skip,", 1) for line in table]
    assert changed != table
    path.write_text("\n".join(changed), encoding="utf-8")
    load(page, path)
    expect(page.get_by_role("table", name="What would change")).to_contain_text("flying saucer")
    page.get_by_role("button", name=re.compile("Take 1 decision into")).click()
    counts(page, 0, EVERY)
    expect(page.locator(".queue .rest")).to_contain_text("1 skipped · 1 flagged")


def test_back_goes_to_the_files(desk: Desk) -> None:
    page = desk.page
    page.get_by_role("button", name="All files").click()
    page.get_by_role("table", name="Files").get_by_role("button", name=desk.name, exact=True).click()
    counts(page, 0, EVERY)
    page.wait_for_function("() => location.hash.startsWith('#line=')")
    settled(page)  # a person needs as long to press Back
    page.go_back()
    expect(page.locator(".desk")).to_have_count(0)
    expect(page.get_by_role("table", name="Files")).to_be_visible()
    assert "file=" not in page.url


def test_mentions_of_an_abstract_are_shown_in_it(page: Page, files: Path) -> None:
    page.goto("/normalise")
    heading(page, "Normalise", 90_000)
    load(page, files / "cases.pubtator")
    table = page.get_by_role("table", name="The first mentions")
    expect(table).to_contain_text("man with heart failure (HF) and asthma")
    page.get_by_role("button", name="Start Shortcut T").click()
    page.get_by_role("button", name="Work through 3 lines").click(timeout=ANSWERED)
    at(page, "HF")
    expect(page.locator(".passage mark")).to_have_text("HF")
    expect(current(page)).to_contain_text("read as heart failure")
    expect(page.locator(".candidate").first).to_contain_text("H2")


def test_nothing_went_wrong_or_outside(outside: list[str], troubles: list[str]) -> None:
    assert outside == [] and troubles == []
