"""At the desk of Normalise a mention says whether its text denies it; a key has the last word, and stays."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from engine.jobs import worker
from engine.workbench import NormalisationRequest, Workbench
from tests.browser.accessible import findings
from tests.browser.steps import heading, settled
from tests.linked import copied

MENTIONS = "mention,context\nasthma,He denies asthma and cough.\npneumonia,Admitted with pneumonia.\n"


@pytest.fixture(scope="module")
def workspace(made: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The small workspace with a file of two mentions in their texts, answered."""
    folder = tmp_path_factory.mktemp("attributes") / "workspace"
    copied(made, folder)
    bench = Workbench(folder)
    path = bench.mentions.save("m.csv", MENTIONS.encode())
    run = worker.execute(bench.workspace, bench.normalisation.queue(NormalisationRequest(str(path), "organs")))
    assert not run.error
    return folder


def test_what_the_text_says_stands_by_the_name_and_a_key_turns_it(page: Page, workspace: Path) -> None:
    page.goto("/normalise?file=1&order=as+in+the+file")
    heading(page, "Normalise")
    chip = page.locator(".shown h2 .mark.attribute")
    expect(chip).to_have_text("negated")
    expect(page.get_by_text("read from the text")).to_be_visible()
    assert findings(page) == []
    settled(page)
    page.keyboard.press("d")
    expect(chip).to_have_count(0)
    expect(page.get_by_text("said by a person")).to_be_visible()
    page.keyboard.press("z")
    expect(chip).to_have_text("historical")
    page.keyboard.press("j")
    expect(page.locator(".shown h2")).to_contain_text("pneumonia")
    expect(chip).to_have_count(0)
    page.get_by_role("checkbox", name="Of the family").check()
    expect(chip).to_have_text("family")
    expect(page.locator('.desk[data-kept="true"]')).to_be_visible()
    page.reload()
    heading(page, "Normalise")
    expect(chip).to_have_text("family")
    bench = Workbench(workspace)
    lines = bench.answers.lines(1, order="as in the file")
    found = bench.mention_attributes.read(1, lines)
    assert [found[line.id].attributes for line in lines] == [("historical",), ("family",)]


def test_what_is_marked_in_the_text_becomes_a_mention(page: Page, workspace: Path) -> None:
    page.goto("/normalise?file=1&order=as+in+the+file")
    heading(page, "Normalise")
    expect(page.locator(".shown h2")).to_contain_text("asthma")
    settled(page)
    marked(page, "cough")
    page.keyboard.press("b")
    expect(page.locator(".shown h2")).to_contain_text("cough")
    expect(page.get_by_text("added by")).to_be_visible()
    settled(page)
    marked(page, "denies")
    page.get_by_role("button", name="Correct mention").click()
    expect(page.locator(".shown h2")).to_contain_text("denies")
    texts = [
        (line.text, line.start, line.end) for line in Workbench(workspace).answers.lines(1, order="as in the file")
    ]
    assert ("denies", 3, 9) in texts and len(texts) == 3


def marked(page: Page, word: str) -> None:
    """Marks a word of the text by a double click on it, as a person does."""
    place = page.locator(".passage").evaluate(
        """(text, word) => {
            const walk = document.createTreeWalker(text, NodeFilter.SHOW_TEXT);
            for (let node = walk.nextNode(); node; node = walk.nextNode()) {
                const at = node.data.indexOf(word);
                if (at < 0) continue;
                const range = document.createRange();
                range.setStart(node, at);
                range.setEnd(node, at + word.length);
                const box = range.getBoundingClientRect();
                return [box.x + box.width / 2, box.y + box.height / 2];
            }
        }""",
        word,
    )
    page.mouse.dblclick(*place)


def test_nothing_was_thrown(outside: list[str], troubles: list[str]) -> None:
    assert outside == []
    assert troubles == []
