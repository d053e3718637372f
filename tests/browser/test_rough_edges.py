"""Small things in the way: a card that covers, words that break, an error that outlives its cause, stops of Tab."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from engine.jobs import worker
from engine.workbench import NormalisationRequest, Workbench, labelling
from tests.browser.steps import TRAINING, go, heading, pressed, settled
from tests.linked import copied
from tests.tables import with_table

SEEN = "was seen in a patient with many other findings and a long history of disease"
MENTIONS = "mention,type,context\n" + f"heart attack,SpecificDisease,heart attack {SEEN}\n" * 40
BROKEN = """table => [...table.querySelectorAll("td, tbody th")].filter((cell) => {
  const text = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT).nextNode();
  if (!text) return false;
  return [...text.data.matchAll(/\\S+/g)].some((word) => {
    const range = document.createRange();
    range.setStart(text, word.index);
    range.setEnd(text, word.index + word[0].length);
    return word[0].length < 28 && range.getClientRects().length > 1;
  });
}).map((cell) => cell.textContent)"""


@pytest.fixture(scope="module")
def workspace(made: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The small workspace."""
    folder = tmp_path_factory.mktemp("rough") / "workspace"
    copied(made, folder)
    return folder


def test_tab_passes_the_help_icons(page: Page) -> None:
    page.goto("/train")
    heading(page, "Train")
    settled(page)
    expect(page.get_by_role("button", name="Help for Preset")).to_be_visible()
    page.get_by_role("heading", level=1).click()
    stops = []
    for _ in range(8):
        page.keyboard.press("Tab")
        stops.append(page.evaluate("document.activeElement.getAttribute('aria-label') ?? ''"))
    assert "Preset" in stops and not [stop for stop in stops if stop.startswith("Help")]


def test_the_menu_shows_where_tab_is(page: Page) -> None:
    """The link that Tab had come to looked as that of the open page, and hardly different from the others."""
    page.goto("/")
    heading(page, "Rankings")
    settled(page)
    for _ in range(12):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.closest('.st-key-menu') !== null"):
            break
    assert page.evaluate("document.activeElement.closest('.st-key-menu') !== null")
    assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid"


def test_a_page_keeps_the_place_of_its_scrollbar(page: Page) -> None:
    assert page.locator(".stMain").evaluate("main => getComputedStyle(main).scrollbarGutter") == "stable"


def test_the_first_card_of_the_tour_leaves_the_rows_free(page: Page) -> None:
    page.goto("/")
    heading(page, "Rankings")
    page.get_by_role("button", name="Start", exact=True).click()
    card = page.get_by_role("dialog", name="Type any name")
    expect(card).to_be_visible()
    page.get_by_role("searchbox").fill("asthma")
    rows = page.locator("button.row")
    expect(rows.first).to_contain_text("Asthma")
    page.wait_for_timeout(500)
    over = card.bounding_box()
    assert over is not None
    for place in range(3):
        row = rows.nth(place).bounding_box()
        assert row is not None
        apart = row["x"] + row["width"] <= over["x"] or over["x"] + over["width"] <= row["x"]
        assert apart or row["y"] >= over["y"] + over["height"] or over["y"] >= row["y"] + row["height"]
    page.get_by_role("button", name="Skip the tour").click()


def test_words_of_a_table_stay_whole(page: Page, tmp_path: Path) -> None:
    file = tmp_path / "mentions.csv"
    file.write_text(MENTIONS, encoding="utf-8")
    page.goto("/normalise")
    heading(page, "Normalise")
    page.set_viewport_size({"width": 1000, "height": 800})
    page.locator("input[type=file]").first.set_input_files(file)
    table = page.get_by_role("table", name="The first mentions")
    expect(table).to_be_visible()
    assert table.evaluate(BROKEN) == []
    page.set_viewport_size({"width": 1280, "height": 800})


def test_a_bad_row_is_named_before_the_file_is_answered(page: Page, tmp_path: Path) -> None:
    file = tmp_path / "bad.csv"
    rows = [f"asthma {number}" for number in range(60)]
    file.write_text("\n".join(["mention", *rows, '"?!"', "cough"]), encoding="utf-8")
    page.reload()
    heading(page, "Normalise")
    page.locator("input[type=file]").first.set_input_files(file)
    expect(page.get_by_text("Row 62. “?!” has no letter or digit")).to_be_visible()


def test_why_a_training_did_not_start_goes_with_its_cause(page: Page, workspace: Path) -> None:
    workbench = Workbench(workspace)
    workbench.label_sets.define(labelling.Definition("mine", labelling.free_classes("heart\nlung")), "ann")
    page.goto("/labels?set=mine&show=queue")
    expect(page.locator("section.name-card[data-name]")).to_be_visible()  # it is drawn after the rest, and asks anew
    expect(page.get_by_role("button", name="Train now")).to_be_enabled()
    page.get_by_role("heading", level=1).click()
    pressed(page, "t")
    problem = page.locator(".st-key-label_side").get_by_test_id("stAlertContentError")
    expect(problem).to_be_visible()
    page.get_by_role("heading", level=1).click()
    page.keyboard.press("1")
    expect(problem).to_have_count(0)


@pytest.fixture(scope="module")
def left_chest(workspace: Path, tmp_path_factory: pytest.TempPathFactory) -> int:
    """A file with one mention, whose first candidate is the only one with its side."""
    workbench, file = Workbench(workspace), tmp_path_factory.mktemp("mentions") / "left.csv"
    workbench.synonyms.add("organs", "H2", "pain of the left chest", "ann")
    file.write_text("mention\nleft chest pain\n", encoding="utf-8")
    run = worker.execute(workbench.workspace, workbench.normalisation.queue(NormalisationRequest(str(file), "organs")))
    return int(run.result["normalisation"])


def test_each_candidate_has_its_own_marks_of_difference(page: Page, left_chest: int) -> None:
    """Only the first one was marked, and S and 3 to 5 accepted another in one key."""
    page.goto(f"/normalise?file={left_chest}")
    rows = page.locator("section.column .candidate")
    expect(rows.first).to_contain_text("pain of the left chest")
    expect(rows.first.locator(".mark.differs")).to_have_count(0)
    expect(rows.nth(1).locator(".mark.differs")).to_contain_text("side")


def test_what_stays_on_top_lets_nothing_shine_through(page: Page, left_chest: int) -> None:
    page.goto(f"/normalise?file={left_chest}")
    top = page.locator(".desk > .head")
    expect(top).to_be_visible()
    style = top.evaluate("top => [getComputedStyle(top).position, getComputedStyle(top).backgroundColor]")
    assert style[0] == "sticky" and style[1].startswith("rgb(")  # rgba where it has an alpha


NARROW: ViewportSize = {"width": 390, "height": 844}
HIDDEN = """() => [...document.querySelectorAll(".stButtonGroup [role=radiogroup]")]
  .filter((group) => group.scrollWidth > group.clientWidth + 1).map((group) => group.innerText)"""


def found_on(page: Page, titles: Sequence[str], size: ViewportSize, script: str) -> list[tuple[str, str]]:
    """(title, what a script finds) on each of these pages in a window of this size, which is as before afterwards.

    The first is opened by its address, the others by the menu, which is quicker, where the menu is in sight.
    """
    page.set_viewport_size(size)
    found = []
    for place, title in enumerate(titles):
        if place and size != NARROW:
            go(page, title)
        else:
            page.goto(f"/{title.lower()}")
            heading(page, title)
        settled(page)
        found += [(title, one) for one in page.evaluate(script)]
    page.set_viewport_size({"width": 1280, "height": 800})
    return found


def test_a_narrow_window_hides_no_choice(page: Page, workspace: Path) -> None:
    """Three of the five views of Compare lay beyond the edge of a telephone, and nothing said that they were there."""
    Workbench(workspace).vectors.fit_spelling("spelling", ["organs"])
    assert found_on(page, ("Compare", "Export", "Labels", "Place"), NARROW, HIDDEN) == []


def test_an_address_by_name_keeps_every_encoder_and_the_terminology(page: Page, workspace: Path) -> None:
    """At /rankings of `with=A&with=B` the last alone was kept, and `terminology` passed over everywhere."""
    Workbench(workspace).vectors.fit_spelling("letters", ["organs"])
    page.goto("/rankings?q=asthma&terminology=organs&with=vectors&with=vectors:letters")
    heading(page, "Rankings")
    expect(page.locator(".st-key-with")).to_contain_text("Shipped vectors")
    expect(page.locator(".st-key-with")).to_contain_text("letters")
    page.wait_for_url("**with=Shipped+vectors&with=letters**")
    assert "in=Organs" in page.url


def test_a_small_laptop_shows_every_encoder_of_the_joined_table(page: Page, workspace: Path, tmp_path: Path) -> None:
    """The column “Apart” was gone and its heading stayed; the second encoder lay beyond the edge, beside long names."""
    rows = "id,name,synonyms\nI13,Hypertensive heart and chronic kidney disease with heart failure,heart and kidneys\n"
    with_table(Workbench(workspace), tmp_path, "long", rows)
    Workbench(workspace).vectors.fit_spelling("spelled", ["long"])
    page.set_viewport_size({"width": 1024, "height": 768})
    page.goto("/?q=heart+and+kidneys&in=Long&view=Joined&with=Shipped+vectors&with=spelled")
    heading(page, "Rankings")
    settled(page)
    row = page.locator(".joined tbody tr").first
    expect(row).to_be_visible()
    headings = page.locator(".joined thead th:visible")
    assert headings.count() == row.locator("th:visible, td:visible").count()
    box, last = page.locator(".joined").bounding_box(), headings.last.bounding_box()
    assert last["x"] + last["width"] <= box["x"] + box["width"] + 1
    page.set_viewport_size({"width": 1280, "height": 800})


def test_what_a_row_opens_comes_into_sight_in_a_narrow_window(page: Page) -> None:
    """The card lay below the list: a tap on a row seemed to do nothing."""
    page.set_viewport_size(NARROW)
    page.goto("/?q=heart")
    heading(page, "Rankings")
    settled(page)
    page.locator("button.row").first.click()
    expect(page.locator(".st-key-card_panel").get_by_role("heading", level=2).first).to_be_in_viewport()
    page.set_viewport_size({"width": 1280, "height": 800})


def test_what_an_import_brought_is_in_sight(page: Page, tmp_path: Path) -> None:
    """The page became shorter and showed the short forms; that three rows were left out stood above the window."""
    file = tmp_path / "ours.csv"
    rows = [f"X{number},Name {number}" for number in range(200)] + [f",Nameless {number}" for number in range(14)]
    file.write_text("\n".join(["id,name", *rows]), encoding="utf-8")
    page.goto("/terminologies")
    heading(page, "Terminologies")
    page.locator(".st-key-import_file input[type=file]").set_input_files(file)
    start = page.get_by_role("button", name="Import 200 concepts")
    start.scroll_into_view_if_needed()
    page.mouse.move(600, 500)
    page.mouse.wheel(0, 2_000)
    start.evaluate("button => button.scrollIntoView({ block: 'end' })")
    start.click()
    told = page.get_by_text("Imported 200 concepts")
    expect(told).to_be_visible(timeout=TRAINING)
    settled(page)
    expect(told).to_be_in_viewport(ratio=1)


def test_nothing_lies_over_a_name_that_is_typed(page: Page) -> None:
    """“Press Enter to submit form” was drawn across “Another name of this concept”."""
    page.goto("/?q=heart")
    heading(page, "Rankings")
    settled(page)
    page.locator("button.row").first.click()
    field = page.get_by_label("Add another name", exact=True)
    field.fill("cardiac")
    expect(page.locator(".st-key-new_name").get_by_test_id("InputInstructions")).to_be_hidden()
    field.fill("")


CUT = """() => [...document.querySelectorAll(".stMain [data-testid=stMarkdownContainer]")]
  .filter((text) => text.scrollWidth > text.clientWidth + 1 && getComputedStyle(text).overflowX !== "visible")
  .map((text) => text.innerText)"""


LAPTOP: ViewportSize = {"width": 1024, "height": 768}
ROWS = """() => [...document.querySelectorAll(".stMain .stButtonGroup [role=radiogroup]")]
  .filter((group) => group.lastElementChild.offsetTop > group.firstElementChild.offsetTop)
  .map((group) => group.innerText)"""


def test_a_small_laptop_cuts_no_label(page: Page) -> None:
    """Experiments offered a “Qui…”, and Mappings a “S…”."""
    assert found_on(page, ("Experiments", "Audit", "Train", "History"), LAPTOP, CUT) == []


def test_a_switch_stands_in_one_row_on_a_small_laptop(page: Page) -> None:
    """Of Rankings' “Concepts” and “Names” one stood below the other, and the fields beside them hung in the air."""
    assert found_on(page, ("Map", "Place", "Compare", "Train", "Labels"), LAPTOP, ROWS) == []
    page.set_viewport_size(LAPTOP)
    for encoders in ("", "&with=Shipped+vectors&with=spelling"):
        page.goto(f"/?q=heart{encoders}")
        heading(page, "Rankings")
        settled(page)
        assert page.evaluate(ROWS) == []
    page.set_viewport_size({"width": 1280, "height": 800})


def test_a_label_queue_has_its_switches_in_one_row_on_a_small_laptop(page: Page, workspace: Path) -> None:
    """“The set” and two of the four orders stood in a second row, and the fields beside them hung in the air."""
    bench = Workbench(workspace)
    classes = tuple(labelling.free_classes("heart\nlung"))
    bench.label_sets.define(labelling.Definition("organ", classes, labelling.FREE), "ann")
    page.set_viewport_size(LAPTOP)
    page.goto("/labels?set=organ")
    expect(page.locator("section.name-card")).to_be_visible()
    settled(page)
    assert page.evaluate(ROWS) == []
    page.set_viewport_size({"width": 1280, "height": 800})


def test_a_small_laptop_shows_how_a_date_is_written(page: Page) -> None:
    """History said “yyyy-mr”."""
    page.set_viewport_size(LAPTOP)
    page.goto("/history")
    date = page.get_by_test_id("stDateInputFieldsScroller").first
    expect(date).to_be_visible()
    assert date.evaluate("field => field.scrollWidth <= field.clientWidth + 1")
    page.set_viewport_size({"width": 1280, "height": 800})


def test_a_small_laptop_shows_when_and_which_entry_of_the_history(page: Page, workspace: Path) -> None:
    """Beside a mark such as “done again” the list ended in the middle of a time, and had no number."""
    bench = Workbench(workspace)
    bench.labels.add("topics", [("inflammation of the wall of the aorta", "vessels of the heart")], "annamaria")
    bench.history.undo("annamaria")
    bench.history.redo("annamaria")
    page.set_viewport_size(LAPTOP)
    page.goto("/history")
    table = page.get_by_role("table", name="History")
    expect(table.get_by_text("done again")).to_be_visible()
    assert table.evaluate("table => table.parentElement.scrollWidth - table.parentElement.clientWidth") <= 1
    page.set_viewport_size({"width": 1280, "height": 800})


def test_a_small_laptop_parts_no_keys_of_the_desk_and_cuts_no_button(page: Page, left_chest: int) -> None:
    """Undo stood above Redo, and the button of a bulk decision lay below the edge of its menu."""
    page.set_viewport_size({"width": 1024, "height": 768})
    page.goto(f"/normalise?file={left_chest}")
    bar = page.get_by_role("toolbar", name="Decide about this line")
    expect(bar).to_be_visible()
    boxes = [bar.get_by_role("button", name=name).bounding_box() for name in ("Undo", "Redo", "Previous", "Next")]
    assert len({box["y"] for box in boxes if box}) == 1 and all(boxes)
    settled(page)
    page.get_by_role("button", name="Accept in bulk").click()
    accept = page.get_by_role("button", name=re.compile(r"^Accept \d+ lines?"))
    expect(accept).to_be_in_viewport(ratio=1)
    page.set_viewport_size({"width": 1280, "height": 800})


def test_the_keys_of_the_desk_stand_beside_each_other_in_a_narrow_window(page: Page, left_chest: int) -> None:
    """The nine of them stood below each other and filled half of a telephone."""
    page.set_viewport_size(NARROW)
    page.goto(f"/normalise?file={left_chest}")
    bar = page.get_by_role("toolbar", name="Decide about this line")
    expect(bar).to_be_visible()
    box, first = bar.bounding_box(), bar.get_by_role("button").first.bounding_box()
    assert box is not None and first is not None
    assert box["height"] < 4.5 * first["height"]
    page.set_viewport_size({"width": 1280, "height": 800})


def test_nothing_was_thrown(outside: list[str], troubles: list[str]) -> None:
    assert outside == []
    assert troubles == []


def test_half_a_screen_has_room_for_every_field(page: Page, workspace: Path) -> None:
    """“Terminology” broke beside a box of 45 pixels, “Quick trial” had a letter a line, a map stood in a tall frame."""
    bench = Workbench(workspace)
    request = bench.maps.request(terminology="organs", encoder="vectors", layout="pca")
    assert not worker.execute(bench.workspace, bench.maps.queue(request)).error
    page.set_viewport_size({"width": 800, "height": 900})
    try:
        page.goto("/?q=heart")
        heading(page, "Rankings")
        settled(page)
        for column in page.locator(".st-key-ranking_where .stColumn").all():
            assert column.bounding_box()["width"] >= 180
        page.goto("/experiments")
        heading(page, "Experiments")
        settled(page)
        for label in ("Quick trial", "Curve"):
            assert page.locator(".stCheckbox").filter(has_text=label).bounding_box()["height"] < 40
        page.goto("/map?terminology=Organs&layout=PCA&encoder=Shipped+vectors")
        frame = page.locator(".middle")
        expect(frame).to_be_visible(timeout=TRAINING)
        settled(page)
        box = frame.bounding_box()
        assert box["width"] > 400 and box["height"] < 1.2 * box["width"]
    finally:
        page.set_viewport_size({"width": 1280, "height": 800})


PLACES = """() => {
  window.places = new Set();
  const look = () => {
    const last = [...document.querySelectorAll(".st-key-menu a")].at(-1);
    window.places.add(last ? Math.round(last.getBoundingClientRect().y) : null);
    requestAnimationFrame(look);
  };
  look();
}"""


def test_the_menu_stands_still_while_another_page_comes(page: Page) -> None:
    """Its style was the page's, and gone with it for two or three frames."""
    page.goto("/")
    heading(page, "Rankings")
    settled(page)
    page.evaluate(PLACES)
    for title in ("Labels", "History", "Rankings"):
        page.locator(".st-key-menu a", has_text=title).click()
        heading(page, title)
        settled(page)
    assert page.evaluate("[...window.places].length") == 1


def test_a_stroke_leads_into_the_search_box(page: Page) -> None:
    page.goto("/")
    heading(page, "Rankings")
    settled(page)
    page.locator("h1").click()
    page.keyboard.press("/")
    expect(page.get_by_role("searchbox")).to_be_focused()
    page.keyboard.type("a/b")
    expect(page.get_by_role("searchbox")).to_have_value("a/b")


def test_a_note_is_taken_to_normalise(page: Page) -> None:
    """The link opened Normalise empty."""
    note = "82 yo male with hx of COPD and CHF. Presents with cough for 3 days, no fever."
    page.goto(f"/?q={note}")
    heading(page, "Rankings")
    page.get_by_role("link", name="Take it to Normalise").click()
    heading(page, "Normalise")
    expect(page.get_by_role("textbox", name="Or paste names, one a line")).to_have_value(note)
    expect(page.get_by_text("each sentence is a line")).to_be_visible()
