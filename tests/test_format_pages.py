"""Each format has its page in the guide: its example is read as the page says, and what writing loses is named."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.formats.mapping_sets.mappings import read_reference
from engine.formats.reading import read_file
from engine.formats.recognition import format_of
from engine.formats.registry import DELTA, FORMATS, MAPPINGS, ROWS, TERMINOLOGY
from engine.terminology.exporting.loss import OF_CONCEPTS, OF_NAMES
from tests.format_pages import FILE, OF_MAPPINGS, PAGES, READ, WITHIN, stated, text_of, written_example

NAMED = [*READ, OF_MAPPINGS]
LOSSES = {"title": "the terminology's title, version and licence"} | {
    key: what for key, (_, what, _) in {**OF_NAMES, **OF_CONCEPTS}.items()
}
NO_PLACE = re.compile(r"has no place for ([^.]*)\.")
OVERVIEW = PAGES.with_suffix(".md").read_text(encoding="utf-8")


def written(name: str) -> bool:
    """Whether a whole terminology is written in a format."""
    return bool(FORMATS[name].written and {TERMINOLOGY, DELTA, ROWS, MAPPINGS} & set(FORMATS[name].writes))


def plain(name: str) -> str:
    return " ".join(text_of(name).split())


def test_each_format_has_its_page_and_the_overview_leads_there() -> None:
    assert {path.stem for path in PAGES.glob("*.md")} == set(NAMED)
    assert {name for name in NAMED if f"](formats/{name}.md)" not in OVERVIEW} == set()
    assert all(f"`{name}`" in text_of(FORMATS[name].within) for name in WITHIN)


@pytest.mark.parametrize("name", READ)
def test_the_example_is_recognised_and_gives_what_the_page_says(name: str, tmp_path: Path) -> None:
    path = written_example(name, tmp_path)
    assert format_of(path) == name
    parsed = read_file(path)
    assert (parsed.live, parsed.names, parsed.edges) == stated(name)
    assert parsed.problems == []


def test_the_example_of_mappings_gives_what_the_page_says(tmp_path: Path) -> None:
    found = read_reference(written_example(OF_MAPPINGS, tmp_path))
    assert f"It gives {sum(map(len, found.values()))} mappings." in text_of(OF_MAPPINGS)


@pytest.mark.parametrize("name", NAMED)
def test_the_page_names_what_writing_loses_and_nothing_else(name: str) -> None:
    lost = " ".join(NO_PLACE.findall(plain(name)))
    assert ("It is read only" in plain(name)) is not written(name)
    assert {key for key, what in LOSSES.items() if what in lost} == set(FORMATS[name].loses)
    assert bool(lost) is bool(FORMATS[name].loses)


@pytest.mark.parametrize("name", NAMED)
def test_the_page_shows_its_picture_and_the_commands(name: str) -> None:
    page = plain(name)
    assert f"pictures/{'guide-mappings' if name == OF_MAPPINGS else f'format-{name}'}.png)" in page
    assert "python -m engine" in page
    assert ("python -m engine export terminology" in page) is written(name)
    assert len(FILE.sub("", text_of(name)).splitlines()) <= 50  # beside the example
