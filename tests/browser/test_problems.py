"""What goes wrong behind a page is one sentence in it; Streamlit's own box never shows, and the log has the trace."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from engine.errors.log import log_path
from store import database, runs
from tests.browser.steps import heading
from tests.linked import copied

SLOW = 60_000  # milliseconds


@pytest.fixture(scope="module")
def workspace(made: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return Path(copied(made, tmp_path_factory.mktemp("browser") / "workspace"))


def test_a_page_over_a_damaged_database_says_so_in_one_sentence(page: Page, workspace: Path) -> None:
    page.goto("/history")
    heading(page, "History", SLOW)
    content = (workspace / "workspace.db").read_bytes()
    (workspace / "workspace.db").write_bytes(b"no database " * 1000)
    try:
        page.reload()
        sentence = page.get_by_text(re.compile(r"workspace\.db is damaged .*restore"))
        expect(sentence).to_be_visible(timeout=SLOW)
        expect(page.get_by_text(re.compile("encountered an error|Traceback|Error:"))).to_have_count(0)
    finally:
        (workspace / "workspace.db").write_bytes(content)
    page.reload()
    heading(page, "History", SLOW)


def test_an_error_that_nobody_thought_of_names_the_log(page: Page, workspace: Path) -> None:
    """A run whose figures are no JSON: nothing in the program writes one."""
    with database.writing(workspace / "workspace.db") as db:
        runs.add(db, "train", "A run", {})
        db.execute("UPDATE runs SET metrics = 'none'")
    page.goto("/terminologies")
    expect(page.get_by_text(re.compile("Something unexpected happened"))).to_be_visible(timeout=SLOW)
    expect(page.get_by_text(re.compile("nomenclator.log"))).to_be_visible()
    expect(page.get_by_text(re.compile("encountered an error|Traceback"))).to_have_count(0)
    assert "JSONDecodeError" in log_path(workspace).read_text(encoding="utf-8")
