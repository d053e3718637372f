"""OBO files: scopes, obsolete and alternative ids, problems by line."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from engine.errors import BadInput
from engine.formats.reading import read_file
from store.records.terminology import Name

OBO = """format-version: 1.2
data-version: 2026-01
ontology: toy

[Term]
id: T:1
name: Disorder
def: "A \\"thing\\" that is wrong." [x]

[Term]
id: T:2
name: Heart attack
alt_id: T:20
synonym: "Myocardial infarction" EXACT layperson [a, b]
synonym: "MI" RELATED []
synonym: "Cardiac event" BROAD []
is_a: T:1 ! Disorder
is_a: T:99 ! nowhere

[Term]
id: T:3
name: obsolete Coronary thing
is_obsolete: true
replaced_by: T:2
"""


@contextmanager
def capture_last_resort() -> Iterator[None]:
    """Logs go where they do in a program that has set up none: to standard error."""
    root = logging.getLogger()
    handlers, root.handlers = root.handlers, []
    try:
        yield
    finally:
        root.handlers = handlers


def _read(tmp_path: Path, text: str):
    path = tmp_path / "toy.obo"
    path.write_text(text, encoding="utf-8")
    return read_file(path)


def test_terms_become_concepts(tmp_path: Path) -> None:
    parsed = _read(tmp_path, OBO)
    one, two, three, alternative = parsed.concepts
    assert one.definition == 'A "thing" that is wrong.'
    assert two.names == (
        Name("Heart attack", "preferred", "exact", "name"),
        Name("Myocardial infarction", "synonym", "exact", "synonym, layperson"),
        Name("MI", "synonym", "related", "synonym"),
        Name("Cardiac event", "synonym", "broad", "synonym"),
    )
    assert two.parents == ("T:1",)
    assert (three.obsolete, three.replaced_by, three.names) == (True, "T:2", ())
    assert (alternative.id, alternative.obsolete, alternative.replaced_by) == ("T:20", True, "T:2")
    assert (parsed.title, parsed.version, parsed.live, parsed.names, parsed.edges) == ("toy", "2026-01", 2, 5, 1)


def test_a_missing_parent_is_reported_with_its_line(tmp_path: Path) -> None:
    (problem,) = _read(tmp_path, OBO).problems
    assert problem.row == 11
    assert "T:99" in problem.sentence


def test_a_nameless_term_is_left_out_and_reported(tmp_path: Path) -> None:
    parsed = _read(tmp_path, OBO + "\n[Term]\nid: T:4\n")
    assert parsed.live == 2
    assert any("T:4 has no name" in problem.sentence for problem in parsed.problems)


@pytest.mark.parametrize("text", ["not an ontology at all\n", "[Term]\nname without colon\n", ""])
def test_what_is_no_obo_says_so_in_a_sentence(tmp_path: Path, text: str) -> None:
    with pytest.raises(BadInput, match=r"toy\.obo") as said:
        _read(tmp_path, text)
    assert "\n" not in str(said.value)


@pytest.mark.parametrize("line", ["name without colon", ": nothing", "[Frob]", "[Term", "x" * 500, "[Frob] a: b"])
def test_a_line_that_is_no_obo_is_named_with_its_place(tmp_path: Path, line: str) -> None:
    """It said what obonet says, “Tag-value pair parsing failed for: …”, and not where."""
    with pytest.raises(BadInput) as said:
        _read(tmp_path, f"{OBO}{line}\n")
    shown = line if len(line) < 100 else f"{line[:60]}…"
    assert str(said.value) == (
        f"toy.obo, line 25: “{shown}” is neither “tag: value” nor the head of a frame, [Term], [Typedef] or "
        "[Instance]; mend the line or take it out."
    )


def test_a_file_without_a_header_is_read_quietly(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """“got no header information” stood on standard error, in obonet's words."""
    with capture_last_resort():
        assert _read(tmp_path, "[Term]\nid: T:1\nname: a\n").live == 1
    assert capsys.readouterr().err == ""


def test_empty_lines_stand_where_they_like(tmp_path: Path) -> None:
    """Frames without an empty line between were refused, as was a frame or a head with one inside."""
    expected = _read(tmp_path, OBO)
    for text in (OBO.replace("\n\n", "\n"), OBO.replace("name:", "\nname:").replace("data-version", "\ndata-version")):
        found = _read(tmp_path, text)
        assert (found.concepts, found.version) == (expected.concepts, expected.version)
    assert [one.id for one in expected.concepts if not one.obsolete] == ["T:1", "T:2"]


def test_a_byte_order_mark_is_no_part_of_the_first_line(tmp_path: Path) -> None:
    assert _read(tmp_path, "\ufeff[Term]\nid: T:1\nname: heart attack\n").live == 1


def test_fingerprint_changes_with_a_name_only(tmp_path: Path) -> None:
    assert _read(tmp_path, OBO).fingerprint() == _read(tmp_path, OBO).fingerprint()
    assert _read(tmp_path, OBO).fingerprint() != _read(tmp_path, OBO.replace('"MI"', '"M I"')).fingerprint()


def test_a_term_in_two_frames_is_said(tmp_path: Path) -> None:
    """The later frame took the place of the one before, without a word."""
    path = tmp_path / "twice.obo"
    frames = ("id: A\nname: a", "id: B\nname: b\nis_a: A", "id: C\nname: c", "id: B\nname: b two\nis_a: C")
    path.write_text("format-version: 1.2\n\n" + "\n\n".join(f"[Term]\n{frame}" for frame in frames) + "\n")
    parsed = read_file(path)
    assert {one.id: (one.preferred, one.parents) for one in parsed.concepts} == {
        "A": ("a", ()),
        "B": ("b two", ("A", "C")),
        "C": ("c", ()),
    }
    (problem,) = parsed.problems
    assert problem.sentence.startswith("B has two frames; join them.") and problem.row == 17 and not problem.left_out


def test_a_relationship_in_three_words_is_passed_over(tmp_path: Path) -> None:
    """The whole file was refused."""
    path = tmp_path / "odd.obo"
    path.write_text("format-version: 1.2\n\n[Term]\nid: A\nname: a\nrelationship: part_of B and more\n")
    assert read_file(path).live == 1


def test_a_term_without_an_id_is_reported_with_its_line(tmp_path: Path) -> None:
    """The whole file was refused: “not well-formed OBO: 'id'”."""
    parsed = _read(tmp_path, OBO + "\n[Term]\nname: nameless\n\n[Term]\nid:\nname: empty\n\n[Typedef]\nid: part_of\n")
    assert [concept.id for concept in parsed.concepts] == ["T:1", "T:2", "T:3", "T:20"]
    told = [one.row for one in parsed.problems if one.sentence == "A term has no id line; add “id: …”. It is left out."]
    assert told == [26, 29]


def test_a_term_that_is_its_own_parent_is_told(tmp_path: Path) -> None:
    parsed = _read(tmp_path, OBO.replace("is_a: T:99 ! nowhere", "is_a: T:2"))
    assert [(one.row, one.sentence) for one in parsed.problems] == [
        (11, "T:2 is its own parent; the link is left out.")
    ]


def test_a_term_whose_name_line_says_nothing_has_no_name(tmp_path: Path) -> None:
    """It came in with an empty name."""
    path = tmp_path / "toy.obo"
    path.write_text(
        "format-version: 1.4\n\n[Term]\nid: T:1\nname: \n\n[Term]\nid: T:2\nname: Heart\n", encoding="utf-8"
    )
    parsed = read_file(path)
    assert [one.id for one in parsed.concepts] == ["T:2"]
    assert [one.sentence for one in parsed.problems] == ["T:1 has no name line; add “name: …”. It is left out."]


def test_the_address_of_an_ontology_of_obo_follows_from_its_short_name(tmp_path: Path) -> None:
    path = tmp_path / "toy.obo"
    for name, address in (
        ("t", "http://purl.obolibrary.org/obo/t.owl"),
        ("toy", ""),
        ("http://a.org/o", "http://a.org/o"),
    ):
        path.write_text(OBO.replace("ontology: toy", f"ontology: {name}"), encoding="utf-8")
        assert read_file(path).address == address
