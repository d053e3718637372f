"""The guide cannot go stale: its pictures are made by the browser tests, its keys and labels are the window's."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pages.parts.shell.keys import EVERYWHERE, keys_of
from tests.format_pages import READ
from tests.menu import MENU

ROOT = Path(__file__).parents[1]
GUIDE = sorted((ROOT / "docs" / "guide").rglob("*.md"))
PICTURES = ROOT / "docs" / "pictures"
LARGEST = 150_000  # bytes
JOBS = ("find", "train", "chain", "normalise", "place", "undo")
STREAMLIT = {"Upload"}  # a label that Streamlit writes


def sources() -> str:
    """Everything that a page may say."""
    files = [ROOT / "app.py", *(path for path in (ROOT / "pages").rglob("*") if path.suffix in (".py", ".js"))]
    return "\n".join(path.read_text(encoding="utf-8") for path in files).casefold()


def made() -> set[str]:
    """Every picture that the browser tests make."""
    tests = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "tests" / "browser").glob("test_*.py"))
    guide = {f"guide-{name}.png" for name in re.findall(r'shown\(page, "([\w-]+)"\)', tests)}
    guide |= {f"format-{name}.png" for name in READ}
    return guide | set(re.findall(r'picture(?:_of)?\(\w+, "([\w-]+\.png)"\)', tests))


def named(text: str) -> set[str]:
    return set(re.findall(r"\]\([\w./-]*pictures/([\w.-]+)\)", text))


def test_there_are_six_jobs_and_the_first_page_leads_to_each() -> None:
    first = (ROOT / "docs" / "guide" / "README.md").read_text(encoding="utf-8")

    assert {"README", *JOBS} <= {path.stem for path in GUIDE}
    assert all(f"]({job}.md)" in first for job in JOBS)


@pytest.mark.parametrize("path", [ROOT / "README.md", *GUIDE], ids=lambda path: path.stem)
def test_every_picture_is_one_that_the_tests_make(path: Path) -> None:
    pictures = named(path.read_text(encoding="utf-8"))

    assert pictures <= made()
    assert path.stem not in JOBS or pictures
    assert all((PICTURES / name).stat().st_size < LARGEST for name in pictures)


def test_every_picture_that_lies_here_is_still_made() -> None:
    assert {path.name for path in PICTURES.glob("*.png")} <= made()


@pytest.mark.parametrize("path", GUIDE, ids=lambda path: path.stem)
def test_every_key_belongs_to_a_page_that_the_document_names(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    pages = [title for title in MENU.values() if f"**{title}**" in text]
    known = {one for key in EVERYWHERE for one in key.keys.split()}
    for title in pages:
        for key in keys_of(title):
            known |= set(key.keys.split())
            known |= {str(digit) for digit in range(1, 10)} if "1–9" in key.keys else set()

    assert set(re.findall(r"<kbd>(.*?)</kbd>", text)) <= known


@pytest.mark.parametrize("path", GUIDE, ids=lambda path: path.stem)
def test_every_label_stands_in_the_window(path: Path) -> None:
    said = sources()
    labels = set(re.findall(r"\*\*([^*]+)\*\*", " ".join(path.read_text(encoding="utf-8").split()))) - STREAMLIT

    assert sorted(label for label in labels if label.casefold() not in said) == []
