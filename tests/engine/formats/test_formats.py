"""What holds for every format of the dict, whoever adds it; and that adding one is a file and a line."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.__main__ import main
from engine.errors import NomenclatorError
from engine.formats.mentions.mentions import MentionFile
from engine.formats.reading import read_file
from engine.formats.recognition import format_of
from engine.formats.registry import (
    ANNOTATED,
    ANSWERS,
    DELTA,
    FORMATS,
    MAPPINGS,
    MENTIONS,
    ROWS,
    SIMPLE_MAP,
    TERMINOLOGY,
    Format,
)
from engine.terminology import importing, lookup
from engine.workbench import SourceFile, Workbench
from store.records.terminology import Concept, Name, Terminology

CONCEPTS = [
    Concept("D0", "heart disease", (Name("heart disease", "preferred"),), definition="Of the heart."),
    Concept(
        "D1",
        "heart attack",
        (Name("heart attack", "preferred"), Name("MI", "synonym"), Name("coronary", "synonym", "related")),
        ("D0",),
    ),
    Concept("D2", "angina", obsolete=True, replaced_by="D1"),
]
ABOUT = Terminology("hearts", "Hearts", "1", "", "", "", "", 2, 4, 1)
FUNCTIONS = {
    (TERMINOLOGY, "reads"): "read",
    (TERMINOLOGY, "writes"): "write",
    (MENTIONS, "reads"): "numbered_rows",
    (ANNOTATED, "reads"): "documents",
    (ANSWERS, "reads"): "read_answers",
    (ANSWERS, "writes"): "write_answers",
    (ROWS, "reads"): "read_rows",
    (ROWS, "writes"): "write_rows",
    (MAPPINGS, "reads"): "read_rows",
    (MAPPINGS, "writes"): "write_mappings",
    (DELTA, "writes"): "write",
    (SIMPLE_MAP, "writes"): "write_map",
}
BOTH_WAYS = [name for name, one in FORMATS.items() if TERMINOLOGY in one.reads and TERMINOLOGY in one.writes]
BINARY = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\xff\xfe"
TOY = '''
"""Lines of id=name."""

from engine.formats.parsed import ParsedTerminology
from store.records.terminology import Concept, Name


def recognises(head):
    return head.startswith("%toy")


def read(path, title=""):
    pairs = [line.split("=") for line in path.read_text(encoding="utf-8").splitlines()[1:]]
    concepts = [Concept(id, name, (Name(name, "preferred"),)) for id, name in pairs]
    return ParsedTerminology(title or path.stem, "", "", path.name, concepts)


def write(path, concepts, about):
    lines = ["%toy", *(f"{one.id}={one.preferred}" for one in concepts)]
    path.write_text("\\n".join(lines) + "\\n", encoding="utf-8")
    return len(lines) - 1
'''


@pytest.mark.parametrize("name", FORMATS)
def test_a_module_has_what_its_line_says(name: str) -> None:
    one = FORMATS[name]
    promised = [FUNCTIONS[content, "reads"] for content in one.reads]
    promised += [FUNCTIONS[content, "writes"] for content in one.writes]
    assert promised and all(callable(getattr(one.load(), function)) for function in promised)
    assert bool(one.written) == bool(set(one.writes)) or one.within
    assert one.endings or one.installed


def test_formats_of_one_ending_are_told_apart() -> None:
    """At most one of them goes without a look at the file's head."""
    plain: dict[str, list[str]] = {}
    for name, one in FORMATS.items():
        for ending in one.endings if TERMINOLOGY in one.reads and not hasattr(one.load(), "recognises") else ():
            plain.setdefault(ending, []).append(name)
    assert {ending: names for ending, names in plain.items() if len(names) > 1} == {}


@pytest.mark.parametrize("name", BOTH_WAYS)
def test_a_terminology_that_is_written_is_read_again(tmp_path: Path, name: str) -> None:
    one = FORMATS[name]
    path = tmp_path / f"hearts{(one.written or one.endings)[0]}"
    assert one.load().write(path, iter(CONCEPTS), ABOUT) == 5  # names, and the concept that has none
    assert format_of(path) == name
    parsed = read_file(path)
    assert parsed.problems == []
    found = {concept.id: concept for concept in parsed.concepts}
    for concept in CONCEPTS:
        again = found[concept.id]
        assert {(n.text, n.kind, n.scope) for n in again.names} == {(n.text, n.kind, n.scope) for n in concept.names}
        assert (again.preferred, again.parents, again.definition) == (
            concept.preferred,
            concept.parents,
            concept.definition,
        )
        assert (again.obsolete, again.replaced_by) == (concept.obsolete, concept.replaced_by)


def readings(name: str, path: Path) -> Iterator[object]:
    """Every way in which a format reads a file, the file's last row included."""
    one = FORMATS[name]
    if TERMINOLOGY in one.reads and one.endings:
        yield lambda: read_file(path, name)
    if ANSWERS in one.reads:
        yield lambda: list(one.load().read_answers(path).lines)
    if MENTIONS in one.reads:
        yield lambda: list(MentionFile(path).rows())


@pytest.mark.parametrize("content", [b"", BINARY, None], ids=["empty", "binary", "missing"])
@pytest.mark.parametrize("name", [name for name, one in FORMATS.items() if one.endings])
def test_what_cannot_be_read_is_refused_in_a_sentence(tmp_path: Path, name: str, content: bytes | None) -> None:
    path = tmp_path / f"odd{FORMATS[name].endings[0]}"
    if content is not None:
        path.write_bytes(content)
    found = [reading for reading in readings(name, path) if content is not None or ANSWERS not in FORMATS[name].reads]
    for reading in found:
        with pytest.raises(NomenclatorError) as refusal:
            reading()  # type: ignore[operator]
        assert "odd" in str(refusal.value) and str(refusal.value).endswith(".")


def test_a_format_is_one_file_and_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, workbench: Workbench, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "toy_format.py").write_text(TOY, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setitem(
        FORMATS,
        "toy",
        Format("Toy", "toy_format", (TERMINOLOGY,), (TERMINOLOGY,), endings=(".toy",), written=(".toy",)),
    )
    path = tmp_path / "hearts.txt"
    path.write_text("%toy\nD1=heart attack\nD2=angina\n", encoding="utf-8")
    assert format_of(path.rename(tmp_path / "hearts.unknown")) == "toy"  # by its head, where no format has the ending
    path = (tmp_path / "hearts.unknown").rename(tmp_path / "hearts.toy")
    assert workbench.terminologies.preview(SourceFile(path)).format == "toy"
    assert workbench.terminologies.import_formats()["toy"] == "Toy"
    list(importing.import_file(workbench.workspace, {"path": str(path), "name": "toys", "format": None}))
    assert lookup.find(workbench.workspace, "toys").concepts == 2
    assert main(["import", str(path), "--name", "more", "--format", "toy", "--preview", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["format"] == "toy"
    for group in (["evaluate", "normalisation"], ["experiment"]):
        assert main([*group, "--help"]) == 0
        assert "toy" in capsys.readouterr().out
    assert main(["export", "terminology", "--terminology", "toys", "--format", "toy", "--out", str(path)]) == 0
    assert workbench.exports.formats()["toy"] == "Toy"
    out = tmp_path / "organs.toy"
    assert workbench.exports.write("terminology", out, terminology="organs") == len(read_file(out).concepts)
