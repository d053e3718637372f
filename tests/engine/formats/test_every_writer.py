"""What every writer of answers must do, whoever adds it: what it wrote can be read again, by itself or by a reader."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.errors import BadInput
from engine.formats.mentions.answer_columns import About
from engine.formats.mentions.answer_files import answers_module, read_export
from engine.formats.mentions.pubtator import documents
from engine.formats.registry import ANSWERS, writers
from store.records.normalisation import Line

LINES = [
    Line(1, 1, 2, "asthma and flu", read_as="asthma", concept="D1", name="asthma", score=0.75, extra=("a",)),
    Line(1, 2, 2, "asthma and flu", read_as="flu", concept="D2", name="influenza", score=0.5, extra=("a",)),
    Line(2, 1, 1, "Sjögren’s", concept="D3", decision="second", decided_concept="D4", who="Ann", extra=("",)),
    Line(4, 1, 1, "nothing found", extra=("d",)),
]
GIVEN = [(1, "asthma and flu", ("D1", "D2")), (2, "Sjögren’s", ("D4",)), (4, "nothing found", ())]
WRITERS = writers(ANSWERS)
READABLE = [name for name, one in WRITERS.items() if ANSWERS in one.reads]
NOT_TEXT = "row,Sjögren\n".encode("latin-1")


def file_of(format: str, folder: Path) -> Path:
    return folder / f"answers{WRITERS[format].written[0]}"


def read_again(format: str, path: Path) -> list[tuple[int, str, tuple[str, ...]]]:
    """Row, mention and the concepts it was given, as the file says."""
    if format == "pubtator":  # holds no scores, so that it has no `read` of its own
        return [(int(d.id), d.mentions[0].text, d.mentions[0].ids) for d in documents(path)]
    found: dict[tuple[int, str], list[str]] = {}
    for line in read_export(path).lines:
        answers = found.setdefault((line.row, line.text), [])
        answers += [answer for answer in [line.decided_concept or line.concept] if answer]
    return [(row, text, tuple(answers)) for (row, text), answers in found.items()]


@pytest.mark.parametrize("format", WRITERS)
def test_what_is_written_is_what_is_read(tmp_path: Path, format: str) -> None:
    path, about = file_of(format, tmp_path), About(tmp_path / "mentions.csv", "organs", extra=("note",))
    assert answers_module(format).write_answers(path, iter(LINES), about) == len(LINES)
    assert read_again(format, path) == GIVEN
    assert list(tmp_path.iterdir()) == [path]  # nothing half written is left
    if format in READABLE:
        export = read_export(path)
        assert (export.extra, list(export.lines)) == (("note",), LINES)


@pytest.mark.parametrize("format", WRITERS)
def test_no_answers_make_a_file_without_lines(tmp_path: Path, format: str) -> None:
    path = file_of(format, tmp_path)
    assert answers_module(format).write_answers(path, [], About(tmp_path / "mentions.csv", "organs")) == 0
    assert path.is_file()
    assert read_again(format, path) == []


@pytest.mark.parametrize("format", WRITERS)
def test_writing_again_replaces_the_file(tmp_path: Path, format: str) -> None:
    path, about = file_of(format, tmp_path), About(tmp_path / "mentions.csv", "organs", extra=("note",))
    for lines in (LINES, LINES[2:3]):
        answers_module(format).write_answers(path, lines, about)
    assert read_again(format, path) == GIVEN[1:2]


@pytest.mark.parametrize("format", WRITERS)
def test_a_file_that_holds_no_answers_says_so(tmp_path: Path, format: str) -> None:
    path = file_of(format, tmp_path)
    with pytest.raises(BadInput, match="there is no such file"):
        read_export(path)
    for content in (b"", b"\n\n", b"Dear Sir\n"):
        path.write_bytes(content)
        with pytest.raises(BadInput, match=path.name) as said:
            list(read_export(path).lines)
        assert str(said.value).endswith(".")


@pytest.mark.parametrize("format", WRITERS)
def test_bytes_that_are_not_text_say_so(tmp_path: Path, format: str) -> None:
    path = file_of(format, tmp_path)
    path.write_bytes(NOT_TEXT)
    with pytest.raises(BadInput, match=path.name):
        list(read_export(path).lines)
