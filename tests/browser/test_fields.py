"""What is typed into a field counts, without leaving it, and while the answer to what was done before is on its way."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from engine.workbench import Workbench
from tests.browser.steps import heading, pressed, settled
from tests.linked import copied
from tests.mapped import started, with_others


@pytest.fixture(scope="module")
def workspace(made: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The small workspace with a mapping project."""
    folder = tmp_path_factory.mktemp("fields")
    copied(made, folder / "workspace")
    started(with_others(Workbench(folder / "workspace"), folder))
    return folder / "workspace"


def test_a_reason_stands_that_is_sent_before_the_decision_is_answered(page: Page) -> None:
    """Each decision emptied its fields, empty ones too, and with them what was typed for the next line meanwhile."""
    held: list[tuple[WebSocketRoute, str | bytes]] = []
    holding = [False]

    def hold(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        server.on_message(lambda message: held.append((socket, message)) if holding[0] else socket.send(message))

    page.route_web_socket("**/*", hold)
    page.goto("/mappings?project=1")
    heading(page, "Mappings")
    reason = page.get_by_label("Reason", exact=True)
    expect(reason).to_be_visible()
    before = page.locator(".st-key-mappings_panel").get_by_role("heading").inner_text()
    settled(page)
    holding[0] = True
    page.keyboard.press("n")
    reason.press_sequentially("seen on the ward", delay=20)
    reason.press("Enter")
    page.wait_for_timeout(1_000)
    holding[0] = False
    for socket, message in held:
        socket.send(message)

    expect(page.locator(".st-key-mappings_panel").get_by_role("heading")).not_to_have_text(before)
    settled(page)
    expect(reason).to_have_value("seen on the ward")


@pytest.mark.parametrize(
    ("where", "label", "text", "button"),
    [
        ("normalise", "Or paste names, one a line", "heart atack\nchest pain, left", "Start"),
        ("place?view=list", "Or paste names, one a line", "heart attack in winter\near pain", "Place 2 names"),
        ("labels", "Classes, one a line", "cardiac\nother", "Define the set with 2 classes"),
    ],
)
def test_what_is_pasted_counts_before_the_field_is_left(
    page: Page, where: str, label: str, text: str, button: str
) -> None:
    """The button below rested, or said to paste something first, until a click beside the field."""
    page.goto(f"/{where}")
    if where == "labels":
        page.get_by_label("Name of the new set", exact=True).fill("organs")
        page.get_by_text("Classes of my own", exact=True).click()
    field = page.get_by_label(label, exact=True)
    field.fill(text)

    expect(page.get_by_role("button", name=button, exact=False)).to_be_enabled()
    expect(field).to_be_focused()
    expect(field).to_have_value(text)


def test_the_key_of_a_button_works_after_text_was_sent_by_hand(page: Page) -> None:
    """The text was sent once more as it came to rest, Streamlit took Enter as held from then on, and T was dead."""
    page.goto("/normalise")
    field = page.get_by_label("Or paste names, one a line", exact=True)
    field.fill("heart atack\nchest pain, left")
    field.press("Control+Enter")
    expect(page.get_by_role("button", name="Start Shortcut T")).to_be_enabled()
    page.wait_for_timeout(1_500)  # as long as a pause that sends it
    page.get_by_role("heading", name="Load a file").click()
    pressed(page, "t")
    expect(page.get_by_role("button", name="Start Shortcut T")).to_have_count(0)


def test_escape_leaves_a_field_with_what_is_typed_in_it(page: Page) -> None:
    """A search field was emptied and kept the focus, so that the key pressed next was searched for."""
    page.goto("/rankings")
    box = page.get_by_role("searchbox")
    box.press_sequentially("asthma")
    settled(page)
    page.keyboard.press("Escape")
    expect(box).to_have_value("asthma")
    expect(box).not_to_be_focused()
    chooser = page.get_by_role("combobox", name="Encoders, side by side")
    chooser.click()
    page.keyboard.press("Escape")  # closes the list
    expect(chooser).to_have_attribute("aria-expanded", "false")
    expect(chooser).to_be_focused()
    page.keyboard.press("Escape")
    expect(chooser).not_to_be_focused()
    expect(page.get_by_test_id("stMultiSelect").get_by_text("Shipped vectors")).to_be_visible()


def test_the_keys_of_buttons_work_while_a_tick_has_the_focus(page: Page) -> None:
    """A tick, a switch and a radio are inputs, in which Streamlit lets keys rest: they were dead after a click."""
    page.goto("/history")
    heading(page, "History")
    page.get_by_text("Compare two moments", exact=True).click()
    settled(page)
    assert page.evaluate("document.activeElement.type") == "checkbox"
    page.keyboard.press("y")
    expect(page.get_by_text("Nothing to redo")).to_be_visible()
    page.keyboard.press("Space")
    expect(page.get_by_role("switch", name="Compare two moments")).not_to_be_checked()


def test_another_file_is_read_after_a_wrong_one(page: Page, tmp_path: Path) -> None:
    """The message of the first went as the second came, what stood below moved, and the second was lost on its way."""
    page.goto("/models")
    heading(page, "Models")
    for name in ("first.zip", "second.zip"):
        file = tmp_path / name
        file.write_bytes(b"no archive" * (10 if name == "first.zip" else 2_000_000))  # which takes a while to come
        page.get_by_test_id("stFileUploader").locator("input").set_input_files(file)
        expect(page.get_by_text(f"{name} is not an exported model version")).to_be_visible()
        if name == "first.zip":
            page.wait_for_timeout(2_500)  # as long as a message stays


def test_nothing_was_thrown(outside: list[str], troubles: list[str]) -> None:
    assert (outside, troubles) == ([], [])
