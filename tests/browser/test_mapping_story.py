"""A story: the liver's HPO concepts mapped onto ICD-10-CM by two people, by keys and in bulk, to an SSSOM file."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from engine.formats.mapping_sets.decided_mappings import read_project
from engine.workbench import Workbench
from store.records.mapping import MappingFilter
from tests.browser.accessible import findings
from tests.browser.steps import TRAINING, go, heading, picture, pressed, settled
from tests.browser.window import new_window
from tests.linked import copied, copied_in_use

BRANCH, SLOW = "HP:0001392", 120_000  # Abnormality of the liver, with all below it
LEAST = 200  # concepts


@pytest.fixture(scope="module")
def workspace(sample_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the sample workspace: ICD-10-CM and the Human Phenotype Ontology."""
    folder = tmp_path_factory.mktemp("mapping") / "sample"
    copied(sample_folder, folder)
    return folder


@pytest.fixture(scope="module")
def undecided(workspace: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the workspace with the lines of the first test, before anybody decided about them."""
    return copied_in_use(workspace, tmp_path_factory.mktemp("undecided") / "workspace")


@pytest.fixture(scope="module")
def second(browser: Browser, address: str) -> Iterator[Page]:
    """The window of a second person."""
    window = new_window(browser, address)
    window.set_default_timeout(30_000)
    yield window.new_page()
    window.close()


def named(page: Page, who: str) -> None:
    """Gives the profile its name."""
    field = page.get_by_label("Your name", exact=True)
    field.fill(who)
    field.press("Enter")
    expect(field).to_have_value(who)
    settled(page)


def in_hand(page: Page) -> str:
    return page.locator(".st-key-mappings_panel").get_by_role("heading").inner_text()


def last_message(page: Page) -> Locator:
    """The line that says what was done last."""
    return page.locator(".st-key-mappings_said_line")


def by_key(page: Page, key: str, word: str) -> None:
    """Presses a key that decides, and waits until it is said what that did."""
    page.get_by_role("heading", level=1).click()
    pressed(page, key)
    expect(last_message(page).get_by_text(re.compile(word))).to_be_visible()
    settled(page)


def typed(page: Page, label: str, text: str) -> None:
    field = page.get_by_label(label, exact=True)
    field.fill(text)
    field.press("Enter")
    settled(page)


def test_two_hundred_concepts_become_lines(page: Page, workspace: Path, request: pytest.FixtureRequest) -> None:
    page.goto("/mappings")
    heading(page, "Mappings", SLOW)
    named(page, "Ann")
    page.get_by_role("combobox", name="Source").click()
    page.get_by_role("option", name="Human Phenotype Ontology").click()
    expect(page.get_by_role("combobox", name="Target")).to_have_value("ICD-10-CM")
    page.get_by_text("A branch", exact=True).click()
    typed(page, "Concept at the top of the branch", BRANCH)
    page.get_by_role("heading", level=1).click()
    pressed(page, "t")
    expect(page.get_by_role("button", name=re.compile("^Work through"))).to_be_visible(timeout=TRAINING)
    pressed(page, "w")
    expect(page.get_by_role("table", name="Lines")).to_be_visible(timeout=SLOW)
    assert Workbench(workspace).mapping_projects.get(1).lines >= LEAST
    request.getfixturevalue("undecided")  # copied before anything is decided


def test_in_a_wide_window_the_source_stands_beside_the_candidate(page: Page) -> None:
    """The right half of a window of 2,560 pixels was empty."""
    source, candidate = page.locator(".st-key-mappings_source_card"), page.locator(".st-key-mappings_card")
    expect(candidate).to_contain_text("Candidate")
    expect(source).to_be_hidden()
    page.set_viewport_size({"width": 2560, "height": 1440})
    expect(source).to_contain_text(in_hand(page))
    left, right = source.bounding_box(), candidate.bounding_box()
    assert left and right and left["x"] + left["width"] <= right["x"]
    assert right["x"] + right["width"] > 2350
    page.set_viewport_size({"width": 1280, "height": 800})
    expect(source).to_be_hidden()


def test_a_handful_by_keys(page: Page, workspace: Path) -> None:
    first = in_hand(page)
    by_key(page, "n", "No match for")
    expect(page.locator(".st-key-mappings_panel").get_by_role("heading", name=first)).to_have_count(0)
    page.get_by_role("heading", level=1).click()
    pressed(page, "2")
    by_key(page, "b", "broad")
    pressed(page, "3")
    by_key(page, "w", "narrow")
    by_key(page, "l", "related")
    accepted, cases = in_hand(page), Workbench(workspace).mapping_lines
    by_key(page, "a", "Mapped")
    (case,) = [one for source in cases.chosen(1) if (one := cases.case(1, source)).line.name == accepted]
    first_suggested = case.line.candidates[0]
    assert case.decisions[-1].targets == ((first_suggested.target, first_suggested.predicate),)  # as it is suggested
    skipped = in_hand(page)
    by_key(page, "p", "Skipped")
    by_key(page, "u", "Undid: Skipped")
    assert in_hand(page) == skipped
    typed(page, "Flag for", "Ben")
    by_key(page, "f", "Flagged .* for Ben")
    counts = Workbench(workspace).mapping_lines.counts(1)
    assert (counts["decided"], counts["flagged"], counts["skipped"]) == (5, 1, 0)


def test_the_keys_stay_where_they_are_while_lines_go_by(page: Page) -> None:
    place = page.get_by_role("button", name="Accept first").bounding_box()
    for _ in range(3):
        pressed(page, "j")
        settled(page)
        assert page.get_by_role("button", name="Accept first").bounding_box() == place
    bar = page.locator(".st-key-mappings_bar").bounding_box()
    assert bar and bar["height"] <= 48
    picture(page, "guide-mappings.png")
    assert findings(page) == []


def test_the_sure_ones_and_then_the_rest_in_bulk(page: Page, workspace: Path) -> None:
    bench = Workbench(workspace)
    page.get_by_role("button", name="Accept in bulk").click()
    expect(page.get_by_text(re.compile(r"undecided lines? of this filter would be accepted"))).to_be_visible()
    expect(page.get_by_text("→").first).to_be_visible()
    accept = page.get_by_role("button", name=re.compile(r"^Accept \d+ line"))
    sure = int(re.sub(r"\D", "", accept.inner_text()))
    accept.click()
    expect(last_message(page).get_by_text(re.compile(f"Accepted {sure} line"))).to_be_visible()
    assert bench.mapping_lines.counts(1)["decided"] == 5 + sure
    page.keyboard.press("Escape")
    by_key(page, "u", "Undid")
    assert bench.mapping_lines.counts(1)["decided"] == 5  # one undo takes all of it back
    by_key(page, "y", "Did again")
    page.get_by_role("button", name="Accept in bulk").click()
    for rule in ("Only where a name is the same text", "Only where the suggested relation is exact"):
        page.get_by_text(rule).click()
        settled(page)
    page.get_by_role("slider").press("Home")
    settled(page)
    accept.click()
    expect(last_message(page).get_by_text(re.compile("Accepted"))).to_be_visible()
    page.keyboard.press("Escape")
    counts = bench.mapping_lines.counts(1)
    assert counts["decided"] + counts["undecided"] + 1 == bench.mapping_projects.get(1).lines
    assert counts["decided"] > LEAST * 0.8  # what is left has a marked difference


def test_a_second_person_agrees_contests_and_answers_the_flag(second: Page, workspace: Path) -> None:
    second.goto("/mappings?project=1&state=decided&whose=review")
    heading(second, "Mappings", SLOW)
    named(second, "Ben")
    expect(second.get_by_role("table", name="Lines")).to_be_visible(timeout=SLOW)
    for _ in range(3):  # each waits for the next line: the message of the one before says the same
        before = in_hand(second)
        by_key(second, "i", "Confirmed")
        expect(second.locator(".st-key-mappings_panel").get_by_role("heading")).not_to_have_text(before)
    contested = in_hand(second)
    by_key(second, "n", "No match")
    assert Workbench(workspace).mapping_lines.counts(1)["contested"] == 1
    second.goto("/mappings?project=1&state=all&whose=flagged")
    heading(second, "Mappings")
    expect(second.get_by_role("table", name="Lines").get_by_role("row")).to_have_count(2)
    by_key(second, "a", "Mapped")
    bench = Workbench(workspace)
    counts = bench.mapping_lines.counts(1)
    assert (counts["confirmed"], counts["contested"], counts["flagged"]) == (3, 1, 0)
    second.get_by_text("Agreement", exact=True).click()
    expect(second.get_by_text(re.compile("3 of 4"))).to_be_visible()
    expect(second.get_by_text(re.compile("kappa"))).to_be_visible()
    listed = second.get_by_role("table", name="Contradictions")
    expect(listed.get_by_role("row")).to_have_count(2)
    listed.get_by_role("button", name=contested).click()
    expect(second.locator(".st-key-mappings_panel").get_by_role("heading", name=contested)).to_be_visible()
    expect(second.get_by_text("Contested: their answers differ.")).to_be_visible()


def test_the_file_loads_back_and_validates(page: Page, workspace: Path, undecided: Path, tmp_path: Path) -> None:
    """Into a copy of before: that a second project of the same workspace takes a file is a test of the engine's."""
    page.get_by_role("button", name="Export", exact=True).click()
    page.get_by_text(re.compile("^With .* undecided line")).click()
    settled(page)  # a click meanwhile has the file of before
    with page.expect_download() as downloading:
        page.get_by_role("button", name=re.compile("^SSSOM")).click()
    out = tmp_path / downloading.value.suggested_filename
    downloading.value.save_as(out)
    assert out.name == "hpo-icd10cm.sssom.tsv"
    bench = Workbench(workspace)
    read = read_project(out, "hpo", "icd10cm")
    before = {source: bench.mapping_lines.case(1, source).decisions for source in bench.mapping_lines.chosen(1)}
    assert len(read.decisions) == sum(map(len, before.values()))
    other = Workbench(copied(undecided, tmp_path / "other"))
    assert other.mapping_lines.counts(1)["decided"] == 0
    merged = other.mapping_files.load(1, out, "eve")
    assert (merged.decisions, merged.conflicts, merged.left_out) == (len(read.decisions), (), 0)
    sources = other.mapping_lines.chosen(1, MappingFilter())
    assert set(sources) == set(before)
    for source in sources:
        assert other.mapping_lines.case(1, source).decisions == before[source]
    try:
        from sssom.parsers import parse_sssom_table
        from sssom.validators import validate
    except ImportError:
        return
    parsed = parse_sssom_table(str(out))
    assert len(parsed.df) >= LEAST
    validate(parsed)


def test_history_has_all_of_it(page: Page, outside: list[str], troubles: list[str]) -> None:
    page.keyboard.press("Escape")
    go(page, "History")
    entries = page.get_by_role("table", name="History", exact=True)
    expect(entries.get_by_text(re.compile("^Flagged .* for Ben")).first).to_be_visible()
    assert outside == []
    assert troubles == []
