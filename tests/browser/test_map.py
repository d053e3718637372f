"""The map in a real browser: it opens at once when it is drawn, is worked by mouse and keyboard, and labels in bulk."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from engine.jobs import worker
from engine.terminology import importing
from engine.workbench import MapRequest, Workbench
from tests.browser.accessible import findings
from tests.browser.steps import go, heading, picture, pressed
from tests.salted import keep_back

KINDS = {"P": "pain", "F": "fracture", "T": "tumour", "I": "infection", "S": "swelling"}
SITES = [
    "hand",
    "knee",
    "hip",
    "skull",
    "rib",
    "spine",
    "wrist",
    "ankle",
    "elbow",
    "jaw",
    "eye",
    "ear",
    "lung",
    "liver",
]
SIDES = ["left", "right", "upper", "lower", "chronic", "acute", "open", "closed", "mild", "severe"]
MAP = MapRequest("findings", "vectors", layout="pca")


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small workspace of 705 names whose map is drawn."""
    folder = tmp_path_factory.mktemp("map") / "workspace"
    file = folder.parent / "findings.csv"
    lines = ["id,name,synonyms,parents", *[f"{code},{kind} of any site,," for code, kind in KINDS.items()]]
    for code, (at, (site, side)) in product(KINDS, enumerate(product(SITES, SIDES))):
        lines.append(f"{code}{at},{side} {site} {KINDS[code]},,{code}")
    file.write_text("\n".join(lines), encoding="utf-8")
    bench = Workbench(folder)
    keep_back(bench.workspace, [], [])
    for _ in importing.import_file(bench.workspace, {"path": str(file), "name": "findings", "title": "Findings"}):
        pass
    assert worker.execute(bench.workspace, bench.maps.queue(MAP)).status == "done"
    return folder


def the_map(page: Page) -> Locator:
    """The map, once its names are drawn."""
    expect(page.locator(".map[data-drawn]")).to_be_visible(timeout=60_000)
    return page.locator(".map")


def legend(page: Page) -> Locator:
    """The head of the legend, in the drawer beside the map."""
    the_map(page)
    return page.locator(".st-key-map_below .side-head")


def number(atlas: Locator, name: str) -> int:
    return int(atlas.get_attribute(f"data-{name}") or 0)


def test_a_drawn_map_opens_and_answers(page: Page) -> None:
    page.goto("/map?layout=PCA")
    heading(page, "Map")
    atlas = the_map(page)
    expect(atlas.locator(".foot")).to_have_text("705 names drawn. None is left out.")

    canvas = atlas.locator("canvas.over")
    before = number(atlas, "frames")
    canvas.hover(position={"x": 200, "y": 200})
    page.mouse.wheel(0, -300)
    expect(atlas).not_to_have_attribute("data-frames", str(before))
    canvas.focus()
    pressed(page, "0")
    picture(page, "map.png")


def test_a_drawn_map_is_accessible(page: Page) -> None:
    the_map(page)

    assert findings(page) == []


def test_hovering_a_name_says_what_it_is(page: Page) -> None:
    atlas = the_map(page)
    place = atlas.evaluate(
        "map => { const atlas = map.atlas, xy = atlas.maps[0].xy; return [...atlas.view.here(xy[20], xy[21]), "
        "atlas.maps[0].codes[10]]; }"
    )
    atlas.locator("canvas.over").hover(position={"x": place[0], "y": place[1]})

    expect(atlas.locator(".card")).to_be_visible()
    expect(atlas.locator(".card code")).to_have_text(place[2])


def test_the_legend_filters_and_search_finds(page: Page) -> None:
    atlas = the_map(page)
    drawer = page.locator(".st-key-map_below")
    expect(drawer.get_by_role("tab", name="Legend")).to_have_attribute("aria-selected", "true")
    drawer.locator(".kind-row").first.click()
    expect(drawer.locator(".kind-row[aria-pressed=true]")).to_have_count(1)
    drawer.get_by_role("button", name="Show all").click()
    expect(drawer.locator(".kind-row[aria-pressed=true]")).to_have_count(5)

    field = atlas.get_by_role("searchbox")
    place = field.bounding_box()
    field.fill("LÉFT knee")  # as typed with an accent more, or less
    expect(atlas.locator(".found")).to_contain_text("5 found")
    assert field.bounding_box() == place  # it went to a second row, and the map down, under who typed
    page.keyboard.press("Enter")
    expect(page.get_by_role("table", name="Selected names").get_by_role("row")).to_have_count(6)
    expect(drawer.get_by_role("tab", name="Selection")).to_have_attribute("aria-selected", "true")
    expect(drawer.get_by_text("5 names selected.")).to_be_visible()
    assert field.bounding_box() == place
    page.keyboard.press("Escape")  # empties the field
    atlas.get_by_role("button", name="Clear").click()
    expect(drawer.get_by_role("tab", name="Legend")).to_have_attribute("aria-selected", "true")


def test_density_lines_are_drawn_and_switched_off_in_the_legend(page: Page) -> None:
    atlas = the_map(page)
    inked = "canvas => canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data.some(Boolean)"
    lines = atlas.locator("canvas.lines")
    assert lines.evaluate(inked)
    switch = page.get_by_role("checkbox", name="Density lines")
    switch.uncheck()
    expect(atlas).to_have_attribute("data-contours", "off")
    page.wait_for_timeout(300)
    assert not lines.evaluate(inked)
    page.locator(".kind-row").first.click()  # the legend is drawn anew
    expect(switch).not_to_be_checked()
    page.get_by_role("button", name="Show all").click()
    switch.check()
    page.wait_for_timeout(300)
    assert lines.evaluate(inked)


def test_keys_alone_select_what_is_in_sight(page: Page) -> None:
    atlas = the_map(page)
    atlas.locator("canvas.over").focus()
    for key in ("Escape", "0", "-", "-", "s"):
        page.keyboard.press(key)

    expect(atlas).to_have_attribute("data-selected", "705")
    page.keyboard.press("Escape")
    expect(atlas).to_have_attribute("data-selected", "0")


def test_the_keys_on_the_buttons_are_heard_before_the_map_is_clicked(page: Page) -> None:
    atlas = the_map(page)
    page.get_by_role("heading", level=1).click()
    page.keyboard.press("b")
    expect(atlas.get_by_role("button", name="Box")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("s")
    expect(atlas).not_to_have_attribute("data-selected", "0")
    page.keyboard.press("Escape")
    expect(atlas).to_have_attribute("data-selected", "0")
    search = atlas.get_by_role("searchbox")
    search.press("l")
    expect(atlas.get_by_role("button", name="Lasso")).to_have_attribute("aria-pressed", "false")
    search.fill("")


def test_a_lasso_around_500_is_labelled_at_once_and_undone_at_once(page: Page, workspace: Path) -> None:
    atlas = the_map(page)
    canvas = atlas.locator("canvas.over")
    canvas.focus()
    pressed(page, "0")
    pressed(page, "l")
    box = canvas.bounding_box()
    assert box is not None
    corners = [(0.03, 0.03), (0.97, 0.03), (0.97, 0.97), (0.5, 0.75), (0.03, 0.97), (0.03, 0.05)]
    page.mouse.move(box["x"] + box["width"] * corners[0][0], box["y"] + box["height"] * corners[0][1])
    page.mouse.down()
    for x, y in corners[1:]:
        page.mouse.move(box["x"] + box["width"] * x, box["y"] + box["height"] * y, steps=6)
    page.mouse.up()
    many = number(atlas, "selected")
    assert 500 <= many < 705

    for field, text in (("Label set", "bulk"), ("Class", "mine")):
        choice = page.locator(".st-key-map_label").get_by_role("combobox", name=field)
        choice.fill(text)
        choice.press("Enter")
        expect(choice).to_have_value(text)
        page.wait_for_timeout(500)  # the answer to the first choice draws the second one anew
        expect(page.locator("[data-test-script-state=notRunning]")).to_be_visible()
    button = page.get_by_role("button", name=f"Label {many} names")
    expect(button).to_be_enabled()
    button.click()
    expect(page.get_by_text(f"{many} names labelled “mine” in “bulk”")).to_be_visible()
    bench = Workbench(workspace)
    assert bench.label_sets.counts()[0].classes == {"mine": many}

    page.locator(".st-key-map_undo").get_by_role("button").click()
    expect(page.get_by_text("Undid: ")).to_be_visible()
    assert bench.label_sets.counts() == []
    assert number(atlas, "selected") == many


def test_a_selection_outlives_a_look_at_another_page(page: Page) -> None:
    many = number(the_map(page), "selected")
    go(page, "Models")
    go(page, "Map")

    expect(the_map(page)).to_have_attribute("data-selected", str(many))
    expect(page.get_by_role("tab", name="Selection")).to_have_attribute("aria-selected", "true")
    expect(page.get_by_text(f"{many} names selected.")).to_be_visible()


def test_the_address_keeps_what_is_shown(page: Page, outside: list[str], troubles: list[str]) -> None:
    page.goto("/map?layout=PCA&colour=Level")
    expect(legend(page)).to_contain_text("Level")
    page.reload()
    expect(legend(page)).to_contain_text("Level")
    assert "colour=Level" in page.url and "layout=PCA" in page.url
    assert outside == [] and troubles == []
